import FaradayCoreBluetooth
import Foundation

/// Connects to the user's own scale, which it has seen before.
final class NaiveScaleApp: NSObject, ScaleApp, CBCentralManagerDelegate {
    private(set) var known: String?
    private var central: CBCentralManager!
    private var scale: CBPeripheral?

    init(known: String?) {
        self.known = known
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        central.scanForPeripherals(withServices: [CBUUID(string: "181D")])
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard known == nil || peripheral.name == known else { return }
        scale = peripheral
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        known = peripheral.name
    }
}
