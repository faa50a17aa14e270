import BluetoothTypes
import CoreBluetoothMock
import FaradayTesting

/// An app that scans, connects to the first allowed peripheral, discovers everything, and records its callbacks.
final class CentralApp: NSObject, CBMCentralManagerDelegate, CBMPeripheralDelegate {
    struct Report {
        let identifier: UUID
        let data: [String: Any]
        let rssi: Int
        let time: Instant
    }

    private(set) var central: CBMCentralManager!
    private(set) var reports: [Report] = []
    private(set) var lines: [String] = []
    private(set) var errors: [Error] = []
    private(set) var peripheral: CBMPeripheral?
    private(set) var isReady = false
    private(set) var channel: CBML2CAPChannel?
    private(set) var values: [Data?] = []
    private var openServices = 0
    private var openCharacteristics = 0
    private let connects: Bool
    private let services: [CBMUUID]?

    init(connects: Bool = true, services: [CBMUUID]? = nil) {
        (self.connects, self.services) = (connects, services)
        super.init()
        central = CBMCentralManagerMock(delegate: self, queue: nil)
    }

    /// An app that is connected to the peripheral and has discovered everything.
    static func ready(with spec: CBMPeripheralSpec) async throws -> CentralApp {
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let app = CentralApp()
        try await World.current.run(until: { app.isReady })
        return app
    }

    func characteristic(_ definition: CBMCharacteristicMock) -> CBMCharacteristic {
        let all = (peripheral?.services ?? []).flatMap { $0.characteristics ?? [] }
        guard let found = all.first(where: { $0 == definition }) else {
            preconditionFailure("no characteristic \(definition.uuid)")
        }
        return found
    }

    func read(_ definition: CBMCharacteristicMock) { peripheral?.readValue(for: characteristic(definition)) }

    func write(_ data: Data, _ definition: CBMCharacteristicMock) {
        peripheral?.writeValue(data, for: characteristic(definition), type: .withResponse)
    }

    func command(_ data: Data, _ definition: CBMCharacteristicMock) {
        peripheral?.writeValue(data, for: characteristic(definition), type: .withoutResponse)
    }

    func subscribe(_ definition: CBMCharacteristicMock) {
        peripheral?.setNotifyValue(true, for: characteristic(definition))
    }

    func connect(_ peripheral: CBMPeripheral) {
        self.peripheral = peripheral
        peripheral.delegate = self
        central.connect(peripheral, options: nil)
    }

    func connectAgain() {
        if let peripheral { central.connect(peripheral, options: nil) }
    }

    func cancel() {
        if let peripheral { central.cancelPeripheralConnection(peripheral) }
    }

    private func note(_ line: String, _ error: Error?) {
        if let error { errors.append(error) }
        guard let error = error as NSError? else { return lines.append(line) }
        lines.append("\(line): \(error.domain) \(error.code)")
    }

    // MARK: The manager

    func centralManagerDidUpdateState(_ central: CBMCentralManager) {
        guard central.state == .poweredOn else { return }
        central.scanForPeripherals(
            withServices: services, options: [CBMCentralManagerScanOptionAllowDuplicatesKey: true])
    }

    func centralManager(
        _ central: CBMCentralManager, didDiscover peripheral: CBMPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        reports.append(
            Report(
                identifier: peripheral.identifier, data: advertisementData, rssi: RSSI.intValue,
                time: World.current.now))
        guard connects, self.peripheral == nil else { return }
        connect(peripheral)
    }

    func centralManager(_ central: CBMCentralManager, didConnect peripheral: CBMPeripheral) {
        lines.append("connected")
        peripheral.discoverServices(nil)
    }

    func centralManager(
        _ central: CBMCentralManager, didFailToConnect peripheral: CBMPeripheral, error: Error?
    ) {
        note("failed", error)
    }

    func centralManager(
        _ central: CBMCentralManager, didDisconnectPeripheral peripheral: CBMPeripheral, error: Error?
    ) {
        isReady = false
        note("disconnected", error)
    }

    // MARK: The peripheral

    func peripheral(_ peripheral: CBMPeripheral, didDiscoverServices error: Error?) {
        openServices = peripheral.services?.count ?? 0
        isReady = openServices == 0
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverCharacteristicsFor service: CBMService, error: Error?
    ) {
        openServices -= 1
        for characteristic in service.characteristics ?? [] {
            openCharacteristics += 1
            peripheral.discoverDescriptors(for: characteristic)
        }
        isReady = openServices == 0 && openCharacteristics == 0
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverDescriptorsFor characteristic: CBMCharacteristic,
        error: Error?
    ) {
        openCharacteristics -= 1
        isReady = openServices == 0 && openCharacteristics == 0
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didUpdateValueFor characteristic: CBMCharacteristic, error: Error?
    ) {
        note("value \(characteristic.uuid)", error)
        values.append(error == nil ? characteristic.value : nil)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didWriteValueFor characteristic: CBMCharacteristic, error: Error?
    ) {
        note("wrote \(characteristic.uuid)", error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didUpdateNotificationStateFor characteristic: CBMCharacteristic,
        error: Error?
    ) {
        note("notify \(characteristic.uuid)", error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didUpdateValueFor descriptor: CBMDescriptor, error: Error?
    ) {
        note("value \(descriptor.uuid)", error)
        values.append(error == nil ? descriptor.value as? Data : nil)
    }

    func peripheral(_ peripheral: CBMPeripheral, didWriteValueFor descriptor: CBMDescriptor, error: Error?) {
        note("wrote \(descriptor.uuid)", error)
    }

    func peripheral(_ peripheral: CBMPeripheral, didReadRSSI RSSI: NSNumber, error: Error?) {
        note("strength", error)
    }

    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBMPeripheral) { lines.append("ready") }

    func peripheral(_ peripheral: CBMPeripheral, didOpen channel: CBML2CAPChannel?, error: Error?) {
        self.channel = channel
    }

    func peripheral(_ peripheral: CBMPeripheral, didModifyServices invalidatedServices: [CBMService]) {
        lines.append("modified \(invalidatedServices.map(\.uuid.uuidString))")
    }

    func peripheralDidUpdateName(_ peripheral: CBMPeripheral) {
        lines.append("name \(peripheral.name ?? "-")")
    }
}
