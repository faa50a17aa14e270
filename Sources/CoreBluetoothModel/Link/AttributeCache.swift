import BluetoothTypes
import BluetoothWire

/// What the phone keeps of a peer's attributes while it is not linked to it (behaviour 4.7–4.10).
struct RememberedAttributes: Sendable {
    var database: AttributeDatabase
    /// The handle of the peer's Service Changed value. A peer without one does not report changes of its
    /// attributes.
    var serviceChanged: ATT.Handle?
}

/// What managers know of a peer while the system reconnects to it by itself (behaviour 3.19).
struct KeptAttributes: Sendable {
    /// `PeerAttributes.names` of the link that was lost: apps continue with the objects that they have.
    let names: UInt32
    let database: AttributeDatabase
    /// What the managers have discovered.
    var views: [PeerAttributes.View]
}

/// The system's attribute cache: the databases that outlive their links (behaviour 4.7–4.12), and what managers
/// continue with after an automatic reconnection. Peers are known by their slots.
struct AttributeCache: Sendable {
    private struct Entry: Sendable {
        let peer: Int
        /// `nil` when a link uses them, or when they were forgotten; the peer still has its place.
        var attributes: RememberedAttributes?
    }

    private let limit: Int
    /// In the order the links ended: what was kept longest is forgotten first.
    private var entries: [Entry] = []
    /// What managers continue with; mostly none.
    private var kept: [(peer: Int, attributes: KeptAttributes)] = []

    /// Creates a cache for this many databases; it has room for one at least.
    init(limit: Int) { self.limit = max(limit, 1) }

    // MARK: Databases

    /// A link has ended. Keeps what was found on it in place of what was known before.
    mutating func remember(_ attributes: RememberedAttributes, of peer: Int) {
        entries.removeAll { $0.peer == peer }
        entries.append(Entry(peer: peer, attributes: attributes))
        if entries.count > limit { entries.removeFirst() }
    }

    /// A link begins: takes what is kept of the peer.
    mutating func recall(_ peer: Int) -> RememberedAttributes? {
        guard let index = entries.firstIndex(where: { $0.peer == peer }) else { return nil }
        defer { entries[index].attributes = nil }
        return entries[index].attributes
    }

    /// What was known of the peer is no longer true.
    mutating func forget(_ peer: Int) { _ = recall(peer) }

    /// The phone forgets all databases, as when it restarts (4.11).
    mutating func forgetAll() { entries = [] }

    /// The slot belongs to another peer from now on.
    mutating func clear(_ peer: Int) {
        forget(peer)
        kept.removeAll { $0.peer == peer }
    }

    /// The phone no longer knows the peer under this slot.
    mutating func remove(_ peer: Int) { entries.removeAll { $0.peer == peer } }

    // MARK: Automatic reconnection

    /// A link is lost: what was found on it is kept for the managers for which the system reconnects.
    mutating func keep(_ attributes: KeptAttributes, of peer: Int) {
        kept.removeAll { $0.peer == peer }
        kept.append((peer, attributes))
    }

    /// A link begins: takes what managers continue with.
    mutating func takeKept(_ peer: Int) -> KeptAttributes? {
        guard let index = kept.firstIndex(where: { $0.peer == peer }) else { return nil }
        return kept.remove(at: index).attributes
    }

    /// A manager has another number from now on.
    mutating func preserve(_ old: SessionID, as new: SessionID) {
        for index in kept.indices { kept[index].attributes.views.rename(old, to: new) }
    }

    // MARK: For tests

    /// The peers whose databases are kept, in the order in which they would be forgotten.
    var remembered: [Int] { entries.filter { $0.attributes != nil }.map(\.peer) }
    /// The peers for which managers continue with something.
    var reconnecting: [Int] { kept.map(\.peer) }

    /// The rule that is broken, if one is; only a defect of Faraday breaks one.
    var brokenRule: String? {
        if entries.count > limit { return "more databases are kept than there is room for" }
        if Set(entries.map(\.peer)).count != entries.count { return "a peer has two databases" }
        if Set(kept.map(\.peer)).count != kept.count {
            return "managers continue with two databases of a peer"
        }
        let subscribed = entries.contains { $0.attributes?.database.subscriptions.isEmpty == false }
        return subscribed ? "a manager is subscribed without a link" : nil
    }
}
