import FaradayCoreBluetooth
import Foundation

/// Looks for a thermometer.
final class NaiveFinder: NSObject, FinderApp, CBCentralManagerDelegate {
    private(set) var status = "starting"
    private var central: CBCentralManager!
    private var thermometer: CBPeripheral?

    override init() {
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        status = "searching"
        central.scanForPeripherals(withServices: [CBUUID(string: "1809")])
        DispatchQueue.main.asyncAfter(deadline: .now() + 5) { [weak self] in self?.stopLooking() }
    }

    private func stopLooking() {
        guard thermometer == nil else { return }
        central.stopScan()
        status = "no thermometer found"
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        thermometer = peripheral
        central.stopScan()
        status = "found"
    }
}
