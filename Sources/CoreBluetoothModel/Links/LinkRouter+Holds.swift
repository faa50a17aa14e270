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

// Devices of the system (behaviour 3.36). Apps find them with `retrieveConnectedPeripherals` and share the link.
extension LinkRouter {
    /// The user taps a device in Settings: the system connects to it, pairs, and keeps it connected.
    mutating func connectInSettings(
        _ address: DeviceAddress, _ turn: inout Turn, into effects: inout PhoneEffects
    ) {
        if let device = connections.systemDevice(at: address, peers) {
            connections.systemDevices.retry(device.session)
        } else {
            connections.systemDevices.add(address, as: effects.makeSession())
        }
        if let device = connections.systemDevice(at: address, peers) {
            connect(device, &turn, into: &effects)
        }
    }

    /// The system connects to one of its devices.
    mutating func connect(_ device: SystemDevice, _ turn: inout Turn, into effects: inout PhoneEffects) {
        guard turn.isHostReady, device.phase != .givenUp else { return }
        let slot = peers.attached(to: device.session).first ?? slotForPeer(device.address, &turn)
        guard peers[slot].attachment(of: device.session) == nil else { return }
        connect(
            peers[slot].identifier, Central.ConnectOptions(), from: device.session, &turn, into: &effects)
    }

    /// A link is used, is bonded, or its services are known: the system may use it. Then it pairs, and looks for
    /// services, so that `retrieveConnectedPeripherals` finds them.
    mutating func systemMayUse(_ link: Int, into effects: inout PhoneEffects) {
        let isBonded = links[link].security.isBonded
        guard
            let session = connections.systemMayUse(links[link], isBonded: isBonded, &peers, into: &effects)
        else { return }
        if !isBonded { links[link].security.secure(into: &effects) }
        links[link].client.enqueue(.discoverServices([]), from: session, into: &effects)
    }

    /// The user or the device refused to pair: the device is no longer one of the system's.
    mutating func systemPairingFailed(_ link: Int, _ turn: Turn, into effects: inout PhoneEffects) {
        let slot = links[link].peer
        guard !links[link].security.isBonded,
            let device = connections.systemDevices.device(among: peers[slot].attachments),
            device.usedLink == links[link].id
        else { return }
        connections.systemDevices.remove(device.session)
        cancelConnection(slot, device.session, reports: false, turn, into: &effects)
    }

    /// The user chose "Forget This Device".
    mutating func forgetSystemDevice(_ address: DeviceAddress, into effects: inout PhoneEffects) {
        guard let session = connections.systemDevice(at: address, peers)?.session else { return }
        connections.systemDevices.remove(session)
        for slot in peers.attached(to: session) {
            peers[slot].connection.remove(session)
            if let link = peers[slot].link { links[link].client.forgetDiscoveries(of: session) }
            cancelPendingConnect(slot, into: &effects)
        }
    }
}
