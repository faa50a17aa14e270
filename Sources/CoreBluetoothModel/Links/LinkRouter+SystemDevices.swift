import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Devices of the system (behaviour 3.36). Apps find them with `retrieveConnectedPeripherals` and share the link.
// `SystemDevices` decides what becomes of them.
extension LinkRouter {
    /// The user taps a device in Settings: the system connects to it, pairs, and keeps it connected.
    mutating func connectInSettings(
        _ address: DeviceAddress, _ turn: inout Turn, into effects: inout PhoneEffects
    ) {
        let device = connections.systemDevices.tapped(
            address, current: peers.address(of:), newSession: effects.makeSession())
        connect(device, &turn, into: &effects)
    }

    /// The system connects to one of its devices.
    mutating func connect(_ device: SystemDevice, _ turn: inout Turn, into effects: inout PhoneEffects) {
        guard turn.isHostReady, device.isWanted else { return }
        let slot = peers.attached(to: device.session).first ?? slotForPeer(device.address, &turn)
        guard peers[slot].attachment(of: device.session) == nil else { return }
        connect(
            peers[slot].identifier, Central.ConnectOptions(), from: device.session, &turn, into: &effects)
    }

    /// If the system begins to use a link now, it pairs, and looks for services, so that `retrieveConnectedPeripherals`
    /// finds them.
    mutating func systemMayUse(_ link: Int, into effects: inout PhoneEffects) {
        let isBonded = links[link].security.isBonded
        guard
            let session = connections.systemMayUse(links[link], isBonded: isBonded, &peers, into: &effects)
        else { return }
        if !isBonded { links[link].security.secure(into: &effects) }
        links[link].client.enqueue(.discoverServices([]), from: session, into: &effects)
    }

    /// The user or the device refused to pair.
    mutating func systemPairingFailed(_ link: Int, _ turn: Turn, into effects: inout PhoneEffects) {
        let slot = links[link].peer
        let session = connections.systemDevices.pairingFailed(
            on: links[link].id, isBonded: links[link].security.isBonded, among: peers[slot].attachments)
        if let session { cancelConnection(slot, session, reports: false, turn, into: &effects) }
    }

    /// The user chose "Forget This Device".
    mutating func forgetSystemDevice(_ address: DeviceAddress, into effects: inout PhoneEffects) {
        guard let session = connections.systemDevices.forget(address, current: peers.address(of:)) else {
            return
        }
        for slot in peers.attached(to: session) {
            peers[slot].connection.remove(session)
            if let link = peers[slot].link { links[link].client.forgetDiscoveries(of: session) }
            cancelPendingConnect(slot, into: &effects)
        }
    }
}
