import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// What a phone remembers of peers: by which identifier apps know them, what they advertised, which of them are
/// bonded, and what the user decided about them.
///
/// Other machines name a peer by its slot. A slot keeps its peer while the peer is in use. One dictionary look-up finds a
/// peer by address or by identifier.
struct PeerMemory: Sendable {
    /// The bonds, and the user's refusals.
    var bonds: Bonds
    /// The user's answers about notifications.
    var sharing = NotificationSharing()

    private let seed: UInt64
    private let limit: Int
    private var slots: [Peer] = []
    // Keyed by single words, which hash fastest: address and kind, and an identifier's halves in one.
    private var slotOfAddress: [UInt64: Int] = [:]
    private var slotOfIdentifier: [UInt64: Int] = [:] {
        didSet { recalled = nil }
    }
    /// The slot that was recalled last; its peer is known under the identifier that it has.
    private var recalled: Int?
    /// Identifiers that a test has chosen, by address.
    private var chosen: [UInt64: PeerIdentifier] = [:]
    /// Slots of peers that were forgotten permanently.
    private var vacant: [Int] = []
    private var hand = 0
    /// How often all peers were forgotten: each time, new identifiers are made.
    private var generation: UInt64 = 0

    /// Creates an empty memory; the seed determines the identifiers of peers.
    init(_ profile: OSProfile, seed: UInt64) {
        self.seed = seed
        limit = max(profile.maximumKnownPeers, 1)
        bonds = Bonds(
            limit: profile.maximumBonds, suppressesRefused: profile.suppressesRefusedPairings)
    }

    // MARK: Looking up

    @inline(__always)
    subscript(_ slot: Int) -> Peer {
        _read { yield slots[slot] }
        _modify { yield &slots[slot] }
    }

    /// How many slots there are.
    var count: Int { slots.count }

    /// The slot of a peer that is known under this identifier.
    @inline(__always)
    func slot(of identifier: PeerIdentifier) -> Int? {
        guard let slot = slotOfIdentifier[Self.key(identifier)], slots[slot].identifier == identifier else {
            return nil
        }
        return slot
    }

    /// The same for who asks for one peer again and again, as an app does that reads: a look-up takes 230 instructions.
    @inline(__always)
    mutating func recall(_ identifier: PeerIdentifier) -> Int? {
        if let recalled, slots[recalled].identifier == identifier { return recalled }
        recalled = slot(of: identifier)
        return recalled
    }

    /// The slot of a peer that is known under this address.
    @inline(__always)
    func slot(of address: DeviceAddress) -> Int? { slotOfAddress[Self.key(address)] }

    /// The slots of peers that this session connects to or is connected to, in order.
    func attached(to session: SessionID) -> [Int] {
        slots.indices.filter { slots[$0].attachment(of: session) != nil }
    }

    /// The address of the first peer that this session connects to or is connected to.
    func address(of session: SessionID) -> DeviceAddress? {
        attached(to: session).first.map { slots[$0].address }
    }

    /// The peers with these identifiers, as far as the phone knows them (3.30).
    func known(_ identifiers: [PeerIdentifier]) -> [Central.Peer] {
        identifiers.compactMap { identifier in
            guard let slot = slot(of: identifier), !slots[slot].isForgotten else { return nil }
            return slots[slot].portValue
        }
    }

    /// Why the phone does not begin to pair with a peer, if there is a reason.
    func barrier(_ slot: Int) -> PairingBarrier? { bonds.barrier(slots[slot].address) }

    // MARK: Meeting

    /// Finds the peer's slot, or gives it one. What others noted under the number of a slot that `isReused` is
    /// invalid, because another peer had it before.
    mutating func meet(_ address: DeviceAddress) -> (slot: Int, isReused: Bool) {
        guard let slot = slot(of: address) else { return add(address) }
        if slots[slot].address != address { slots[slot].address = address }
        return (slot, false)
    }

    private mutating func add(_ address: DeviceAddress) -> (slot: Int, isReused: Bool) {
        let key = Self.key(address)
        let peer = Peer(identifier: generated(for: address), address: address)
        let victim = vacant.popLast() ?? (slots.count >= limit ? oldestUnpinned() : nil)
        let slot = victim ?? slots.count
        if let victim {
            // Another peer may have turned out to have this address since (`rename`).
            let old = Self.key(slots[victim].address)
            if slotOfAddress[old] == victim { slotOfAddress[old] = nil }
            unname(victim)
            slots[victim] = peer
        } else {
            slots.append(peer)
        }
        slotOfAddress[key] = slot
        slotOfIdentifier[Self.key(peer.identifier)] = slot
        return (slot, victim != nil)
    }

    /// The identifier that the phone gives to the peer at an address when it meets it.
    func generated(for address: DeviceAddress) -> PeerIdentifier {
        if let identifier = chosen[Self.key(address)] { return identifier }
        let seed = generation == 0 ? seed : PeerIdentifier.mix(seed &+ generation)
        return PeerIdentifier(seed: seed, address: address)
    }

    /// Forgets every peer that is not in use; each gets a new identifier (3.30). Returns their slots, in order.
    mutating func forgetUnused() -> [Int] {
        generation += 1
        let forgotten = slots.indices.filter {
            !slots[$0].isPinned && slotOfAddress[Self.key(slots[$0].address)] == $0
        }
        for slot in forgotten {
            let address = slots[slot].address
            unname(slot)
            slots[slot] = Peer(identifier: generated(for: address), address: address)
            slotOfIdentifier[Self.key(slots[slot].identifier)] = slot
        }
        return forgotten
    }

    /// Gives the peer at an address this identifier instead of a generated one. Returns the slots of the peers to
    /// forget: the one at that address, and the one with this identifier at another address.
    mutating func choose(_ identifier: PeerIdentifier, of address: DeviceAddress) -> [Int] {
        // At most one other address had this identifier. It loses it.
        if let former = chosen.first(where: { $0.value == identifier })?.key { chosen[former] = nil }
        chosen[Self.key(address)] = identifier
        return [slot(of: address), slot(of: identifier)].compactMap { $0 }.filter { slot in
            let peer = slots[slot]
            let isRight = peer.identifier == identifier && Self.key(peer.address) == Self.key(address)
            return !isRight && !peer.isForgotten
        }
    }

    // MARK: Forgetting

    /// Forgets a peer and its identifier: when the phone meets it again, it is a new peer. A slot in use
    /// stays until the peer is no longer in use and another peer needs it.
    mutating func forget(_ slot: Int) {
        let key = Self.key(slots[slot].address)
        if slotOfAddress[key] == slot { slotOfAddress[key] = nil }
        if slots[slot].isPinned {
            slots[slot].isForgotten = true
        } else {
            unname(slot)
            slots[slot] = Peer(identifier: slots[slot].identifier, address: slots[slot].address)
            vacant.append(slot)
        }
    }

    /// Removes the slot's identifier from the table.
    private mutating func unname(_ slot: Int) {
        let key = Self.key(slots[slot].identifier)
        if slotOfIdentifier[key] == slot { slotOfIdentifier[key] = nil }
    }

    /// The peer's identity address has become known: it keeps its identifier (3.34). A peer that had this address before
    /// is no longer found by it.
    mutating func rename(_ slot: Int, to address: DeviceAddress) {
        let key = Self.key(address)
        guard slotOfAddress[key] != slot else { return }
        slotOfAddress[Self.key(slots[slot].address)] = nil
        slotOfAddress[key] = slot
        slots[slot].address = address
    }

    /// Ends every connection and attempt, as power off does, and with them the user's refusals (5.34).
    mutating func radioWentOff() {
        bonds.forgetRefusals()
        for slot in slots.indices where slots[slot].isPinned { slots[slot].connection.reset() }
    }

    private mutating func oldestUnpinned() -> Int? {
        for _ in slots.indices {
            let candidate = hand % slots.count
            hand = candidate + 1
            if !slots[candidate].isPinned { return candidate }
        }
        return nil
    }

    /// Both halves count: chosen identifiers differ in either.
    @inline(__always)
    private static func key(_ identifier: PeerIdentifier) -> UInt64 {
        identifier.low ^ identifier.high &* 0x9E37_79B9_7F4A_7C15
    }

    /// An address as it is on air: the same peer whether it was resolved or not (behaviour 3.34).
    @inline(__always)
    static func key(_ address: DeviceAddress) -> UInt64 {
        address.value | UInt64(address.kind.rawValue & 1) << 48
    }

    /// The rule that does not hold, if there is one: what is found under a key has that key, and a vacant slot is
    /// neither found nor in use.
    var brokenRule: String? {
        for (key, slot) in slotOfAddress {
            guard slots.indices.contains(slot), Self.key(slots[slot].address) == key else {
                return "slot \(slot) is found under an address that it does not have"
            }
            if vacant.contains(slot) { return "vacant slot \(slot) is found by its address" }
            if slots[slot].isForgotten { return "forgotten peer in slot \(slot) is found by its address" }
        }
        for (key, slot) in slotOfIdentifier {
            guard slots.indices.contains(slot), Self.key(slots[slot].identifier) == key else {
                return "slot \(slot) is found under an identifier that it does not have"
            }
            if vacant.contains(slot) { return "vacant slot \(slot) is found by its identifier" }
        }
        if Set(vacant).count != vacant.count { return "a slot is vacant twice" }
        if let slot = vacant.first(where: { slots[$0].isPinned }) { return "vacant slot \(slot) is in use" }
        return slots.lazy.compactMap(\.connection.brokenRule).first ?? bonds.brokenRule
    }
}
