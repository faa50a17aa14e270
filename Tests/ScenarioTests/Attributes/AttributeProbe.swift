import BluetoothWire
import FaradayCoreBluetooth
import FaradayTesting
import Foundation

/// A central app that connects to a device with a given name and then does only what a test calls. It keeps a line for
/// each callback.
final class AttributeProbe: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private(set) var central: CBCentralManager!
    private(set) var peripheral: CBPeripheral?
    private(set) var lines: [String] = []
    /// The value of `characteristic.value` in each value callback.
    private(set) var values: [[UInt8]] = []
    /// The content of `services` in the callback that reported them.
    private(set) var servicesWhenTold: [CBService]?
    private(set) var invalidated: [CBService] = []
    private let name: String

    init(_ name: String) {
        self.name = name
        super.init()
        central = CBCentralManager(delegate: self, queue: DispatchQueue(label: "probe"))
    }

    /// Another manager of an app that knows the device already.
    init(_ name: String, sharing other: AttributeProbe) {
        self.name = name
        super.init()
        identifier = other.peripheral?.identifier
        central = CBCentralManager(delegate: self, queue: DispatchQueue(label: "probe"))
    }

    private var identifier: UUID?

    // MARK: Driving

    /// Runs `action` and waits for the next line that begins with `prefix`.
    @discardableResult
    func line(_ prefix: String, _ action: () -> Void = {}) async throws -> String {
        let start = lines.count
        action()
        try await World.current.run(until: { lines.dropFirst(start).contains { $0.hasPrefix(prefix) } })
        return lines.dropFirst(start).first { $0.hasPrefix(prefix) } ?? ""
    }

    /// Waits until it is connected.
    func connected() async throws { try await World.current.run(until: { peripheral?.state == .connected }) }

    /// Connects, and discovers all services with their characteristics.
    func explored() async throws {
        try await connected()
        guard let peripheral else { return }
        try await line("services") { peripheral.discoverServices(nil) }
        for service in peripheral.services ?? [] {
            try await line("characteristics \(service.uuid)") {
                peripheral.discoverCharacteristics(nil, for: service)
            }
        }
    }

    /// Has the device end the link, and connects again.
    func reconnected(to device: Device) async throws {
        try await line("lost") { device.disconnect() }
        try await connectedAgain()
    }

    func connectedAgain() async throws {
        try await line("connected") { if let peripheral { central.connect(peripheral) } }
    }

    func service(_ uuid: String) -> CBService {
        guard let found = peripheral?.services?.first(where: { $0.uuid == CBUUID(string: uuid) }) else {
            preconditionFailure("no service \(uuid)")
        }
        return found
    }

    func characteristic(_ uuid: String) -> CBCharacteristic {
        let all = (peripheral?.services ?? []).flatMap { $0.characteristics ?? [] }
        guard let found = all.first(where: { $0.uuid == CBUUID(string: uuid) }) else {
            preconditionFailure("no characteristic \(uuid)")
        }
        return found
    }

    func read(_ uuid: String) async throws -> String {
        try await line("value \(uuid)") { peripheral?.readValue(for: characteristic(uuid)) }
    }

    func write(_ uuid: String, _ bytes: [UInt8]) async throws -> String {
        try await line("written \(uuid)") {
            peripheral?.writeValue(Data(bytes), for: characteristic(uuid), type: .withResponse)
        }
    }

    @discardableResult
    func notify(_ uuid: String, _ isOn: Bool = true) async throws -> String {
        try await line("notify \(uuid)") { peripheral?.setNotifyValue(isOn, for: characteristic(uuid)) }
    }

    /// How an error is written in a line: `CB 6`, `ATT 13`; empty for none.
    static func text(_ error: (any Error)?) -> String {
        guard let error = error as NSError? else { return "" }
        switch error.domain {
        case CBErrorDomain: return " CB \(error.code)"
        case CBATTErrorDomain: return " ATT \(error.code)"
        default: return " \(error.domain) \(error.code)"
        }
    }

    // MARK: The manager

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        lines.append("state \(central.state.rawValue)")
        guard central.state == .poweredOn, peripheral == nil else { return }
        if let identifier, let known = central.retrievePeripherals(withIdentifiers: [identifier]).first {
            take(known)
        } else {
            central.scanForPeripherals(withServices: nil)
        }
    }

    private func take(_ found: CBPeripheral) {
        peripheral = found
        found.delegate = self
        central.connect(found)
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        guard self.peripheral == nil, peripheral.name == name else { return }
        central.stopScan()
        take(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        lines.append("connected")
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {
        lines.append("failed\(Self.text(error))")
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        lines.append("lost\(Self.text(error))")
    }

    // MARK: The peripheral

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        servicesWhenTold = peripheral.services
        lines.append("services \(peripheral.services?.map(\.uuid.uuidString) ?? [])\(Self.text(error))")
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService, error: (any Error)?
    ) {
        let found = service.includedServices?.map(\.uuid.uuidString) ?? []
        lines.append("included \(service.uuid) \(found)\(Self.text(error))")
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        let found = service.characteristics?.map(\.uuid.uuidString) ?? []
        lines.append("characteristics \(service.uuid) \(found)\(Self.text(error))")
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        let found = characteristic.descriptors?.map(\.uuid.uuidString) ?? []
        lines.append("descriptors \(characteristic.uuid) \(found)\(Self.text(error))")
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        let bytes = [UInt8](characteristic.value ?? Data())
        if error == nil { values.append(bytes) }
        lines.append("value \(characteristic.uuid) \(bytes.prefix(4))\(Self.text(error))")
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        lines.append("written \(characteristic.uuid)\(Self.text(error))")
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        lines.append("notify \(characteristic.uuid) \(characteristic.isNotifying)\(Self.text(error))")
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?
    ) {
        lines.append("descriptor \(descriptor.uuid)\(Self.text(error))")
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor descriptor: CBDescriptor, error: (any Error)?
    ) {
        lines.append("descriptor written \(descriptor.uuid)\(Self.text(error))")
    }

    func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
        invalidated = invalidatedServices
        lines.append("modified \(invalidatedServices.map(\.uuid.uuidString))")
    }

    func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?) {
        lines.append("rssi \(RSSI)\(Self.text(error))")
    }

    func peripheralDidUpdateName(_ peripheral: CBPeripheral) { lines.append("name \(peripheral.name ?? "")") }

    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) { lines.append("ready") }
}

extension World {
    /// The opcodes of the ATT PDUs that a phone sent since `position`.
    func attributeOpcodes(of phone: Phone, since position: Int) -> [UInt8] {
        trace(since: position).records.compactMap { record in
            guard record.node == phone.id, record.direction == .down,
                case .hci(.acl(let data)) = record.payload,
                data.packetBoundary != .continuing, data.data.count > 4, data.data[2] == 4
            else { return nil }
            return data.data[4]
        }
    }
}
