import FaradayCoreBluetooth
import Foundation

/// Stays connected to a fitness band.
final class NaiveBand: NSObject, BandApp, CBCentralManagerDelegate {
    private(set) var status = "starting"
    private var central: CBCentralManager!
    private var band: CBPeripheral?

    override init() {
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn, band == nil else { return }
        status = "searching"
        central.scanForPeripherals(withServices: [CBUUID(string: "FF20")])
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        band = peripheral
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        status = "connected"
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        status = "connecting"
        central.connect(peripheral)
    }
}
