import CoreBluetooth
import Foundation

/// Bridges CoreBluetooth's callbacks to one completion.
public final class BuggyGarage: NSObject, GarageApp {
    private let later: Later
    private var central: CBCentralManager!
    private var garage: CBPeripheral?
    private var done: ((GarageProblem?) -> Void)?

    public init(later: @escaping Later = onMainQueue) {
        self.later = later
        super.init()
        central = CBCentralManager(delegate: self, queue: nil)
    }

    public func connect(_ done: @escaping (GarageProblem?) -> Void) {
        self.done = done
        scan()
        later(15) { [weak self] in self?.timeOut() }
    }

    public func disconnect() {
        guard let garage, central.state == .poweredOn else { return }
        central.cancelPeripheralConnection(garage)
    }

    private func scan() {
        guard done != nil, central.state == .poweredOn else { return }
        central.scanForPeripherals(withServices: [CBUUID(string: "FF60")])
    }

    private func timeOut() {
        guard let done, garage?.state != .connected else { return }
        done(.timeout)
        guard central.state == .poweredOn else { return }
        central.stopScan()
        if let garage { central.cancelPeripheralConnection(garage) }
    }

    private func finish(_ problem: GarageProblem?) {
        let done = done
        self.done = nil
        done?(problem)
    }
}

extension BuggyGarage: CBCentralManagerDelegate {
    public func centralManagerDidUpdateState(_ central: CBCentralManager) {
        garage = nil
        switch central.state {
        case .poweredOn: scan()
        case .unknown: break
        default: finish(.bluetoothOff)
        }
    }

    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        garage = peripheral
        central.stopScan()
        central.connect(peripheral)
    }

    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        finish(nil)
    }

    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        finish(.refused)
    }

    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        finish(.lost)
    }
}
