import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// ANCS: whether the user shares the phone's notifications with a peer (behaviour 3.25). The answer is kept
// with the bond, and forgotten with it.
extension PhoneModel {
    /// An app needs the peer to get notifications: the link is encrypted first, then the user is asked.
    mutating func requireNotificationSharing(_ link: Int) {
        guard profile.sharesNotifications, links[link].role == .central else { return }
        links[link].wantsNotificationSharing = true
        if links[link].security.level >= .encrypted { return askForNotificationSharing(link) }
        if peers.barrier(links[link].peer) == nil { links[link].security.secure(into: &effects) }
    }

    /// Asks the user once for each peer.
    mutating func askForNotificationSharing(_ link: Int) {
        guard links[link].wantsNotificationSharing else { return }
        links[link].wantsNotificationSharing = false
        let peer = peers[links[link].peer]
        guard !peers.sharing.hasAnswer(peer.identifier),
            !apps.isAsking(.notificationSharing(peer.identifier)),
            let attachment = peer.attachments.first(where: { $0.options.requiresNotificationSharing }),
            let index = centralIndex(attachment.session)
        else { return }
        show(.notificationSharing(peer.identifier), for: centrals[index].core.app)
    }

    /// The user allows a peer to get the phone's notifications, or revokes that in Settings.
    package mutating func setNotificationSharing(
        _ isAllowed: Bool, with identifier: PeerIdentifier, at now: Instant
    ) {
        guard profile.sharesNotifications, peers.sharing.set(isAllowed, for: identifier) else { return }
        guard let slot = peers.slot(of: identifier) else { return }
        for session in peers[slot].connection.users {
            tell(session, .notificationSharingChanged(peers[slot].handedOut))
        }
    }

    /// The bond is gone: the next app that needs an answer makes the phone ask the user again.
    mutating func forgetNotificationSharing(_ identifier: PeerIdentifier) {
        let wasAllowed = peers.sharing.forget(identifier)
        apps.withdraw(.notificationSharing(identifier))
        guard wasAllowed, let slot = peers.slot(of: identifier) else { return }
        for session in peers[slot].connection.users {
            tell(session, .notificationSharingChanged(peers[slot].handedOut))
        }
    }

    /// Whether the user shares the phone's notifications with the peer (3.25).
    package func isNotificationSharingAuthorized(for identifier: PeerIdentifier) -> Bool {
        peers.sharing.isAllowed(identifier)
    }
}
