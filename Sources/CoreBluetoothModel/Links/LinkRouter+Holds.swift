import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Links of apps that have no manager (behaviour 3.31).
extension LinkRouter {
    /// An app connects to a peer and keeps the link, also when the radio is switched on again, until the link ends by
    /// itself or by `releaseHold`. `services` are in the phone's cache as soon as the link is up.
    ///
    /// Does nothing if the phone has no room for another link.
    mutating func hold(
        _ address: DeviceAddress, offering services: [BluetoothUUID], for app: AppID, _ turn: inout Turn,
        into effects: inout PhoneEffects
    ) {
        guard connections.holds.hasRoom(for: address, app) else { return }
        let session = effects.makeSession()
        connections.holds.add(Hold(app: app, address: address, session: session, services: services))
        let slot = slotForPeer(address, &turn)
        guard turn.isHostReady else { return }
        connect(peers[slot].identifier, Central.ConnectOptions(), from: session, &turn, into: &effects)
        if let link = peers[slot].link { knowHeldServices(link) }
        connections.endHolds(slot, peers)
    }

    /// An app releases the link that it holds; other apps keep it.
    mutating func releaseHold(
        of address: DeviceAddress, for app: AppID, _ turn: Turn, into effects: inout PhoneEffects
    ) {
        guard let hold = connections.holds.remove(address, app) else { return }
        // The peer may have got another identifier since.
        guard let slot = peers.attached(to: hold.session).first ?? peers.slot(of: address) else { return }
        cancelConnection(slot, hold.session, reports: true, turn, into: &effects)
    }

    /// An app has ended.
    mutating func releaseHolds(_ app: AppID, _ turn: Turn, into effects: inout PhoneEffects) {
        for hold in connections.holds.all where hold.app == app {
            releaseHold(of: hold.address, for: app, turn, into: &effects)
        }
    }

    /// What holds the peer of a link. When the peer's services change, the app behind it looks for the new ones.
    func holder(of link: Int) -> Hold? {
        connections.holds.holder(among: peers[links[link].peer].attachments)
    }

    /// A link to a held peer is up: the phone knows its services, though apps still have to discover them.
    mutating func knowHeldServices(_ link: Int) {
        if let hold = holder(of: link) { links[link].client.note(hold.services) }
    }

    /// The radio is on: apps that hold peers connect again.
    mutating func resumeHolds(_ turn: inout Turn, into effects: inout PhoneEffects) {
        for hold in connections.holds.all {
            let slot = slotForPeer(hold.address, &turn)
            connect(
                peers[slot].identifier, Central.ConnectOptions(), from: hold.session, &turn, into: &effects)
            connections.endHolds(slot, peers)
        }
    }
}
