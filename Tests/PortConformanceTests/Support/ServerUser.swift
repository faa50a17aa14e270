import BluetoothPort
import FaradayTesting

/// Someone who uses a peripheral port: values in, values out.
final class ServerUser: PeripheralSink {
    let events: EventLog<Peripheral.Event>
    let world: World
    private let opened = Lock<(any PeripheralPort)?>(nil)

    init(_ way: Way, _ phone: Phone, _ options: ManagerOptions = ManagerOptions()) {
        world = phone.world
        events = EventLog(world)
        let port = way.provider(phone).openPeripheral(options, sink: self)
        opened.withLock { $0 = port }
    }

    func receive(_ event: Peripheral.Event, _ delivery: Delivery) {
        if !Difference.hides(event) { events.append(event) }
    }

    var port: any PeripheralPort { opened.withLock { $0! } }

    /// Opens a port and waits until the radio is on.
    static func poweredOn(_ way: Way, _ phone: Phone) async throws -> ServerUser {
        let user = ServerUser(way, phone)
        try await user.events.wait(for: .stateChanged(.poweredOn))
        return user
    }

    @discardableResult func send(_ command: Peripheral.Command) -> CommandResult { port.send(command) }

    /// Sends a value to subscribers; `nil` means all of them.
    func update(
        _ value: [UInt8], _ characteristic: AttributeIdentifier, _ centrals: [PeerIdentifier]? = nil
    ) -> Bool {
        port.update(.init(value, characteristic: characteristic, centrals: centrals))
    }

    /// Adds a service; the answer comes later.
    func publish(_ service: Peripheral.Service) { send(.add(service)) }

    /// Adds the bench and advertises it.
    func openBench() async throws {
        publish(.bench)
        try await events.wait(for: .serviceAdded(.init(rawValue: 1), nil))
        send(.startAdvertising(.init(localName: "Bench", serviceUUIDs: ["AA00"])))
        try await events.wait(for: .advertisingStarted(nil))
    }

    func subscribed() async throws -> (central: Peripheral.Subscriber, characteristic: AttributeIdentifier) {
        try await events.next { event in
            if case .subscribed(let central, let characteristic) = event {
                (central, characteristic)
            } else {
                nil
            }
        }
    }

    func readRequest() async throws -> Peripheral.ReadRequest {
        try await events.next { if case .readRequest(let request) = $0 { request } else { nil } }
    }

    func writeRequests() async throws -> (identifier: RequestIdentifier, parts: [Peripheral.WriteRequest]) {
        try await events.next { event in
            if case .writeRequests(let identifier, let parts) = event { (identifier, parts) } else { nil }
        }
    }
}

extension Peripheral.Service {
    /// A service with one static characteristic.
    static func plain(
        _ number: UInt64, _ uuid: BluetoothUUID, characteristic: UInt64, _ other: BluetoothUUID,
        value: [UInt8]
    ) -> Peripheral.Service {
        Peripheral.Service(
            identifier: .init(rawValue: number), uuid: uuid, isPrimary: true, includedServices: [],
            characteristics: [
                Peripheral.Characteristic(
                    identifier: .init(rawValue: characteristic), uuid: other, properties: 0x02,
                    permissions: 1, value: value, descriptors: [])
            ])
    }

    /// Service 1, AA00: AB01 (2) asks for reads and writes, AB02 (3) notifies, AB03 (4) is static and described.
    static let bench = Peripheral.Service(
        identifier: .init(rawValue: 1), uuid: "AA00", isPrimary: true, includedServices: [],
        characteristics: [
            Peripheral.Characteristic(
                identifier: .init(rawValue: 2), uuid: "AB01", properties: 0x0E, permissions: 3, value: nil,
                descriptors: []),
            Peripheral.Characteristic(
                identifier: .init(rawValue: 3), uuid: "AB02", properties: 0x12, permissions: 1, value: nil,
                descriptors: []),
            Peripheral.Characteristic(
                identifier: .init(rawValue: 4), uuid: "AB03", properties: 0x02, permissions: 1, value: [9],
                descriptors: [.init(uuid: "2901", value: Array("static".utf8))]),
        ])
}
