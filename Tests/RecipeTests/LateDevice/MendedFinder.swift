import FaradayCoreBluetooth
import Foundation

/// Looks for a thermometer until it comes, and tells its user what to do meanwhile.
final class MendedFinder: NSObject, FinderApp, CBCentralManagerDelegate {
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
        DispatchQueue.main.asyncAfter(deadline: .now() + 5) { [weak self] in self?.help() }
    }

    private func help() {
        guard thermometer == nil else { return }
        status = "still searching: is the thermometer switched on?"
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
