import CoreBluetooth
import Foundation

/// Keeps links to pedometers. The system launches the app for their values, and gives it back the links it had.
public final class MendedPedometer: NSObject, PedometerApp {
    public private(set) var rows: [PedometerRow] = []
    private let store: PedometerStore
    private let later: Later
    private var central: CBCentralManager!
    private var pedometers: [CBPeripheral] = []

    public init(store: PedometerStore, later: @escaping Later = onMainQueue) {
        self.store = store
        self.later = later
        super.init()
        central = CBCentralManager(
            delegate: self, queue: nil, options: [CBCentralManagerOptionRestoreIdentifierKey: "pedometer"])
    }

    private func connectKnown() {
        central.retrievePeripherals(withIdentifiers: Array(store.known)).forEach(keep)
        for peripheral in pedometers where peripheral.state != .connected { central.connect(peripheral) }
        if pedometers.isEmpty { central.scanForPeripherals(withServices: [CBUUID(string: "FFB0")]) }
    }

    private func keep(_ peripheral: CBPeripheral) {
        peripheral.delegate = self
        if !pedometers.contains(peripheral) { pedometers.append(peripheral) }
    }

    /// The system may give back a link, and report it as new as well.
    private func addRow(_ peripheral: CBPeripheral) {
        guard !rows.contains(where: { $0.id == peripheral.identifier }) else { return }
        rows.append(PedometerRow(id: peripheral.identifier))
    }

    private func discover(_ peripheral: CBPeripheral) {
        peripheral.discoverServices([CBUUID(string: "FFB0")])
    }

    private func connectAgain(_ peripheral: CBPeripheral) {
        later(2) { [weak self] in
            guard let self, central.state == .poweredOn, pedometers.contains(peripheral),
                peripheral.state == .disconnected
            else { return }
            central.connect(peripheral)
        }
    }
}

extension MendedPedometer: CBCentralManagerDelegate {
    public func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        for peripheral in dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? [] {
            keep(peripheral)
            if peripheral.state == .connected { addRow(peripheral) }
        }
    }

    public func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else {
            (rows, pedometers) = ([], [])
            return
        }
        for peripheral in pedometers where peripheral.state == .connected { discover(peripheral) }
        connectKnown()
    }

    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        keep(peripheral)
        central.stopScan()
        central.connect(peripheral)
    }

    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        store.known.insert(peripheral.identifier)
        addRow(peripheral)
        discover(peripheral)
    }

    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?
    ) {
        connectAgain(peripheral)
    }

    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        rows.removeAll { $0.id == peripheral.identifier }
        connectAgain(peripheral)
    }
}

extension MendedPedometer: CBPeripheralDelegate {
    public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        guard let service = peripheral.services?.first else { return }
        peripheral.discoverCharacteristics([CBUUID(string: "FFB1")], for: service)
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        if let steps = service.characteristics?.first { peripheral.setNotifyValue(true, for: steps) }
    }

    public func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        guard error == nil, let steps = characteristic.value?.first else { return }
        for row in rows where row.id == peripheral.identifier { row.steps += Int(steps) }
    }
}
