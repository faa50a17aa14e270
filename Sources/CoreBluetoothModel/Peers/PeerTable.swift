import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// Peers in slots. One dictionary look-up finds a peer by address or by identifier.
struct PeerTable: Sendable {
    private var slots: [Peer] = []
    // Keyed by single words, which hash fastest: address and kind, and an identifier's halves in one.
    private var slotOfAddress: [UInt64: Int] = [:]
    private var slotOfIdentifier: [UInt64: Int] = [:]
    /// Identifiers that a test has chosen, by address.
    private var chosen: [UInt64: PeerIdentifier] = [:]
    /// Slots of peers that were forgotten permanently.
    private var vacant: [Int] = []
    private var hand = 0
    /// How often all peers were forgotten: each time, new identifiers are made.
    private var generation: UInt64 = 0

    @inline(__always)
    subscript(_ slot: Int) -> Peer {
        _read { yield slots[slot] }
        _modify { yield &slots[slot] }
    }

    var count: Int { slots.count }

    /// The slot of a peer that is known under this identifier.
    @inline(__always)
    func slot(of identifier: PeerIdentifier) -> Int? {
        guard let slot = slotOfIdentifier[Self.key(identifier)], slots[slot].identifier == identifier else {
            return nil
        }
        return slot
    }

    /// The slot of a peer that is known under this address.
    @inline(__always)
    func slot(of address: DeviceAddress) -> Int? { slotOfAddress[Self.key(address)] }

    /// The slots of peers that this session connects to or is connected to, in order.
    func attached(to session: SessionID) -> [Int] {
        slots.indices.filter { slots[$0].attachment(of: session) != nil }
    }

    /// Removes every connection and attempt from the table, as power off does.
    mutating func detachAll() {
        for slot in slots.indices where slots[slot].isPinned {
            slots[slot].connection.reset()
        }
    }

    /// Finds a slot for a new peer. A slot that another peer had before is `isReused`: what sessions noted
    /// under its number is invalid.
    mutating func add(
        _ address: DeviceAddress, seed: UInt64, limit: Int
    ) -> (slot: Int, isReused: Bool) {
        let key = Self.key(address)
        let peer = Peer(identifier: identifier(of: address, seed), address: address)
        let victim = vacant.popLast() ?? (slots.count >= max(limit, 1) ? oldestUnpinned() : nil)
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

    private func identifier(of address: DeviceAddress, _ seed: UInt64) -> PeerIdentifier {
        if let identifier = chosen[Self.key(address)] { return identifier }
        let seed = generation == 0 ? seed : PeerIdentifier.mix(seed &+ generation)
        return PeerIdentifier(seed: seed, address: address)
    }

    /// Forgets all that is known of peers that are not in use; each gets a new identifier (behaviour 3.30).
    /// Returns their slots, in order.
    mutating func forgetUnpinned(seed: UInt64) -> [Int] {
        generation += 1
        let forgotten = slots.indices.filter {
            !slots[$0].isPinned && slotOfAddress[Self.key(slots[$0].address)] == $0
        }
        for slot in forgotten {
            let address = slots[slot].address
            unname(slot)
            slots[slot] = Peer(identifier: identifier(of: address, seed), address: address)
            slotOfIdentifier[Self.key(slots[slot].identifier)] = slot
        }
        return forgotten
    }

    /// Chooses the identifier that the peer at an address gets when the phone meets it.
    mutating func choose(_ identifier: PeerIdentifier, of address: DeviceAddress) {
        // At most one other address had this identifier. It loses it.
        if let former = chosen.first(where: { $0.value == identifier })?.key { chosen[former] = nil }
        chosen[Self.key(address)] = identifier
    }

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

    /// Changes a peer's address. A peer that had this address before is no longer found by it.
    mutating func rename(_ slot: Int, to address: DeviceAddress) {
        let key = Self.key(address)
        guard slotOfAddress[key] != slot else { return }
        slotOfAddress[Self.key(slots[slot].address)] = nil
        slotOfAddress[key] = slot
        slots[slot].address = address
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
        return slots.lazy.compactMap(\.connection.brokenRule).first
    }
}

extension PeerIdentifier {
    /// The identifier that a phone with this seed gives to the peer at `address` (behaviour 3.33). Another
    /// phone, or a new address, gives another one. It has the format of a random UUID, version 4.
    init(seed: UInt64, address: DeviceAddress) {
        let key = PeerTable.key(address)
        let high = Self.mix(seed &+ Self.mix(key &+ 0x9E37_79B9_7F4A_7C15))
        let low = Self.mix(high &+ Self.mix(key ^ 0xD1B5_4A32_D192_ED03))
        self.init(
            high: high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000,
            low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    /// Spreads each bit over all bits: the finaliser of SplitMix64, a bijection.
    static func mix(_ value: UInt64) -> UInt64 {
        var bits = value
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}
