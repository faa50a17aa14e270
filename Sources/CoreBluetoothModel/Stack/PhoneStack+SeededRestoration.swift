import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Restoration without an earlier run of the app: the phone gets a manager as if an app had left it (behaviour
// 7.4).
extension PhoneStack {
    /// Prepares restoration: the next central manager of the app with this restore identifier finds these
    /// peers and this scan, as an earlier run of the app would have left them. A peer is connected if the
    /// phone has a link to it, and connecting otherwise.
    ///
    /// Replaces what was left under the identifier before. Does nothing while the app has a manager with this
    /// identifier. Like all preserved work it ends when the user switches Bluetooth off.
    package mutating func seedRestoration(
        of identifier: String, peers: [DeviceAddress], scan: Central.ScanRequest?, for app: AppID,
        at now: Instant
    ) {
        change(at: now) { model in
            model.clock = now
            if let old = model.managers.centrals.first(where: {
                $0.core.app == app && $0.core.options.restoreIdentifier == identifier
            }) {
                guard old.core.phase == .preserved else { return }
                model.close(old.core.id, at: now)
            }
            let id = model.effects.makeSession()
            var core = SessionCore(
                id: id, app: app, options: ManagerOptions(restoreIdentifier: identifier))
            core.phase = .preserved
            model.managers.centrals.append(CentralSession(core: core))
            model.scanning.open(id, model.apps.access(of: core, .central), scan: scan)
            model.apps.withLife(of: app) { _ in }
            for address in peers { Self.leave(address, to: id, in: &model, at: now) }
            model.appsMoved()
        }
    }

    /// Lets a preserved manager be connected to a peer, or connect to it.
    private static func leave(
        _ address: DeviceAddress, to session: SessionID, in model: inout PhoneModel, at now: Instant
    ) {
        let options = Central.ConnectOptions()
        let slot = model.route(at: now) { router, turn, _ in router.slotForPeer(address, &turn) }
        if model.hostPhase == .ready, model.router.join(slot, session) { return }
        let peer = model.router.peers[slot].identifier
        if model.hostPhase == .ready { return model.connect(peer, options, from: session, at: now) }
        guard let index = model.managers.central(session) else { return }
        model.managers.centrals[index].pendingConnects.append(PendingConnect(peer: peer, options: options))
    }
}
