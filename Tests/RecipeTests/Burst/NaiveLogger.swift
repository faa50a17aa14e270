import FaradayCoreBluetooth
import Foundation

/// Fetches the log of a data logger, in the background, and shows it.
final class NaiveLogger: DeviceLink, LoggerApp {
    private(set) var samples: [Int] = []

    init() { super.init(to: "FF70", queue: DispatchQueue(label: "ble")) }

    override func ready(_ peripheral: CBPeripheral) {
        if let log = self["FF71"] { peripheral.setNotifyValue(true, for: log) }
    }

    override func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor item: CBCharacteristic, error: Error?
    ) {
        DispatchQueue.main.async {
            guard let value = item.value, value.count == 2 else { return }
            self.samples.append(Int(value[0]) | Int(value[1]) << 8)
        }
    }
}
