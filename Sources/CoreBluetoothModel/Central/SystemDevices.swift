import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// A device that the system itself keeps connected, for example a keyboard.
struct SystemDevice: Sendable {
    /// The address at which the phone met the device; its identity address once that is known.
    var address: DeviceAddress
    /// Attached like a manager's session, but nobody gets its events.
    let session: SessionID
    /// When its link began.
    var linkedSince: Instant?
    /// How many times in a row the connection failed.
    var failures = 0
    /// The system has given it up.
    var isGivenUp = false
}

// Devices of the system (behaviour 3.36). Once such a device is bonded, the phone connects to it whenever it
// hears it, without any app asking for it. Apps find it with `retrieveConnectedPeripherals` and share the
// link.
extension PhoneModel {
    /// The user taps a device in Settings: the system connects to it, pairs, and keeps it connected.
    public mutating func connectInSettings(_ address: DeviceAddress, at now: Instant) {
        clock = now
        if let index = systemIndex(of: address) {
            (systemDevices[index].failures, systemDevices[index].isGivenUp) = (0, false)
        } else {
            systemDevices.append(newSystemDevice(address))
        }
        guard let index = systemIndex(of: address) else { return }
        connectSystemDevice(index, at: now)
    }

    private mutating func newSystemDevice(_ address: DeviceAddress) -> SystemDevice {
        lastSession += 1
        return SystemDevice(address: address, session: SessionID(lastSession))
    }

    private func systemIndex(of address: DeviceAddress) -> Int? {
        systemDevices.firstIndex { device in
            if PeerTable.key(device.address) == PeerTable.key(address) { return true }
            guard let slot = peers.attached(to: device.session).first else { return false }
            return PeerTable.key(peers[slot].address) == PeerTable.key(address)
        }
    }

    private mutating func connectSystemDevice(_ index: Int, at now: Instant) {
        let device = systemDevices[index]
        guard hostPhase == .ready, !device.isGivenUp else { return }
        let slot = peers.attached(to: device.session).first ?? slotForPeer(device.address)
        guard peers[slot].attachment(of: device.session) == nil else { return }
        connect(peers[slot].identifier, Central.ConnectOptions(), from: device.session, at: now)
    }

    /// The radio is on: the system connects to its devices again.
    mutating func resumeSystemDevices(at now: Instant) {
        for index in systemDevices.indices { connectSystemDevice(index, at: now) }
    }

    // MARK: Links

    func isSystem(_ session: SessionID) -> Bool { systemDevices.contains { $0.session == session } }

    /// The controller has a link to a peer.
    mutating func systemLinkBegan(_ slot: Int, at now: Instant) {
        for index in systemDevices.indices
        where peers[slot].attachment(of: systemDevices[index].session) != nil {
            systemDevices[index].linkedSince = now
        }
    }

    /// A link is used, is bonded, or its services are known. If it is to a device of the system, the system
    /// uses it. A bonded device with one of the system's services becomes a device of the system.
    mutating func systemMayUse(_ link: Int) {
        guard links[link].role == .central, !links[link].isEnding else { return }
        let slot = links[link].peer
        if let device = systemDevices.first(where: { peers[slot].attachment(of: $0.session) != nil }) {
            return use(link, for: device)
        }
        let isOurs = links[link].isBonded && !profile.systemServices.isEmpty && isOfSystem(link)
        guard isOurs, systemIndex(of: peers[slot].address) == nil else { return }
        let device = newSystemDevice(peers[slot].address)
        systemDevices.append(device)
        peers[slot].attachments.append(
            Attachment(session: device.session, state: .connected, options: Central.ConnectOptions()))
        use(link, for: device)
    }

    /// Whether the peer has one of the system's services, as far as the phone knows.
    private func isOfSystem(_ link: Int) -> Bool {
        links[link].database.hasAny(of: profile.systemServices)
            || peers[links[link].peer].sighting.advertises(oneOf: profile.systemServices)
    }

    /// The system pairs, and looks for services, so that `retrieveConnectedPeripherals` finds them.
    private mutating func use(_ link: Int, for device: SystemDevice) {
        guard
            peers[links[link].peer].attachments.contains(where: {
                $0.session == device.session && $0.state == .connected
            }), !links[link].isOfSystem
        else { return }
        links[link].isOfSystem = true
        if !links[link].isBonded, links[link].securing == nil {
            links[link].securing = .asked
            effects.append(.host(.security(.secure(links[link].id, .encrypted))))
        }
        enqueue(.discoverServices([]), from: device.session, link)
    }

    /// A device's link has ended. Returns whether the system tries to reconnect.
    mutating func systemReconnects(_ session: SessionID, at now: Instant) -> Bool {
        guard let index = systemDevices.firstIndex(where: { $0.session == session }) else { return false }
        let isFast = systemDevices[index].linkedSince.map { now - $0 < profile.fastFailureTime } ?? false
        systemDevices[index].linkedSince = nil
        return countSystemFailure(index, isFast)
    }

    /// A connection to a peer failed.
    mutating func systemConnectFailed(_ slot: Int, at now: Instant) {
        let key = PeerTable.key(peers[slot].address)
        for index in systemDevices.indices
        where PeerTable.key(systemDevices[index].address) == key
            && peers[slot].attachment(of: systemDevices[index].session) == nil
        {
            systemDevices[index].linkedSince = nil
            if countSystemFailure(index, true) { connectSystemDevice(index, at: now) }
        }
    }

    /// Counts one more end of the link. Returns whether the system goes on trying.
    private mutating func countSystemFailure(_ index: Int, _ isFast: Bool) -> Bool {
        systemDevices[index].failures = isFast ? systemDevices[index].failures + 1 : 0
        if let most = profile.systemReconnectFailures, systemDevices[index].failures >= most {
            systemDevices[index].isGivenUp = true
        }
        return !systemDevices[index].isGivenUp
    }

    /// The user or the device refused to pair: the device is no longer one of the system's.
    mutating func systemPairingFailed(_ link: Int, at now: Instant) {
        guard links[link].isOfSystem, !links[link].isBonded else { return }
        let slot = links[link].peer
        guard let index = systemDevices.firstIndex(where: { peers[slot].attachment(of: $0.session) != nil })
        else { return }
        letGo(slot, systemDevices.remove(at: index).session, tells: false, at: now)
    }

    /// A peer's identity address has become known.
    mutating func renameSystemDevice(_ old: DeviceAddress, to new: DeviceAddress) {
        guard let index = systemDevices.firstIndex(where: { PeerTable.key($0.address) == PeerTable.key(old) })
        else { return }
        systemDevices[index].address = new
    }

    /// The user chose "Forget This Device".
    mutating func forgetSystemDevice(_ address: DeviceAddress) {
        guard let index = systemIndex(of: address) else { return }
        let session = systemDevices.remove(at: index).session
        for slot in peers.attached(to: session) {
            peers[slot].attachments.removeAll { $0.session == session }
            cancelPendingConnect(slot)
        }
    }
}
