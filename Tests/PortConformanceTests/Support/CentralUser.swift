import BluetoothPort
import FaradayTesting

/// Someone who uses a central port: values in, values out.
final class CentralUser: CentralSink {
    let events: EventLog<Central.Event>
    let world: World
    private let opened = Lock<(any CentralPort)?>(nil)

    init(_ way: Way, _ phone: Phone, _ options: ManagerOptions = ManagerOptions()) {
        world = phone.world
        events = EventLog(world)
        let port = way.provider(phone).openCentral(options, sink: self)
        opened.withLock { $0 = port }
    }

    func receive(_ event: Central.Event, _ delivery: Delivery) {
        if !Difference.hides(event) { events.append(event) }
    }

    var port: any CentralPort { opened.withLock { $0! } }

    /// Opens a port and waits until the radio is on.
    static func poweredOn(_ way: Way, _ phone: Phone) async throws -> CentralUser {
        let user = CentralUser(way, phone)
        try await user.events.wait(for: .stateChanged(.poweredOn))
        return user
    }

    @discardableResult func send(_ command: Central.Command) -> CommandResult { port.send(command) }

    // MARK: The way to a value

    /// Scans until a peer is found.
    func find(_ services: [BluetoothUUID] = []) async throws -> PeerIdentifier {
        send(.scan(.init(services: services)))
        let peer = try await events.next { event -> PeerIdentifier? in
            if case .discovered(let peer, _, _) = event { peer.identifier } else { nil }
        }
        send(.stopScan)
        return peer
    }

    /// Finds a peer and links to it.
    func connect(_ services: [BluetoothUUID] = []) async throws -> PeerIdentifier {
        let peer = try await find(services)
        send(.connect(peer, .init()))
        try await connected(peer)
        return peer
    }

    func connected(_ peer: PeerIdentifier) async throws {
        _ = try await events.next { event -> Bool? in
            if case .connected(let other) = event, other.identifier == peer { true } else { nil }
        }
    }

    /// Waits for the end of a link: its error, and whether the system connects again.
    func disconnected(_ peer: PeerIdentifier) async throws -> (error: PortError?, isReconnecting: Bool) {
        try await events.next { event in
            guard case .disconnected(peer, let error, _, let isReconnecting) = event else { return nil }
            return (error, isReconnecting)
        }
    }

    func services(of peer: PeerIdentifier, _ filter: [BluetoothUUID]? = nil) async throws -> [Central.Service]
    {
        send(.discoverServices(peer, filter))
        return try await events.next { event in
            guard case .servicesDiscovered(peer, let services, nil) = event else { return nil }
            return services
        }
    }

    func characteristics(
        of service: Central.Service, _ peer: PeerIdentifier, _ filter: [BluetoothUUID]? = nil
    ) async throws -> [Central.Characteristic] {
        send(.discoverCharacteristics(peer, filter, service: service.identifier))
        return try await events.next { event in
            guard case .characteristicsDiscovered(peer, service.identifier, let found, nil) = event else {
                return nil
            }
            return found
        }
    }

    /// All characteristics of a peer's service, by UUID.
    func characteristics(
        of uuid: BluetoothUUID, _ peer: PeerIdentifier
    ) async throws -> [BluetoothUUID: AttributeIdentifier] {
        guard let service = try await services(of: peer).first(where: { $0.uuid == uuid }) else { return [:] }
        let found = try await characteristics(of: service, peer)
        return Dictionary(found.map { ($0.uuid, $0.identifier) }) { first, _ in first }
    }

    func descriptors(
        of characteristic: AttributeIdentifier, _ peer: PeerIdentifier
    ) async throws -> [Central.Descriptor] {
        send(.discoverDescriptors(peer, characteristic: characteristic))
        return try await events.next { event in
            guard case .descriptorsDiscovered(peer, characteristic, let found, nil) = event else {
                return nil
            }
            return found
        }
    }

    /// The next value of a characteristic, read or notified.
    func value(
        of characteristic: AttributeIdentifier, _ peer: PeerIdentifier
    ) async throws -> Result<[UInt8], PortError> {
        try await events.next { event in
            guard case .characteristicValue(peer, characteristic, let result) = event else { return nil }
            return result
        }
    }

    func read(
        _ characteristic: AttributeIdentifier, _ peer: PeerIdentifier
    ) async throws -> Result<[UInt8], PortError> {
        send(.readCharacteristic(peer, characteristic))
        return try await value(of: characteristic, peer)
    }

    /// Writes with response and waits for it.
    func write(
        _ value: [UInt8], to characteristic: AttributeIdentifier, _ peer: PeerIdentifier
    ) async throws -> PortError? {
        send(.writeCharacteristic(peer, characteristic, value, .withResponse))
        return try await events.next { event -> PortError?? in
            guard case .characteristicWritten(peer, characteristic, let error) = event else { return nil }
            return .some(error)
        }
    }
}
