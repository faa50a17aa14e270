import CoreBluetooth
import Foundation

/// Keeps a link to the tracker.
public final class MendedFinder: NSObject, FinderApp {
    public private(set) var isNear = false
    private let later: Later
    private var central: CBCentralManager!
    private var tracker: CBPeripheral?

    public init(later: @escaping Later = onMainQueue) {
        self.later = later
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    private func search() {
        guard central.state == .poweredOn, !isNear else { return }
        if let tracker {
            guard tracker.state == .disconnected else { return }
            central.connect(tracker)
        } else {
            central.scanForPeripherals(withServices: [CBUUID(string: "FF90")])
        }
    }
}

extension MendedFinder: CBCentralManagerDelegate {
    public func centralManagerDidUpdateState(_ central: CBCentralManager) {
        // When Bluetooth is switched off, there is no other callback.
        if central.state != .poweredOn { isNear = false }
        // After a reset of Bluetooth the objects are not valid any more.
        if central.state.rawValue < CBManagerState.poweredOff.rawValue { tracker = nil }
        search()
    }

    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        tracker = peripheral
        central.stopScan()
        central.connect(peripheral)
    }

    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        isNear = true
    }

    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        later(2) { [weak self] in self?.search() }
    }

    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        isNear = false
        later(2) { [weak self] in self?.search() }
    }
}
