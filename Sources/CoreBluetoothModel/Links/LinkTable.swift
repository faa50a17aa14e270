import BluetoothHost
import BluetoothPort
import BluetoothTypes

/// The phone's links in slots, and what the phone remembers of peers' attributes from link to link (behaviour 3.19,
/// 4.7-4.12).
///
/// A slot whose link has ended `isFree`, and the next link takes it.
struct LinkTable: Sendable {
    /// The links, by slot.
    private(set) var all: [Link] = []
    /// What is kept of peers' attributes while there is no link.
    var cache: AttributeCache
    private var slots = LinkSlots()
    private let shared: SharedProfile
    private var profile: OSProfile { _read { yield shared.value } }

    init(_ shared: SharedProfile) {
        self.shared = shared
        cache = AttributeCache(limit: shared.value.maximumRememberedDatabases)
    }

    @inline(__always)
    subscript(_ slot: Int) -> Link {
        _read { yield all[slot] }
        _modify { yield &all[slot] }
    }

    /// The slot of a link that is up.
    @inline(__always)
    func slot(of id: Host.LinkID) -> Int? { slots[id] }

    /// The slots of links that are up.
    var used: [Int] { all.indices.filter { !all[$0].isFree } }

    /// Another link to the same peer.
    func twin(of slot: Int) -> Int? {
        all.indices.first { $0 != slot && !all[$0].isFree && all[$0].peer == all[slot].peer }
    }

    // MARK: Beginning and end

    /// Puts a new link to a peer into a slot.
    mutating func add(_ id: Host.LinkID, _ new: Host.Link, to peer: Int, _ identifier: PeerIdentifier) -> Int
    {
        let link = link(id, new.role, to: peer, identifier, isBonded: new.isBonded)
        let slot = slots.add(id)
        if slot < all.count {
            all[slot] = link
        } else {
            // Exactly: a link is large, and a phone has few.
            all.reserveCapacity(slot + 1)
            all.append(link)
        }
        return slot
    }

    /// The peer's only link begins with what the phone knows of the peer already (3.19, 4.10).
    mutating func recallAttributes(_ slot: Int, isReconnecting: Bool) {
        let peer = all[slot].peer
        if let remembered = cache.recall(peer) {
            all[slot].client.recall(remembered, isBonded: all[slot].security.isBonded)
        }
        if let kept = cache.takeKept(peer), isReconnecting { all[slot].client.resume(kept) }
    }

    /// Frees the slot of a link that has ended.
    mutating func remove(_ slot: Int) {
        let old = all[slot]
        slots.remove(slot)
        all[slot] = link(old.id, old.role, to: old.peer, old.client.peer, isBonded: false)
        all[slot].isFree = true
    }

    private func link(
        _ id: Host.LinkID, _ role: Host.Link.Role, to peer: Int, _ identifier: PeerIdentifier, isBonded: Bool
    ) -> Link {
        let client = LinkClient(id, identifier, LinkClient.Rules(profile))
        return Link(id, role, peer: peer, isBonded: isBonded, client)
    }

    /// The radio went off, and with it all links.
    mutating func removeAll() {
        all = []
        slots = LinkSlots()
    }

    // MARK: Attributes that outlive links

    /// A peer's link ends: keeps what was found on it, if behaviour 4.10 says so.
    mutating func rememberAttributes(_ slot: Int) {
        let peer = all[slot].peer
        cache.forget(peer)
        let remembered = all[slot].client.remembered(
            isBonded: all[slot].security.isBonded, limit: profile.maximumRememberedAttributes)
        if let remembered { cache.remember(remembered, of: peer) }
    }

    /// A link is lost: keeps what was found on it for the managers for which the system reconnects (3.19).
    mutating func keepAttributes(_ slot: Int) {
        cache.keep(all[slot].client.attributes.kept, of: all[slot].peer)
    }

    /// Forgets the attributes of all peers, as a phone does when it restarts (4.11). Links that are up keep what they
    /// have, but nothing of it is kept when they end.
    mutating func forgetAttributes() {
        cache.forgetAll()
        for slot in all.indices { all[slot].client.keepNothing() }
    }

    /// A manager has another number from now on.
    mutating func preserve(_ old: SessionID, as new: SessionID) {
        for slot in used { all[slot].client.preserve(old, as: new) }
        cache.preserve(old, as: new)
    }

    /// The rule that does not hold, if there is one.
    var brokenRule: String? {
        if slots.count != used.count { return "\(used.count) links are in \(slots.count) slots" }
        for slot in used {
            if slots[all[slot].id] != slot { return "slot \(slot) is not found by its link" }
            if let rule = all[slot].brokenRule { return rule }
        }
        return cache.brokenRule
    }
}
