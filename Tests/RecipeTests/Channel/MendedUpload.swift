import FaradayCoreBluetooth
import Foundation

/// Sends a photo over an L2CAP channel, as the channel takes it.
final class MendedUpload: DeviceLink, StreamDelegate {
    private var rest: ArraySlice<UInt8>
    private var channel: CBL2CAPChannel?

    init(_ photo: Data) {
        rest = ArraySlice(photo)
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
        output.delegate = self
        output.schedule(in: .main, forMode: .default)
        output.open()
    }

    func stream(_ stream: Stream, handle event: Stream.Event) {
        guard event == .hasSpaceAvailable, let output = channel?.outputStream else { return }
        while output.hasSpaceAvailable, !rest.isEmpty {
            let part = Array(rest.prefix(4096))
            let count = output.write(part, maxLength: part.count)
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
