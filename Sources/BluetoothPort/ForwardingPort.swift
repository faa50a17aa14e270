import BluetoothTypes

/// A central's port that stands before another one: whatever it does not do itself passes on.
package protocol ForwardingPort: CentralPort {
    /// The port behind it.
    var port: any CentralPort { get }
}

extension ForwardingPort {
    package var authorization: Authorization { port.authorization }
    package var traits: Central.Traits { port.traits }
    package func retrieve(_ peers: [PeerIdentifier]) -> [Central.Peer] { port.retrieve(peers) }
    package func retrieveConnected(with services: [BluetoothUUID]) -> [Central.Peer] {
        port.retrieveConnected(with: services)
    }
    package func canSendWriteWithoutResponse(to peer: PeerIdentifier) -> Bool {
        port.canSendWriteWithoutResponse(to: peer)
    }
    package func maximumWriteLength(to peer: PeerIdentifier, _ type: Central.WriteType) -> Int {
        port.maximumWriteLength(to: peer, type)
    }
    package func mtu(of peer: PeerIdentifier) -> Int { port.mtu(of: peer) }
    package func isNotificationSharingAuthorized(for peer: PeerIdentifier) -> Bool {
        port.isNotificationSharingAuthorized(for: peer)
    }
    package func hasOpenRequests(to peer: PeerIdentifier) -> Bool { port.hasOpenRequests(to: peer) }
    package func close() { port.close() }
}
