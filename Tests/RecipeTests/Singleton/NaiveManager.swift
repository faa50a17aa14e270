import FaradayCoreBluetooth
import Foundation

/// The app's Bluetooth, of which there is one.
final class NaiveManager: NSObject, LampFinder, CBCentralManagerDelegate {
    static let shared = NaiveManager()

    private(set) var found: String?
    private var central: CBCentralManager!

    override private init() {
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        central.scanForPeripherals(withServices: [CBUUID(string: "FFE0")])
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        found = peripheral.name
    }
}
