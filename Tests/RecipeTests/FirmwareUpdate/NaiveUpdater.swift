import FaradayCoreBluetooth
import Foundation

/// Sends new firmware to a pump, block by block.
final class NaiveUpdater: DeviceLink, UpdaterApp {
    private(set) var isDone = false
    private let image: Data
    private var offset = 0

    init(_ image: Data) {
        self.image = image
        super.init(to: "FF60")
    }

    override func ready(_ peripheral: CBPeripheral) {
        guard let state = self["FF62"] else { return }
        peripheral.setNotifyValue(true, for: state)
        sendBlock()
    }

    /// The pump has stored a block.
    override func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor item: CBCharacteristic, error: Error?
    ) {
        offset += 100
        sendBlock()
    }

    private func sendBlock() {
        guard let peripheral, let data = self["FF61"] else { return }
        guard offset < image.count else { return isDone = true }
        let block = image[offset..<min(offset + 100, image.count)]
        peripheral.writeValue(block, for: data, type: .withResponse)
    }
}
