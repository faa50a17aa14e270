import FaradayCoreBluetooth
import Foundation

/// Connects to the user's bicycle when it is near, also in the background.
final class MendedTracker: NSObject, CBCentralManagerDelegate {
    private var central: CBCentralManager!
    private var bicycle: CBPeripheral?

    override init() {
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        central.scanForPeripherals(withServices: [CBUUID(string: "1816")])
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        bicycle = peripheral
        central.stopScan()
        central.connect(peripheral)
    }
}
