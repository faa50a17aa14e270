import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// A link that an app without managers keeps: for the others on the phone it is like any other app's.
struct Hold: Sendable {
    let app: AppID
    let address: DeviceAddress
    /// Attached like a manager's, but nobody hears its events.
    let session: SessionID
    /// What the peer offers, as the app found out in an earlier life.
    var services: [BluetoothUUID]
}

// Other apps' links, without a manager to keep them (behaviour 3.31).
extension PhoneModel {
    /// An app connects to a peer and keeps at it: also when the radio comes on again, until the link ends by itself or
    /// by `letGo`. `services` are in the phone's cache as soon as it is linked.
    ///
    /// In vain where the phone has no room for another link.
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

    /// An app lets go of what it holds; other apps keep the link.
    public mutating func letGo(of address: DeviceAddress, for app: AppID, at now: Instant) {
        clock = now
        guard let index = hold(of: address, by: app) else { return }
        let hold = holds.remove(at: index)
        if let slot = slot(of: hold) { letGo(slot, hold.session, tells: true, at: now) }
    }

    /// Whether an app holds a peer, linked or not yet.
    public func isHeld(_ address: DeviceAddress, by app: AppID) -> Bool { hold(of: address, by: app) != nil }

    /// How many apps hold a peer, linked or not yet.
    public func holdCount(of address: DeviceAddress) -> Int {
        holds.reduce(0) { $0 + (PeerTable.key($1.address) == PeerTable.key(address) ? 1 : 0) }
    }

    /// How many peers are held, by whomever.
    private var heldPeers: Int { Set(holds.map { PeerTable.key($0.address) }).count }

    /// What a held peer offers now: known with its next link.
    public mutating func setHeldServices(_ services: [BluetoothUUID], of address: DeviceAddress) {
        for index in holds.indices where PeerTable.key(holds[index].address) == PeerTable.key(address) {
            holds[index].services = services
        }
    }

    private func hold(of address: DeviceAddress, by app: AppID) -> Int? {
        holds.firstIndex { $0.app == app && PeerTable.key($0.address) == PeerTable.key(address) }
    }

    /// Where the peer is that a hold is attached to: it may be known by another identifier since.
    private func slot(of hold: Hold) -> Int? {
        peers.attached(to: hold.session).first ?? peers.slot(of: hold.address)
    }

    /// A link to a held peer is up: its services are known, though apps still have to discover them.
    mutating func knowHeldServices(_ link: Int) {
        if let hold = holder(of: link) { links[link].database.noted = hold.services }
    }

    /// The services of a peer have changed: who holds it looks for the new ones.
    mutating func discoverHeldServices(_ link: Int) {
        guard let hold = holder(of: link) else { return }
        enqueue(.discoverServices([]), from: hold.session, link)
    }

    private func holder(of link: Int) -> Hold? {
        let attachments = peers[links[link].peer].attachments
        return holds.first { hold in attachments.contains { $0.session == hold.session } }
    }

    /// The radio is on: who holds peers connects again, before any manager hears of the state.
    mutating func resumeHolds(at now: Instant) {
        for hold in holds {
            let slot = slotForPeer(hold.address)
            connect(peers[slot].identifier, Central.ConnectOptions(), from: hold.session, at: now)
            endHolds(slot)
        }
    }

    /// Links and attempts of this peer have ended: nobody tries again.
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
