import BluetoothPort
import BluetoothTypes
import CoreBluetooth
import Dispatch

/// The port of one central manager to a `CBCentralManager`.
final class NativeCentralPort: CentralPort {
    let role: Confined<NativeCentralRole>

    init(_ options: ManagerOptions, _ framework: Framework, _ sink: any CentralSink) {
        role = Confined(label: "FaradayNative.central") { queue in
            NativeCentralRole(options, framework, sink, on: queue)
        }
    }

    /// Uses a manager of the app's on its queue; `nil` if the manager has a port already.
    init?(
        adopting manager: CBCentralManager, on queue: DispatchQueue, _ framework: Framework,
        _ sink: any CentralSink
    ) {
        nonisolated(unsafe) let manager = manager
        role = Confined(on: queue) { queue in
            if manager.delegate is AdoptedDelegate { return nil }
            nonisolated(unsafe) let role: NativeCentralRole? = .init(
                adopting: manager, framework, sink, on: queue)
            return role
        }
        if role.run({ _ in true }) == nil { return nil }
    }

    func send(_ command: Central.Command) -> CommandResult {
        role.run { $0.handle(command) } ?? .ignored
    }

    func close() {
        role.end { $0.close() }
    }

    // MARK: Questions

    var authorization: Authorization { role.run { $0.framework.authorization } ?? .notDetermined }

    var traits: Central.Traits { role.run(\.traits) ?? Central.Traits() }

    func retrieve(_ peers: [PeerIdentifier]) -> [Central.Peer] { role.run { $0.retrieve(peers) } ?? [] }

    func retrieveConnected(with services: [BluetoothUUID]) -> [Central.Peer] {
        role.run { $0.retrieveConnected(with: services) } ?? []
    }

    func canSendWriteWithoutResponse(to peer: PeerIdentifier) -> Bool {
        role.run { $0.canSendWriteWithoutResponse(to: peer) } ?? false
    }

    func maximumWriteLength(to peer: PeerIdentifier, _ type: Central.WriteType) -> Int {
        role.run { $0.maximumWriteLength(to: peer, type) } ?? 0
    }

    func mtu(of peer: PeerIdentifier) -> Int { role.run { $0.mtu(of: peer) } ?? 0 }

    func isNotificationSharingAuthorized(for peer: PeerIdentifier) -> Bool {
        role.run { $0.isNotificationSharingAuthorized(for: peer) } ?? false
    }

    /// The framework does not provide this.
    func hasOpenRequests(to peer: PeerIdentifier) -> Bool { false }
}
