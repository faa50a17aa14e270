import BluetoothHost
import BluetoothPort
import BluetoothTypes

// What joins connection events with links and managers (behaviour 3.35).
extension PhoneModel {
    mutating func registerForConnectionEvents(
        _ session: SessionID, _ match: Central.ConnectionEventMatch?
    ) -> CommandResult {
        guard profile.supportsConnectionEvents else { return .ignored }
        if connectionEvents.register(session, match) { return .accepted }
        effects.append(.misuse(session, .tooManyConnectionEventServices))
        return .ignored
    }

    /// Reports a link that is now used.
    mutating func tellLinkBegan(_ link: Int) {
        guard links[link].role == .central, !connectionEvents.isEmpty else { return }
        let managers = centrals.map(\.core.id)
        tell(connectionEvents.linkBegan(links[link].id, managers, candidate(link)), link, isConnected: true)
    }

    /// Reports the link to managers that match, now that more is known of the peer.
    mutating func tellListeners(_ link: Int) {
        guard !connectionEvents.isEmpty else { return }
        tell(connectionEvents.moreIsKnown(links[link].id, candidate(link)), link, isConnected: true)
    }

    /// Reports the end of a link that was used.
    mutating func tellLinkEnded(_ link: Int) {
        guard links[link].role == .central, links[link].client.wasUsed, !connectionEvents.isEmpty else {
            return
        }
        let managers = centrals.map(\.core.id)
        tell(connectionEvents.linkEnded(links[link].id, managers, candidate(link)), link, isConnected: false)
    }

    private mutating func tell(_ sessions: [SessionID], _ link: Int, isConnected: Bool) {
        let peer = peers[links[link].peer].handedOut
        for session in sessions { tell(session, .connectionEvent(peer, isConnected: isConnected)) }
    }

    /// A link's peer with its services: those in its database or, before that is known, in its advertising.
    private func candidate(_ link: Int) -> ConnectionEvents.Candidate {
        let (database, peer) = (links[link].database, peers[links[link].peer])
        return ConnectionEvents.Candidate(peer: peer.identifier) { services in
            if database.hasAny(of: services) { return true }
            if services.isEmpty { return false }
            return services.contains(where: peer.sighting.decoded().keys.serviceUUIDs.contains)
        }
    }
}
