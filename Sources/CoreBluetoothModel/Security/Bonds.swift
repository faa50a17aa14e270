import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// The peers that the phone is bonded with, and those that it does not pair with.
extension PhoneModel {
    /// Replaces all bonds, as when a backup is restored.
    public mutating func setBonds(_ bonds: [Host.Bond]) { bondedPeers = bonds.map(\.peer) }

    mutating func remember(_ peer: DeviceAddress) {
        if !isBonded(peer) { bondedPeers.append(peer) }
    }

    func isBonded(_ peer: DeviceAddress) -> Bool {
        bondedPeers.contains { PeerTable.key($0) == PeerTable.key(peer) }
    }

    /// The identifier by which apps know a peer; `nil` when the phone does not know it.
    public func identifier(of peer: DeviceAddress) -> PeerIdentifier? {
        peers.slot(of: peer).map { peers[$0].identifier }
    }

    /// Forgets every peer that no app uses. Scans find such peers as new ones (3.30).
    public mutating func forgetPeers(at now: Instant) {
        for slot in peers.forgetUnpinned(seed: seed) {
            forgetStage(of: slot)
            attributeCache.clear(slot)
        }
    }

    /// Why the phone does not begin to pair with a peer, if there is a reason. Either its table of bonds is
    /// full (section 8, CB 16), or its user has refused before (5.34); then the app gets the peer's own
    /// error.
    func barrier(_ slot: Int) -> PairingBarrier? {
        let address = peers[slot].address
        guard !isBonded(address) else { return nil }
        if bondedPeers.count >= profile.maximumBonds { return .tableFull }
        return refusedPeers.contains(address) ? .refusedBefore : nil
    }

    /// Remembers that the user has refused, if the profile says that the phone then asks no more.
    mutating func note(_ result: Result<Host.Security, Host.SecurityFailure>, _ slot: Int) {
        guard profile.suppressesRefusedPairings, case .failure(.refused) = result else { return }
        let address = peers[slot].address
        guard !refusedPeers.contains(address) else { return }
        if refusedPeers.count >= profile.maximumBonds { refusedPeers.removeFirst() }
        refusedPeers.append(address)
    }
}

/// Why the phone does not begin to pair.
enum PairingBarrier: Hashable, Sendable {
    case tableFull
    case refusedBefore
}
