import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Connection events: links that the phone has as central, whichever app asked for them (behaviour 3.35).
extension PhoneModel {
    private static let mostServices = 4

    mutating func registerForConnectionEvents(
        _ index: Int, _ match: Central.ConnectionEventMatch?
    ) -> Central.Answer {
        guard profile.supportsConnectionEvents else { return .ignored }
        if let match, match.services.count > Self.mostServices {
            outputs.append(.misuse(centrals[index].core.id, .tooManyConnectionEventServices))
            return .ignored
        }
        centrals[index].connectionEvents = match
        return .accepted
    }

    /// A link has come into use. Who does not hear of it yet may, when more is known of the peer's services.
    mutating func tellLinkBegan(_ link: Int) {
        guard links[link].role == .central else { return }
        links[link].listeners = centrals.filter { $0.connectionEvents != nil }.map(\.core.id)
        tellListeners(link)
    }

    /// Tells those of the link that want to hear of such a peer, each once.
    mutating func tellListeners(_ link: Int) {
        guard !links[link].listeners.isEmpty else { return }
        let peer = peers[links[link].peer].handedOut
        for session in links[link].listeners where isWanted(link, by: session) {
            tell(session, .connectionEvent(peer, isConnected: true))
        }
        links[link].listeners = links[link].listeners.filter { !isWanted(link, by: $0) }
    }

    /// A link that was in use is gone.
    mutating func tellLinkEnded(_ link: Int) {
        guard links[link].role == .central, links[link].isClientStarted else { return }
        let peer = peers[links[link].peer].handedOut
        for central in centrals where central.connectionEvents != nil && isWanted(link, by: central.core.id) {
            tell(central.core.id, .connectionEvent(peer, isConnected: false))
        }
    }

    /// Whether a manager asked for this peer, or for a service that the phone knows it to have: from its
    /// database or, before that is known, from its advertising.
    private func isWanted(_ link: Int, by session: SessionID) -> Bool {
        guard let index = centralIndex(session), let match = centrals[index].connectionEvents else {
            return false
        }
        let peer = peers[links[link].peer]
        if match.peers.contains(peer.identifier) { return true }
        if links[link].database.hasAny(of: match.services) { return true }
        guard !match.services.isEmpty else { return false }
        return match.services.contains(where: peer.sighting.decoded().keys.serviceUUIDs.contains)
    }
}
