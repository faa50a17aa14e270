import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Links of apps that have no manager (behaviour 3.31).
extension PhoneModel {
    /// An app connects to a peer and keeps the link, also when the radio is switched on again, until the link
    /// ends by itself or by `letGo`. `services` are in the phone's cache as soon as the link is up.
    ///
    /// Does nothing if the phone has no room for another link.
    package mutating func hold(
        _ address: DeviceAddress, offering services: [BluetoothUUID], for app: AppID, at now: Instant
    ) {
        clock = now
        guard connections.holds.hasRoom(for: address, app) else { return }
        let session = effects.makeSession()
        connections.holds.add(Hold(app: app, address: address, session: session, services: services))
        let slot = slotForPeer(address)
        guard hostPhase == .ready else { return }
        connect(peers[slot].identifier, Central.ConnectOptions(), from: session, at: now)
        if let link = peers[slot].link { knowHeldServices(link) }
        connections.endHolds(slot, peers)
    }

    /// An app releases the link that it holds; other apps keep it.
    package mutating func letGo(of address: DeviceAddress, for app: AppID, at now: Instant) {
        clock = now
        guard let hold = connections.holds.remove(address, app) else { return }
        // The peer may have got another identifier since.
        guard let slot = peers.attached(to: hold.session).first ?? peers.slot(of: address) else { return }
        letGo(slot, hold.session, tells: true, at: now)
    }

    /// Whether an app holds a peer, connected or not yet.
    package func isHeld(_ address: DeviceAddress, by app: AppID) -> Bool {
        connections.holds.contains(address, app)
    }

    /// How many apps hold a peer, connected or not yet.
    package func holdCount(of address: DeviceAddress) -> Int { connections.holds.count(of: address) }

    /// Sets the services that a held peer offers now. The phone knows them on its next link.
    package mutating func setHeldServices(_ services: [BluetoothUUID], of address: DeviceAddress) {
        connections.holds.set(services, of: address)
    }

    /// What holds the peer of a link. When the peer's services change, the app behind it looks for the new ones.
    func holder(of link: Int) -> Hold? {
        connections.holds.holder(among: peers[links[link].peer].attachments)
    }

    /// A link to a held peer is up: the phone knows its services, though apps still have to discover them.
    mutating func knowHeldServices(_ link: Int) {
        if let hold = holder(of: link) { links[link].client.note(hold.services) }
    }

    /// The radio is on: apps that hold peers connect again, before any manager gets the new state.
    mutating func resumeHolds(at now: Instant) {
        for hold in connections.holds.all {
            let slot = slotForPeer(hold.address)
            connect(peers[slot].identifier, Central.ConnectOptions(), from: hold.session, at: now)
            connections.endHolds(slot, peers)
        }
    }

    /// An app has ended.
    mutating func letGoAll(_ app: AppID, at now: Instant) {
        for hold in connections.holds.all where hold.app == app { letGo(of: hold.address, for: app, at: now) }
    }
}

// Devices of the system (behaviour 3.36). Apps find them with `retrieveConnectedPeripherals` and share the link.
extension PhoneModel {
    /// The user taps a device in Settings: the system connects to it, pairs, and keeps it connected.
    package mutating func connectInSettings(_ address: DeviceAddress, at now: Instant) {
        clock = now
        if let device = connections.systemDevice(at: address, peers) {
            connections.systemDevices.retry(device.session)
        } else {
            connections.systemDevices.add(address, as: effects.makeSession())
        }
        if let device = connections.systemDevice(at: address, peers) { connect(device, at: now) }
    }

    /// The system connects to one of its devices.
    mutating func connect(_ device: SystemDevice, at now: Instant) {
        guard hostPhase == .ready, device.phase != .givenUp else { return }
        let slot = peers.attached(to: device.session).first ?? slotForPeer(device.address)
        guard peers[slot].attachment(of: device.session) == nil else { return }
        connect(peers[slot].identifier, Central.ConnectOptions(), from: device.session, at: now)
    }

    /// The radio is on: the system connects to its devices again.
    mutating func resumeSystemDevices(at now: Instant) {
        for device in connections.systemDevices.all { connect(device, at: now) }
    }

    /// A link is used, is bonded, or its services are known: the system may use it. Then it pairs, and looks for
    /// services, so that `retrieveConnectedPeripherals` finds them.
    mutating func systemMayUse(_ link: Int) {
        let isBonded = links[link].security.isBonded
        guard
            let session = connections.systemMayUse(
                links[link], isBonded: isBonded, &peers, into: &effects)
        else { return }
        if !isBonded { links[link].security.secure(into: &effects) }
        enqueue(.discoverServices([]), from: session, link)
    }

    /// The user or the device refused to pair: the device is no longer one of the system's.
    mutating func systemPairingFailed(_ link: Int, at now: Instant) {
        let slot = links[link].peer
        guard !links[link].security.isBonded,
            let device = connections.systemDevices.device(among: peers[slot].attachments),
            device.usedLink == links[link].id
        else { return }
        connections.systemDevices.remove(device.session)
        letGo(slot, device.session, tells: false, at: now)
    }

    /// The user chose "Forget This Device".
    mutating func forgetSystemDevice(_ address: DeviceAddress) {
        guard let session = connections.systemDevice(at: address, peers)?.session else { return }
        connections.systemDevices.remove(session)
        for slot in peers.attached(to: session) {
            peers[slot].connection.remove(session)
            if let link = peers[slot].link { links[link].client.forgetDiscoveries(of: session) }
            cancelPendingConnect(slot)
        }
    }
}
