import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// A link that an app without managers keeps. To the other apps on the phone it is like any other app's link.
struct Hold: Sendable {
    let app: AppID
    let address: DeviceAddress
    /// Attached like a manager's session, but nobody gets its events.
    let session: SessionID
    /// The services that the peer offers, as the app found out in an earlier run.
    var services: [BluetoothUUID]
}

// Links of other apps that have no manager (behaviour 3.31).
extension PhoneModel {
    /// An app connects to a peer and keeps the link, also when the radio is switched on again, until the link
    /// ends by itself or by `letGo`. `services` are in the phone's cache as soon as the link is up.
    ///
    /// Does nothing if the phone has no room for another link.
    public mutating func hold(
        _ address: DeviceAddress, offering services: [BluetoothUUID], for app: AppID, at now: Instant
    ) {
        clock = now
        guard !isHeld(address, by: app), holdCount(of: address) > 0 || heldPeers < profile.maximumConnections
        else { return }
        lastSession += 1
        let session = SessionID(lastSession)
        holds.append(Hold(app: app, address: address, session: session, services: services))
        let slot = slotForPeer(address)
        guard hostPhase == .ready else { return }
        connect(peers[slot].identifier, Central.ConnectOptions(), from: session, at: now)
        if let link = peers[slot].link { knowHeldServices(link) }
        endHolds(slot)
    }

    /// An app releases the link that it holds; other apps keep it.
    public mutating func letGo(of address: DeviceAddress, for app: AppID, at now: Instant) {
        clock = now
        guard let index = hold(of: address, by: app) else { return }
        let hold = holds.remove(at: index)
        if let slot = slot(of: hold) { letGo(slot, hold.session, tells: true, at: now) }
    }

    /// Whether an app holds a peer, connected or not yet.
    public func isHeld(_ address: DeviceAddress, by app: AppID) -> Bool { hold(of: address, by: app) != nil }

    /// How many apps hold a peer, connected or not yet.
    public func holdCount(of address: DeviceAddress) -> Int {
        holds.reduce(0) { $0 + (PeerTable.key($1.address) == PeerTable.key(address) ? 1 : 0) }
    }

    /// How many peers are held by at least one app.
    private var heldPeers: Int { Set(holds.map { PeerTable.key($0.address) }).count }

    /// Sets the services that a held peer offers now. The phone knows them on its next link.
    public mutating func setHeldServices(_ services: [BluetoothUUID], of address: DeviceAddress) {
        for index in holds.indices where PeerTable.key(holds[index].address) == PeerTable.key(address) {
            holds[index].services = services
        }
    }

    private func hold(of address: DeviceAddress, by app: AppID) -> Int? {
        holds.firstIndex { $0.app == app && PeerTable.key($0.address) == PeerTable.key(address) }
    }

    /// The slot of the peer that a hold is attached to. The peer may have got another identifier since.
    private func slot(of hold: Hold) -> Int? {
        peers.attached(to: hold.session).first ?? peers.slot(of: hold.address)
    }

    /// A link to a held peer is up: the phone knows its services, though apps still have to discover them.
    mutating func knowHeldServices(_ link: Int) {
        if let hold = holder(of: link) { links[link].client.note(hold.services) }
    }

    /// What holds the peer of a link. When the peer's services change, the app behind it looks for the new ones.
    func holder(of link: Int) -> Hold? {
        let attachments = peers[links[link].peer].attachments
        return holds.first { hold in attachments.contains { $0.session == hold.session } }
    }

    /// The radio is on: apps that hold peers connect again, before any manager gets the new state.
    mutating func resumeHolds(at now: Instant) {
        for hold in holds {
            let slot = slotForPeer(hold.address)
            connect(peers[slot].identifier, Central.ConnectOptions(), from: hold.session, at: now)
            endHolds(slot)
        }
    }

    /// Ends the holds whose link or attempt to this peer has ended; their apps do not try again.
    mutating func endHolds(_ slot: Int) {
        guard !holds.isEmpty else { return }
        let key = PeerTable.key(peers[slot].address)
        holds.removeAll { hold in
            PeerTable.key(hold.address) == key && peers.attached(to: hold.session).isEmpty
        }
    }

    /// An app has ended.
    mutating func letGoAll(_ app: AppID, at now: Instant) {
        for hold in holds where hold.app == app { letGo(of: hold.address, for: app, at: now) }
    }
}
