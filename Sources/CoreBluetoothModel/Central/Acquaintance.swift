import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Which peers the phone knows, and by which identifier, beside those it meets by itself (behaviour 3.30,
// 3.33).
extension PhoneModel {
    /// Gives the peer at an address this identifier instead of a generated one. The phone forgets the peer
    /// that it knew at that address, and the peer that had this identifier at another address.
    public mutating func choose(_ identifier: PeerIdentifier, of address: DeviceAddress) {
        peers.choose(identifier, of: address)
        for slot in [peers.slot(of: address), peers.slot(of: identifier)] {
            guard let slot, !peers[slot].isForgotten else { continue }
            let isRight =
                peers[slot].identifier == identifier
                && PeerTable.key(peers[slot].address) == PeerTable.key(address)
            if !isRight { forgetPeer(slot) }
        }
    }

    /// Makes the phone know the peer at an address: apps can retrieve and connect it without a scan.
    public mutating func introduce(_ address: DeviceAddress, name: String?) {
        let slot = slotForPeer(address)
        if let name { peers[slot].advertisedName = name }
    }

    /// Forgets the peer at an address, and its identifier. A link to it stays up, and managers keep using it.
    /// Attempts to connect no longer find the peer.
    public mutating func forgetKnown(_ address: DeviceAddress) {
        if let slot = peers.slot(of: address) { forgetPeer(slot) }
    }

    private mutating func forgetPeer(_ slot: Int) {
        forgetStage(of: slot)
        rememberedPeers.removeAll { $0 == slot }
        peers[slot].remembered = []
        if peers[slot].isConnectPending {
            peers[slot].isConnectPending = false
            effects.append(.host(.gap(.cancelConnect(peers[slot].address))))
        }
        peers.forget(slot)
    }
}
