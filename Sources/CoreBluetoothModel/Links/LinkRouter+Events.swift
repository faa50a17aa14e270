import BluetoothHost
import BluetoothPort
import BluetoothTypes

// Connection events: managers that hear of links which other apps use (behaviour 3.35).
extension LinkRouter {
    mutating func registerForConnectionEvents(
        _ session: SessionID, _ match: Central.ConnectionEventMatch?, into effects: inout PhoneEffects
    ) -> CommandResult {
        guard profile.supportsConnectionEvents else { return .ignored }
        if connections.events.register(session, match) { return .accepted }
        effects.append(.misuse(session, .tooManyConnectionEventServices))
        return .ignored
    }

    /// Reports a link that is now used.
    mutating func tellLinkBegan(_ link: Int, _ turn: Turn, into effects: inout PhoneEffects) {
        guard links[link].role == .central, !connections.events.isEmpty else { return }
        let managers = turn.managers.centrals.map(\.core.id)
        let sessions = connections.events.linkBegan(links[link].id, managers, candidate(link))
        tell(sessions, link, isConnected: true, into: &effects)
    }

    /// Reports the link to managers that match, now that more is known of the peer.
    mutating func tellListeners(_ link: Int, into effects: inout PhoneEffects) {
        guard !connections.events.isEmpty else { return }
        let sessions = connections.events.moreIsKnown(links[link].id, candidate(link))
        tell(sessions, link, isConnected: true, into: &effects)
    }

    /// Reports the end of a link that was used.
    mutating func tellLinkEnded(_ link: Int, _ turn: Turn, into effects: inout PhoneEffects) {
        guard links[link].role == .central, links[link].client.wasUsed, !connections.events.isEmpty else {
            return
        }
        let managers = turn.managers.centrals.map(\.core.id)
        let sessions = connections.events.linkEnded(links[link].id, managers, candidate(link))
        tell(sessions, link, isConnected: false, into: &effects)
    }

    private func tell(
        _ sessions: [SessionID], _ link: Int, isConnected: Bool, into effects: inout PhoneEffects
    ) {
        let peer = peers[links[link].peer].portValue
        for session in sessions { effects.tell(session, .connectionEvent(peer, isConnected: isConnected)) }
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
