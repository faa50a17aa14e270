import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Whom the phone knows, and by which identifier, beside what it finds out by itself (behaviour 3.30, 3.33).
extension PhoneModel {
    /// The peer at an address gets this identifier instead of one that is drawn. Whom the phone knew there, or by this
    /// identifier elsewhere, it forgets.
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

    /// The phone has met the peer at an address: it can be retrieved and connected without a scan.
    public mutating func introduce(_ address: DeviceAddress, name: String?) {
        let slot = slotForPeer(address)
        if let name { peers[slot].advertisedName = name }
    }

    /// Forgets the peer at an address, its identifier too. A link to it stays up, and its managers keep at it; attempts
    /// to connect find nobody any more.
    public mutating func forgetKnown(_ address: DeviceAddress) {
        if let slot = peers.slot(of: address) { forgetPeer(slot) }
    }

    private mutating func forgetPeer(_ slot: Int) {
        forgetStage(of: slot)
        rememberedPeers.removeAll { $0 == slot }
        peers[slot].remembered = []
        if peers[slot].isConnectPending {
            peers[slot].isConnectPending = false
            outputs.append(.host(.cancelConnect(peers[slot].address)))
        }
        peers.forget(slot)
    }
}
