import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Which peers the phone knows, and by which identifier, beside those it meets by itself (behaviour 3.30,
// 3.33).
extension PhoneModel {
    /// Gives the peer at an address this identifier instead of a generated one. The phone forgets the peer
    /// that it knew at that address, and the peer that had this identifier at another address.
    package mutating func choose(_ identifier: PeerIdentifier, of address: DeviceAddress) {
        for slot in peers.choose(identifier, of: address) { forgetPeer(slot) }
    }

    /// Makes the phone know the peer at an address: apps can retrieve and connect it without a scan.
    package mutating func introduce(_ address: DeviceAddress, name: String?) {
        let slot = slotForPeer(address)
        if let name { peers[slot].advertisedName = name }
    }

    /// Forgets the peer at an address, and its identifier. A link to it stays up, and managers keep using it.
    /// Attempts to connect no longer find the peer.
    package mutating func forgetKnown(_ address: DeviceAddress) {
        if let slot = peers.slot(of: address) { forgetPeer(slot) }
    }

    /// Forgets every peer that no app uses. Scans find such peers as new ones (3.30).
    package mutating func forgetPeers(at now: Instant) {
        for slot in peers.forgetUnused() {
            forgetStage(of: slot)
            attributeCache.clear(slot)
        }
    }

    /// Replaces all bonds, as when a backup is restored.
    package mutating func setBonds(_ bonds: [Host.Bond]) { peers.bonds.replace(bonds.map(\.peer)) }

    /// The identifier by which apps know a peer; `nil` when the phone does not know it.
    package func identifier(of peer: DeviceAddress) -> PeerIdentifier? {
        peers.slot(of: peer).map { peers[$0].identifier }
    }

    private mutating func forgetPeer(_ slot: Int) {
        forgetStage(of: slot)
        attributeCache.remove(slot)
        if peers[slot].connection.cancelRequest() {
            effects.append(.host(.gap(.cancelConnect(peers[slot].address))))
        }
        peers.forget(slot)
    }
}
