import FaradayCoreBluetooth
import Foundation

/// Searches for a battery.
final class NaiveSearch: NSObject, SearchApp, CBCentralManagerDelegate {
    private(set) var found: String?
    private var manager: CentralManaging?

    /// A test gives its mock.
    init(manager: CentralManaging? = nil) {
        super.init()
        self.manager = manager ?? CBCentralManager(delegate: self, queue: nil)
    }

    func search() { manager?.scan() }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {}

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        found = peripheral.name
    }
}
