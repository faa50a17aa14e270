import BluetoothPort
import BluetoothTypes

/// How far the picker's own link to an accessory is.
enum PickerLink: Hashable, Sendable {
    /// The picker is not connected, and does not connect.
    case none
    /// The link is not up yet, or goes down.
    case underway
    case up(Security)

    /// What the picker needs to know of the security of a link that is up.
    struct Security: Hashable, Sendable {
        /// The number of the link.
        let link: Int
        /// The phone does not begin to pair with this accessory.
        var isBarred = false
        /// A pairing or an encryption takes place.
        var isRunning = false
        var isEncrypted = false
    }

    init(to identifier: PeerIdentifier, of session: SessionID, _ router: LinkRouter) {
        guard let slot = router.peers.slot(of: identifier),
            let state = router.peers[slot].connection.state(of: session)
        else {
            self = .none
            return
        }
        guard state == .connected, let link = router.peers[slot].link else {
            self = .underway
            return
        }
        let security = router.links[link].security
        self = .up(
            Security(
                link: link, isBarred: router.peers.barrier(slot) != nil, isRunning: security.state != .idle,
                isEncrypted: security.level >= .encrypted))
    }
}
