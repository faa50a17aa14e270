import FaradayCoreBluetooth
import Foundation

/// Sends new firmware to a pump, from where the pump is, and begins again when nothing moves.
final class MendedUpdater: DeviceLink, UpdaterApp {
    private(set) var isDone = false
    private let image: Data
    private var watchdog: Timer?

    init(_ image: Data) {
        self.image = image
        super.init(to: "FF60")
    }

    override func ready(_ peripheral: CBPeripheral) {
        guard let state = self["FF62"] else { return }
        peripheral.setNotifyValue(true, for: state)
        peripheral.readValue(for: state)
    }

    /// The pump says how many bytes it has: when it is asked, and after each block.
    override func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor item: CBCharacteristic, error: Error?
    ) {
        guard let value = item.value, value.count == 2 else { return }
        sendBlock(at: Int(value[0]) | Int(value[1]) << 8)
    }

    private func sendBlock(at offset: Int) {
        watchdog?.invalidate()
        guard let peripheral, let data = self["FF61"] else { return }
        guard offset < image.count else { return isDone = true }
        let block = image[offset..<min(offset + 100, image.count)]
        peripheral.writeValue(block, for: data, type: .withResponse)
        watchdog = Timer.scheduledTimer(withTimeInterval: 5, repeats: false) { [weak self] _ in
            self?.reconnect()
        }
    }

    /// A new link begins with a question about the state. While there is no link, the phone connects anyway.
    private func reconnect() {
        guard let peripheral, peripheral.state == .connected else { return }
        central.cancelPeripheralConnection(peripheral)
    }
}
