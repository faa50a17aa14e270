import FaradayCoreBluetooth
import Foundation

/// Searches for a battery.
final class MendedSearch: NSObject, SearchApp, CBCentralManagerDelegate {
    private(set) var found: String?
    private var manager: CentralManaging?
    private var isWanted = false

    /// A test gives its mock.
    init(manager: CentralManaging? = nil) {
        super.init()
        self.manager = manager ?? CBCentralManager(delegate: self, queue: nil)
    }

    func search() {
        isWanted = true
        if manager?.state == .poweredOn { manager?.scan() }
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if isWanted { search() }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        found = peripheral.name
    }
}
