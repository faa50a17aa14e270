import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// What a phone remembers of peers: by which identifier apps know them, what they advertised, which of them are
/// bonded, and what the user decided about them.
///
/// Other machines name a peer by its slot. A slot keeps its peer while the peer is in use.
struct PeerMemory: Sendable {
    private var table = PeerTable()
    /// The bonds, and the user's refusals.
    var bonds: Bonds
    /// The user's answers about notifications.
    var sharing = NotificationSharing()
    private let seed: UInt64
    private let limit: Int

    /// Creates an empty memory; the seed determines the identifiers of peers.
    init(_ profile: OSProfile, seed: UInt64) {
        self.seed = seed
        limit = profile.maximumKnownPeers
        bonds = Bonds(
            limit: profile.maximumBonds, suppressesRefused: profile.suppressesRefusedPairings)
    }

    // MARK: Looking up

    @inline(__always)
    subscript(_ slot: Int) -> Peer {
        _read { yield table[slot] }
        _modify { yield &table[slot] }
    }

    /// How many slots there are.
    var count: Int { table.count }

    /// The slot of a peer that is known under this identifier.
    @inline(__always)
    func slot(of identifier: PeerIdentifier) -> Int? { table.slot(of: identifier) }

    /// The slot of a peer that is known under this address.
    @inline(__always)
    func slot(of address: DeviceAddress) -> Int? { table.slot(of: address) }

    /// The slots of peers that this session connects to or is connected to, in order.
    func attached(to session: SessionID) -> [Int] { table.attached(to: session) }

    /// The peers with these identifiers, as far as the phone knows them (3.30).
    func known(_ identifiers: [PeerIdentifier]) -> [Central.Peer] {
        identifiers.compactMap { identifier in
            guard let slot = table.slot(of: identifier), !table[slot].isForgotten else { return nil }
            return table[slot].handedOut
        }
    }

    /// Why the phone does not begin to pair with a peer, if there is a reason.
    func barrier(_ slot: Int) -> PairingBarrier? { bonds.barrier(table[slot].address) }

    // MARK: Meeting

    /// Finds the peer's slot, or gives it one. What others noted under the number of a slot that `isReused` is
    /// invalid, because another peer had it before.
    mutating func meet(_ address: DeviceAddress) -> (slot: Int, isReused: Bool) {
        if let slot = table.slot(of: address) {
            if table[slot].address != address { table[slot].address = address }
            return (slot, false)
        }
        return table.add(address, seed: seed, limit: limit)
    }

    /// Gives the peer at an address this identifier instead of a generated one. Returns the slots of the peers to
    /// forget: the one at that address, and the one with this identifier at another address.
    mutating func choose(_ identifier: PeerIdentifier, of address: DeviceAddress) -> [Int] {
        table.choose(identifier, of: address)
        return [table.slot(of: address), table.slot(of: identifier)].compactMap { $0 }.filter { slot in
            let peer = table[slot]
            let isRight =
                peer.identifier == identifier && PeerTable.key(peer.address) == PeerTable.key(address)
            return !isRight && !peer.isForgotten
        }
    }

    /// The peer's identity address has become known: it keeps its identifier (3.34).
    mutating func rename(_ slot: Int, to address: DeviceAddress) { table.rename(slot, to: address) }

    // MARK: Forgetting

    /// Forgets a peer and its identifier: when the phone meets it again, it is a new peer. Managers that use it go on.
    mutating func forget(_ slot: Int) { table.forget(slot) }

    /// Forgets every peer that is not in use; each gets a new identifier (3.30). Returns their slots, in order.
    mutating func forgetUnused() -> [Int] { table.forgetUnpinned(seed: seed) }

    /// Ends every connection and attempt, as power off does, and with them the user's refusals (5.34).
    mutating func radioWentOff() {
        bonds.forgetRefusals()
        table.detachAll()
    }

    /// The rule that does not hold, if there is one.
    var brokenRule: String? { table.brokenRule ?? bonds.brokenRule }
}
