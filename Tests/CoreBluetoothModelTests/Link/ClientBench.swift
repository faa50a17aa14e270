import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

/// The client of one link alone. The test plays the host, and the router with what it does for one manager.
struct ClientBench {
    static let id = Host.LinkID(7)
    static let peer = PeerIdentifier(high: 1, low: 2)
    static let manager = SessionID(1)
    static let other = SessionID(2)

    var client: LinkClient
    var security: LinkSecurity
    var effects = PhoneEffects()
    var barrier: PairingBarrier?
    /// What came out and was not looked at yet.
    var seen: [PhoneModel.Output] = []

    init(_ profile: OSProfile = .plain, isBonded: Bool = false) {
        client = LinkClient(Self.id, Self.peer, LinkClient.Rules(profile))
        security = LinkSecurity(Self.id, isBonded: isBonded)
    }

    /// A client that managers use, with the MTU exchanged and heart rate discovered by the first manager.
    static func discovered(_ profile: OSProfile = .plain) -> ClientBench {
        var bench = ClientBench(profile)
        bench.begin()
        bench.end(.mtu(185))
        bench.send(.discoverServices(peer, nil))
        bench.end(.services(HeartRate.services))
        bench.send(.discoverCharacteristics(peer, nil, service: name(10)))
        bench.end(.characteristics(HeartRate.characteristics))
        bench.seen = []
        return bench
    }

    static func name(_ handle: UInt16) -> AttributeIdentifier {
        AttributeIdentifier(rawValue: UInt64(id.rawValue) << 16 | UInt64(handle))
    }

    // MARK: Inputs

    private mutating func drain() {
        while let output = effects.nextOutput() { seen.append(output) }
    }

    mutating func begin() {
        client.begin(into: &effects)
        drain()
    }

    @discardableResult
    mutating func send(_ command: Central.Command, _ session: SessionID = manager) -> CommandResult {
        defer { drain() }
        return client.handle(command, from: session, into: &effects)
    }

    mutating func write(_ value: [UInt8], to handle: ATT.Handle) {
        client.enqueue(.command(handle, value), from: Self.manager, into: &effects)
        drain()
    }

    /// Ends the request under way, and does what the router does then. Returns what the client asked of it.
    @discardableResult
    mutating func end(_ outcome: GATT.Outcome) -> LinkClient.Effect {
        end(client.operations.currentToken, outcome)
    }

    @discardableResult
    mutating func end(_ token: Host.Token, _ outcome: GATT.Outcome) -> LinkClient.Effect {
        defer { drain() }
        let effect = client.procedureEnded(token, outcome, &security, barrier: barrier, into: &effects)
        switch effect {
        case .nothing: return effect
        case .nameRead: break
        case .servicesFound(let session, let filter):
            client.tellServices(filter, to: session, into: &effects)
        case .bearerFailed: client.end()
        }
        client.proceed(into: &effects)
        return effect
    }

    mutating func secured(_ result: Result<Host.Security, Host.SecurityFailure>) {
        defer { drain() }
        guard case .resumes(let code, let isSecured) = security.ended(result) else { return }
        client.pairingEnded(code, isSecured: isSecured, into: &effects)
    }

    mutating func change(_ body: (inout LinkClient, inout PhoneEffects) -> Void) {
        body(&client, &effects)
        drain()
    }

    // MARK: Looking

    mutating func takeEvents(_ session: SessionID = manager) -> [Central.Event] {
        let events: [Central.Event] = seen.compactMap {
            if case .central(session, let event) = $0 { event } else { nil }
        }
        seen.removeAll { if case .central(session, _) = $0 { true } else { false } }
        return events
    }

    mutating func takeProcedures() -> [GATT.Procedure] {
        let procedures: [GATT.Procedure] = seen.compactMap {
            if case .host(.gatt(.procedure(_, _, let procedure))) = $0 { procedure } else { nil }
        }
        seen.removeAll { if case .host(.gatt(.procedure)) = $0 { true } else { false } }
        return procedures
    }

    /// The rule that is broken, if one is.
    var brokenRule: String? { client.brokenRule ?? client.stall ?? security.brokenRule }
}
