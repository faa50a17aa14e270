import BluetoothPort
import BluetoothTypes

/// A central's port that passes every question on to another one.
protocol ForwardingPort: CentralPort {
    var port: any CentralPort { get }
}

extension ForwardingPort {
    var authorization: Authorization { port.authorization }
    var traits: Central.Traits { port.traits }
    func retrieve(_ peers: [PeerIdentifier]) -> [Central.Peer] { port.retrieve(peers) }
    func retrieveConnected(with services: [BluetoothUUID]) -> [Central.Peer] {
        port.retrieveConnected(with: services)
    }
    func canSendWriteWithoutResponse(to peer: PeerIdentifier) -> Bool {
        port.canSendWriteWithoutResponse(to: peer)
    }
    func maximumWriteLength(to peer: PeerIdentifier, _ type: Central.WriteType) -> Int {
        port.maximumWriteLength(to: peer, type)
    }
    func mtu(of peer: PeerIdentifier) -> Int { port.mtu(of: peer) }
    func isNotificationSharingAuthorized(for peer: PeerIdentifier) -> Bool {
        port.isNotificationSharingAuthorized(for: peer)
    }
    func hasOpenRequests(to peer: PeerIdentifier) -> Bool { port.hasOpenRequests(to: peer) }
    func close() { port.close() }
}
