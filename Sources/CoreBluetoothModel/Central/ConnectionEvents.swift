import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Connection events: links that the phone has as central, whichever app connected them (behaviour 3.35).
extension PhoneModel {
    private static let mostServices = 4

    mutating func registerForConnectionEvents(
        _ index: Int, _ match: Central.ConnectionEventMatch?
    ) -> CommandResult {
        guard profile.supportsConnectionEvents else { return .ignored }
        if let match, match.services.count > Self.mostServices {
            effects.append(.misuse(centrals[index].core.id, .tooManyConnectionEventServices))
            return .ignored
        }
        centrals[index].connectionEvents = match
        return .accepted
    }

    /// Reports a link that is now used. Managers that do not match yet may match when more is known of the
    /// peer's services.
    mutating func tellLinkBegan(_ link: Int) {
        guard links[link].role == .central else { return }
        links[link].listeners = centrals.filter { $0.connectionEvents != nil }.map(\.core.id)
        tellListeners(link)
    }

    /// Reports the link to the managers that registered for such a peer, once to each.
    mutating func tellListeners(_ link: Int) {
        guard !links[link].listeners.isEmpty else { return }
        let peer = peers[links[link].peer].handedOut
        for session in links[link].listeners where isWanted(link, by: session) {
            tell(session, .connectionEvent(peer, isConnected: true))
        }
        links[link].listeners = links[link].listeners.filter { !isWanted(link, by: $0) }
    }

    /// Reports the end of a link that was used.
    mutating func tellLinkEnded(_ link: Int) {
        guard links[link].role == .central, links[link].isClientStarted else { return }
        let peer = peers[links[link].peer].handedOut
        for central in centrals where central.connectionEvents != nil && isWanted(link, by: central.core.id) {
            tell(central.core.id, .connectionEvent(peer, isConnected: false))
        }
    }

    /// Whether a manager registered for this peer, or for a service that the peer has. The services are those
    /// in the peer's database or, before that is known, in its advertising.
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
