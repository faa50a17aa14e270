import FaradayCoreBluetooth
import Foundation

/// Sends a photo over an L2CAP channel.
final class NaiveUpload: DeviceLink, StreamDelegate {
    private let photo: Data
    private var channel: CBL2CAPChannel?

    init(_ photo: Data) {
        self.photo = photo
        super.init(to: "FFC0")
    }

    override func ready(_ peripheral: CBPeripheral) {
        peripheral.openL2CAPChannel(0x80)
    }

    override func peripheral(
        _ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: Error?
    ) {
        guard let output = channel?.outputStream else { return }
        self.channel = channel
        output.schedule(in: .main, forMode: .default)
        output.open()
        let bytes = [UInt8](photo)
        _ = output.write(bytes, maxLength: bytes.count)
    }
}
