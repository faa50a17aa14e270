import BluetoothHost
import BluetoothPort
import BluetoothTypes

// When apps can write without response, and when they get the callback for it.
extension PhoneModel {
    /// The time has passed. An app that has written meanwhile gets no callback.
    mutating func commandsReady(_ session: SessionID, _ identifier: PeerIdentifier) {
        guard let slot = peers.slot(of: identifier), peers[slot].connection.openCommands(session) else {
            return
        }
        tell(session, .readyToWriteWithoutResponse(identifier))
    }

    /// A write without response left the queue (5.17).
    mutating func commandSent(_ id: Host.LinkID, _ token: Host.Token) {
        guard let slot = slotOfLink[id] else { return }
        let peer = links[slot].peer
        let session = PhoneEffects.session(of: token)
        guard peers[peer].connection.commandSent(session) else { return }
        tell(session, .readyToWriteWithoutResponse(peers[peer].identifier))
    }
}
