import FaradayCoreBluetooth
import Foundation

/// Connects to the user's bicycle when it is near, also in the background.
final class NaiveTracker: NSObject, CBCentralManagerDelegate {
    private var central: CBCentralManager!
    private var bicycle: CBPeripheral?

    override init() {
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: nil) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard peripheral.name == "Bicycle" else { return }
        bicycle = peripheral
        central.stopScan()
        central.connect(peripheral)
    }
}
