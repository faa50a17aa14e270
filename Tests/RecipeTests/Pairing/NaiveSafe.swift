import FaradayCoreBluetooth
import Foundation

/// Reads what is in a safe, which answers only to phones with which it is paired.
final class NaiveSafe: DeviceLink, SafeApp {
    private(set) var status = "opening"

    init() { super.init(to: "FFA0") }

    override func ready(_ peripheral: CBPeripheral) {
        if let content = self["FFA1"] { peripheral.readValue(for: content) }
    }

    override func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor item: CBCharacteristic, error: Error?
    ) {
        if error != nil {
            // Not paired yet: try again.
            peripheral.readValue(for: item)
        } else {
            status = "open"
        }
    }

    override func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        central.connect(peripheral)
    }

    func tryAgain() {
        if let peripheral { central.connect(peripheral) }
    }
}
