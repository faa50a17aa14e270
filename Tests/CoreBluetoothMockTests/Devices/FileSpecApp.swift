import BluetoothTypes
import CoreBluetoothMock
import FaradayTesting

/// An app that connects to the first peripheral with a service, discovers everything, and then does steps one after
/// the other: the next when the last is answered. It knows characteristics by their UUIDs only.
final class FileSpecApp: NSObject, CBMCentralManagerDelegate, CBMPeripheralDelegate {
    enum Step {
        case read(String)
        case write(String, [UInt8])
        case command(String, [UInt8])
        case subscribe(String)
    }

    private(set) var manager: CBMCentralManager!
    private(set) var peripheral: CBMPeripheral?
    private(set) var advertised: [String: Any] = [:]
    /// What the app has got.
    private(set) var lines: [String] = []
    /// The virtual times of the lines.
    private(set) var times: [Instant] = []
    private let service: CBMUUID
    private var steps: ArraySlice<Step>
    private var open = 0
    var reconnects = false

    init(service: String, _ steps: [Step]) {
        (self.service, self.steps) = (CBMUUID(string: service), steps[...])
        super.init()
        manager = CBMCentralManagerMock(delegate: self, queue: nil)
    }

    var isDone: Bool { steps.isEmpty && lines.last == "done" }

    /// The times of the values of a characteristic that begin so.
    func times(of text: String) -> [Instant] {
        zip(lines, times).filter { $0.0.hasPrefix(text) }.map(\.1)
    }

    func go(_ steps: [Step]) {
        prepare(steps)
        next()
    }

    /// Does these steps after the next connection.
    func prepare(_ steps: [Step]) { self.steps = steps[...] }

    private func next() {
        guard let step = steps.popFirst() else { return note("done") }
        switch step {
        case .read(let uuid): peripheral?.readValue(for: characteristic(uuid))
        case .write(let uuid, let bytes):
            peripheral?.writeValue(Data(bytes), for: characteristic(uuid), type: .withResponse)
        case .command(let uuid, let bytes):
            peripheral?.writeValue(Data(bytes), for: characteristic(uuid), type: .withoutResponse)
            next()
        case .subscribe(let uuid): peripheral?.setNotifyValue(true, for: characteristic(uuid))
        }
    }

    func characteristic(_ uuid: String) -> CBMCharacteristic {
        let all = (peripheral?.services ?? []).flatMap { $0.characteristics ?? [] }
        guard let found = all.first(where: { $0.uuid == CBMUUID(string: uuid) }) else {
            preconditionFailure("no characteristic \(uuid)")
        }
        return found
    }

    private func note(_ line: String, _ error: Error? = nil) {
        let suffix = (error as NSError?).map { ": \($0.domain) \($0.code)" } ?? ""
        lines.append(line + suffix)
        times.append(World.current.now)
    }

    // MARK: The manager

    func centralManagerDidUpdateState(_ central: CBMCentralManager) {
        guard central.state == .poweredOn else { return peripheral = nil }
        central.scanForPeripherals(withServices: [service], options: nil)
    }

    func centralManager(
        _ central: CBMCentralManager, didDiscover peripheral: CBMPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard self.peripheral == nil else { return }
        (self.peripheral, advertised) = (peripheral, advertisementData)
        peripheral.delegate = self
        central.connect(peripheral, options: nil)
    }

    func centralManager(_ central: CBMCentralManager, didConnect peripheral: CBMPeripheral) {
        note("connected \(peripheral.name ?? "-")")
        peripheral.discoverServices(nil)
    }

    func centralManager(
        _ central: CBMCentralManager, didDisconnectPeripheral peripheral: CBMPeripheral, error: Error?
    ) {
        note("disconnected", error)
        if reconnects { central.connect(peripheral, options: nil) }
    }

    // MARK: The peripheral

    func peripheral(_ peripheral: CBMPeripheral, didDiscoverServices error: Error?) {
        open = peripheral.services?.count ?? 0
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverCharacteristicsFor service: CBMService, error: Error?
    ) {
        open -= 1
        if open == 0 { next() }
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didUpdateValueFor characteristic: CBMCharacteristic, error: Error?
    ) {
        let digits = (characteristic.value ?? Data()).map { String(format: "%02X", $0) }.joined()
        note("\(characteristic.uuid.uuidString) = \(error == nil ? digits : "-")", error)
        if error != nil || !characteristic.isNotifying { next() }
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didWriteValueFor characteristic: CBMCharacteristic, error: Error?
    ) {
        note("wrote \(characteristic.uuid.uuidString)", error)
        next()
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didUpdateNotificationStateFor characteristic: CBMCharacteristic,
        error: Error?
    ) {
        note("notify \(characteristic.uuid.uuidString)", error)
        next()
    }
}
