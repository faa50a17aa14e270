import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// What managers know of a peer while the system reconnects to it by itself.
struct KeptAttributes: Sendable {
    /// `Link.names` of the link that was lost: apps continue with the objects that they have.
    let names: UInt32
    let database: AttributeDatabase
}

// Automatic reconnection: services outlive the link (behaviour 3.19).
extension PhoneModel {
    /// A link is lost: what was found on it is kept for the managers for which the system reconnects.
    mutating func keepAttributes(_ slot: Int) {
        let peer = links[slot].peer
        guard peers[peer].attachments.contains(where: { $0.reconnects(profile) }) else { return }
        var database = links[slot].database
        database.subscriptions = []  // 5.25
        peers[peer].kept = [KeptAttributes(names: links[slot].names, database: database)]
    }

    /// The new link is up. Apps can use what they had discovered. The phone asks the peer again when they
    /// discover, if it would not keep the attributes of such a peer (4.10).
    mutating func resumeAttributes(_ slot: Int) {
        let peer = links[slot].peer
        guard let kept = peers[peer].kept.popLast(),
            peers[peer].attachments.contains(where: \.isReconnecting)
        else { return }
        links[slot].names = kept.names
        guard links[slot].database.isEmpty else { return }
        links[slot].database = kept.database
        links[slot].database.isUncertain = true
    }
}
