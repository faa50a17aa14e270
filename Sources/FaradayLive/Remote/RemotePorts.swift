import BluetoothPort
import BluetoothTypes
import PortProtocol

/// A central manager at the phone of another process.
final class RemoteCentralPort: CentralPort {
    private let session: RemoteSession
    /// The phone ends its connection when nobody uses it any more.
    private let phone: (any PortProvider)?
    private let number: UInt32

    init(
        _ session: RemoteSession, of phone: (any PortProvider)? = nil, _ options: ManagerOptions,
        _ sink: any CentralSink
    ) {
        (self.session, self.phone) = (session, phone)
        number = session.open { $0.open(options, sink) }
    }

    func send(_ command: Central.Command) -> CommandResult {
        session.call { .central(number, command, call: $0) }.result
    }

    func close() { session.close(number) }

    var authorization: Authorization { session.authorization(of: number) }

    var traits: Central.Traits {
        if case .traits(let traits) = ask(.traits) { traits } else { Central.Traits() }
    }

    func retrieve(_ peers: [PeerIdentifier]) -> [Central.Peer] { ask(.retrieve(peers)).peers }

    func retrieveConnected(with services: [BluetoothUUID]) -> [Central.Peer] {
        ask(.retrieveConnected(services)).peers
    }

    func canSendWriteWithoutResponse(to peer: PeerIdentifier) -> Bool {
        ask(.canSendWriteWithoutResponse(peer)).flag
    }

    func maximumWriteLength(to peer: PeerIdentifier, _ type: Central.WriteType) -> Int {
        ask(.maximumWriteLength(peer, type)).number
    }

    func mtu(of peer: PeerIdentifier) -> Int { ask(.mtu(peer)).number }

    func isNotificationSharingAuthorized(for peer: PeerIdentifier) -> Bool {
        ask(.isNotificationSharingAuthorized(peer)).flag
    }

    func hasOpenRequests(to peer: PeerIdentifier) -> Bool { ask(.hasOpenRequests(peer)).flag }

    private func ask(_ question: PortFrame.Question) -> PortFrame.Answer {
        session.call { .ask(number, question, call: $0) }
    }
}

/// A peripheral manager at the phone of another process.
final class RemotePeripheralPort: PeripheralPort {
    private let session: RemoteSession
    /// The phone ends its connection when nobody uses it any more.
    private let phone: (any PortProvider)?
    private let number: UInt32

    init(
        _ session: RemoteSession, of phone: any PortProvider, _ options: ManagerOptions,
        _ sink: any PeripheralSink
    ) {
        (self.session, self.phone) = (session, phone)
        number = session.open { $0.open(options, sink) }
    }

    func send(_ command: Peripheral.Command) -> CommandResult {
        session.call { .peripheral(number, command, call: $0) }.result
    }

    func update(_ update: Peripheral.Update) -> Bool {
        session.call { .update(number, update, call: $0) }.flag
    }

    func close() { session.close(number) }

    var authorization: Authorization { session.authorization(of: number) }
}

/// A session of AccessorySetupKit at the phone of another process.
final class RemoteAccessoryPort: AccessoryPort {
    private let session: RemoteSession
    /// The phone ends its connection when nobody uses it any more.
    private let phone: (any PortProvider)?
    private let number: UInt32

    init(_ session: RemoteSession, of phone: any PortProvider, _ sink: any AccessorySink) {
        (self.session, self.phone) = (session, phone)
        number = session.open { $0.open(sink) }
    }

    func send(_ command: Accessories.Command) { session.tell(.accessories(number, command)) }

    func close() { session.close(number) }
}

/// A session of Nearby Interaction at the phone of another process.
final class RemoteNearbyPort: NearbyPort {
    private let session: RemoteSession
    /// The phone ends its connection when nobody uses it any more.
    private let phone: (any PortProvider)?
    private let number: UInt32

    init(_ session: RemoteSession, of phone: any PortProvider, _ sink: any NearbySink) {
        (self.session, self.phone) = (session, phone)
        number = session.open { $0.open(sink) }
    }

    func send(_ command: Nearby.Command) { session.tell(.nearby(number, command)) }

    func close() { session.close(number) }
}

extension RemoteSession {
    /// What a manager may do, or the app with number 0; what the app might at first, while the server does not answer.
    func authorization(of number: UInt32) -> Authorization {
        // A closed manager may nothing.
        guard number == 0 || has(number) else { return .notDetermined }
        let answer = call { .ask(number, .authorization, call: $0) }
        if case .authorization(let authorization) = answer { return authorization }
        return welcome?.authorization ?? .notDetermined
    }
}

extension PortFrame.Answer {
    fileprivate var result: CommandResult { if case .result(let result) = self { result } else { .ignored } }
    fileprivate var flag: Bool { if case .flag(let flag) = self { flag } else { false } }
    fileprivate var number: Int { if case .number(let number) = self { number } else { 0 } }
    fileprivate var peers: [Central.Peer] { if case .peers(let peers) = self { peers } else { [] } }
}
