import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Restoration without an earlier run of the app: the phone gets a manager as if an app had left it (behaviour
// 7.4).
extension PhoneModel {
    /// Prepares restoration: the next central manager of the app with this restore identifier finds these
    /// peers and this scan, as an earlier run of the app would have left them. A peer is connected if the
    /// phone has a link to it, and connecting otherwise.
    ///
    /// Replaces what was left under the identifier before. Does nothing while the app has a manager with this
    /// identifier. Like all preserved work it ends when the user switches Bluetooth off.
    package mutating func seedRestoration(
        of identifier: String, peers addresses: [DeviceAddress], scan: Central.ScanRequest?, for app: AppID,
        at now: Instant
    ) {
        clock = now
        if let old = managers.centrals.first(where: {
            $0.core.app == app && $0.core.options.restoreIdentifier == identifier
        }) {
            guard old.core.phase == .preserved else { return }
            close(old.core.id, at: now)
        }
        let id = effects.makeSession()
        var core = SessionCore(
            id: id, app: app, options: ManagerOptions(restoreIdentifier: identifier))
        core.phase = .preserved
        managers.centrals.append(CentralSession(core: core))
        scanning.open(id, apps.standing(of: core, .central), scan: scan)
        apps.withLife(of: app) { _ in }
        for address in addresses { leave(address, to: id, at: now) }
        appsMoved()
    }

    /// Lets a preserved manager be connected to a peer, or connect to it.
    private mutating func leave(_ address: DeviceAddress, to session: SessionID, at now: Instant) {
        let options = Central.ConnectOptions()
        let slot = route(at: now) { router, turn, _ in router.slotForPeer(address, &turn) }
        if hostPhase == .ready, router.join(slot, session) { return }
        let peer = router.peers[slot].identifier
        if hostPhase == .ready { return connect(peer, options, from: session, at: now) }
        guard let index = managers.central(session) else { return }
        managers.centrals[index].pendingConnects.append(PendingConnect(peer: peer, options: options))
    }
}
