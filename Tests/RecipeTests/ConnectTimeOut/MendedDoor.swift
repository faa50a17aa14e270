import FaradayCoreBluetooth
import Foundation

/// Connects to the lock of a door, gives up after ten seconds, and tells its user how that goes.
final class MendedDoor: NSObject, DoorApp, CBCentralManagerDelegate {
    private(set) var status = "starting"
    private var central: CBCentralManager!
    private var lock: CBPeripheral?
    private var timeOut: DispatchWorkItem?

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
        let timeOut = DispatchWorkItem { [weak self] in self?.giveUp(peripheral) }
        self.timeOut = timeOut
        DispatchQueue.main.asyncAfter(deadline: .now() + 10, execute: timeOut)
    }

    private func giveUp(_ peripheral: CBPeripheral) {
        central.cancelPeripheralConnection(peripheral)
        status = "not reachable"
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        timeOut?.cancel()
        status = "connected"
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        timeOut?.cancel()
        status = "not reachable"
    }
}
