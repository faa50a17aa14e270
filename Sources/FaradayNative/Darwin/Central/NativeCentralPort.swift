import BluetoothPort
import BluetoothTypes

/// The port of one central manager to a `CBCentralManager`.
final class NativeCentralPort: CentralPort {
    private let session: Confined<CentralSession>

    init(_ options: ManagerOptions, _ framework: Framework, _ sink: any CentralSink) {
        session = Confined(label: "FaradayNative.central") { queue in
            CentralSession(options, framework, sink, on: queue)
        }
    }

    func send(_ command: Central.Command) -> CommandResult {
        session.run { $0.handle(command) } ?? .ignored
    }

    func close() {
        session.end { $0.close() }
    }

    // MARK: Questions

    var authorization: Authorization { session.run { $0.framework.authorization } ?? .notDetermined }

    var traits: Central.Traits { session.run(\.traits) ?? Central.Traits() }

    func retrieve(_ peers: [PeerIdentifier]) -> [Central.Peer] { session.run { $0.retrieve(peers) } ?? [] }

    func retrieveConnected(with services: [BluetoothUUID]) -> [Central.Peer] {
        session.run { $0.retrieveConnected(with: services) } ?? []
    }

    func canSendWriteWithoutResponse(to peer: PeerIdentifier) -> Bool {
        session.run { $0.canSendWriteWithoutResponse(to: peer) } ?? false
    }

    func maximumWriteLength(to peer: PeerIdentifier, _ type: Central.WriteType) -> Int {
        session.run { $0.maximumWriteLength(to: peer, type) } ?? 0
    }

    func mtu(of peer: PeerIdentifier) -> Int { session.run { $0.mtu(of: peer) } ?? 0 }

    func isNotificationSharingAuthorized(for peer: PeerIdentifier) -> Bool {
        session.run { $0.isNotificationSharingAuthorized(for: peer) } ?? false
    }

    /// The framework does not provide this.
    func hasOpenRequests(to peer: PeerIdentifier) -> Bool { false }
}
