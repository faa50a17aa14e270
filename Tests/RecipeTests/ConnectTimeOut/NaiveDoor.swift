import FaradayCoreBluetooth
import Foundation

/// Connects to the lock of a door, and tells its user how that goes.
final class NaiveDoor: NSObject, DoorApp, CBCentralManagerDelegate {
    private(set) var status = "starting"
    private var central: CBCentralManager!
    private var lock: CBPeripheral?

    override init() {
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        status = "searching"
        central.scanForPeripherals(withServices: [CBUUID(string: "FF00")])
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        lock = peripheral
        central.stopScan()
        status = "connecting"
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        status = "connected"
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        status = "not reachable"
    }
}
