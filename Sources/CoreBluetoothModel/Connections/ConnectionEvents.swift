import BluetoothHost
import BluetoothPort
import BluetoothTypes

/// Who wants connection events: reports of links that the phone has as central, whichever app connected them (behaviour
/// 3.35).
struct ConnectionEvents: Sendable {
    /// How many services a manager may name.
    static let mostServices = 4

    private var registrations: [(session: SessionID, match: Central.ConnectionEventMatch)] = []
    /// Managers that have not got an event for a link, because its peer is not known to match.
    private var waiting: [(link: Host.LinkID, session: SessionID)] = []

    /// A peer, as far as the phone knows it.
    struct Candidate {
        let peer: PeerIdentifier
        /// Whether the peer has one of these services.
        let offers: ([BluetoothUUID]) -> Bool
    }

    var isEmpty: Bool { registrations.isEmpty }

    func isRegistered(_ session: SessionID) -> Bool { registrations.contains { $0.session == session } }

    /// A manager wants other events, or none. Returns false if it names too many services.
    mutating func register(_ session: SessionID, _ match: Central.ConnectionEventMatch?) -> Bool {
        guard let match else {
            remove(session)
            return true
        }
        guard match.services.count <= Self.mostServices else { return false }
        if let index = registrations.firstIndex(where: { $0.session == session }) {
            registrations[index].match = match
        } else {
            registrations.append((session, match))
        }
        return true
    }

    /// A manager wants no events any more.
    mutating func remove(_ session: SessionID) { registrations.removeAll { $0.session == session } }

    /// The system continues a manager's work under another number.
    mutating func preserve(_ old: SessionID, as new: SessionID) {
        for index in registrations.indices where registrations[index].session == old {
            registrations[index].session = new
        }
        for index in waiting.indices where waiting[index].session == old { waiting[index].session = new }
    }

    // MARK: Links

    /// A link is now used; `managers` are all of the phone, in order. Returns those that get the event. Managers that do
    /// not match yet may match when more is known of the peer.
    mutating func linkBegan(
        _ link: Host.LinkID, _ managers: [SessionID], _ candidate: Candidate
    ) -> [SessionID] {
        waiting.removeAll { $0.link == link }
        waiting += managers.filter(isRegistered).map { (link, $0) }
        return moreIsKnown(link, candidate)
    }

    /// More is known of a link's peer. Returns the managers that get the event now.
    mutating func moreIsKnown(_ link: Host.LinkID, _ candidate: Candidate) -> [SessionID] {
        let told = waiting.filter { $0.link == link && wants(candidate, $0.session) }.map(\.session)
        waiting.removeAll { $0.link == link && told.contains($0.session) }
        return told
    }

    /// A link that was used has ended. Returns the managers that get the event.
    mutating func linkEnded(
        _ link: Host.LinkID, _ managers: [SessionID], _ candidate: Candidate
    ) -> [SessionID] {
        waiting.removeAll { $0.link == link }
        return managers.filter { wants(candidate, $0) }
    }

    /// The radio went off, and with it all links.
    mutating func radioWentOff() { waiting = [] }

    private func wants(_ candidate: Candidate, _ session: SessionID) -> Bool {
        guard let match = registrations.first(where: { $0.session == session })?.match else { return false }
        return match.peers.contains(candidate.peer) || candidate.offers(match.services)
    }

    /// The rule that does not hold, if there is one.
    var brokenRule: String? {
        if Set(registrations.map(\.session)).count != registrations.count {
            return "a manager is registered twice"
        }
        return nil
    }
}
