import BluetoothPort
import BluetoothTypes

/// A central's port that passes every question on to another one.
public protocol ForwardingPort: CentralPort {
    var port: any CentralPort { get }
}

extension ForwardingPort {
    public var authorization: Authorization { port.authorization }
    public var traits: Central.Traits { port.traits }
    public func retrieve(_ peers: [PeerIdentifier]) -> [Central.Peer] { port.retrieve(peers) }
    public func retrieveConnected(with services: [BluetoothUUID]) -> [Central.Peer] {
        port.retrieveConnected(with: services)
    }
    public func canSendWriteWithoutResponse(to peer: PeerIdentifier) -> Bool {
        port.canSendWriteWithoutResponse(to: peer)
    }
    public func maximumWriteLength(to peer: PeerIdentifier, _ type: Central.WriteType) -> Int {
        port.maximumWriteLength(to: peer, type)
    }
    public func mtu(of peer: PeerIdentifier) -> Int { port.mtu(of: peer) }
    public func isNotificationSharingAuthorized(for peer: PeerIdentifier) -> Bool {
        port.isNotificationSharingAuthorized(for: peer)
    }
    public func hasOpenRequests(to peer: PeerIdentifier) -> Bool { port.hasOpenRequests(to: peer) }
    public func close() { port.close() }
}
