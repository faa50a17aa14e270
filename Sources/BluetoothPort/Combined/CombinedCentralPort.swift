import BluetoothTypes

/// A central manager's port at two phones.
final class CombinedCentralPort: CentralPort {
    private let session: CombinedSession
    /// The ports hold them weakly.
    private let sinks: [CombinedSink]

    init(_ provider: CombinedProvider, _ options: ManagerOptions, _ sink: any CentralSink) {
        let session = CombinedSession(sink)
        let (real, simulated) = (CombinedSink(session, .real), CombinedSink(session, .simulated))
        (self.session, sinks) = (session, [real, simulated])
        session.begin(
            .init(
                real: provider.real.openCentral(options, sink: real),
                simulated: provider.simulated.openCentral(options, sink: simulated)))
    }

    func send(_ command: Central.Command) -> CommandResult { session.send(command) }
    func close() { session.close() }

    var authorization: Authorization { session.leader.authorization }
    var traits: Central.Traits { session.leader.traits }
    func retrieve(_ peers: [PeerIdentifier]) -> [Central.Peer] { session.retrieve(peers) }
    func retrieveConnected(with services: [BluetoothUUID]) -> [Central.Peer] {
        session.retrieveConnected(with: services)
    }
    func canSendWriteWithoutResponse(to peer: PeerIdentifier) -> Bool {
        session.port(of: peer).canSendWriteWithoutResponse(to: peer)
    }
    func maximumWriteLength(to peer: PeerIdentifier, _ type: Central.WriteType) -> Int {
        session.port(of: peer).maximumWriteLength(to: peer, type)
    }
    func mtu(of peer: PeerIdentifier) -> Int { session.port(of: peer).mtu(of: peer) }
    func isNotificationSharingAuthorized(for peer: PeerIdentifier) -> Bool {
        session.port(of: peer).isNotificationSharingAuthorized(for: peer)
    }
    func hasOpenRequests(to peer: PeerIdentifier) -> Bool { session.port(of: peer).hasOpenRequests(to: peer) }
}

/// Takes the events of one of the two phones.
private final class CombinedSink: CentralSink {
    private let session: CombinedSession
    private let side: CombinedCentral.Side

    init(_ session: CombinedSession, _ side: CombinedCentral.Side) {
        (self.session, self.side) = (session, side)
    }

    func receive(_ event: Central.Event, _ delivery: Delivery) {
        session.receive(event, from: side, delivery)
    }
    func isAtHomeOnMainQueue(_ event: Central.Event) -> Bool {
        session.sink?.isAtHomeOnMainQueue(event) ?? false
    }
    func settle() { session.sink?.settle() }
    var isOnMainQueue: Bool { session.sink?.isOnMainQueue ?? false }
}
