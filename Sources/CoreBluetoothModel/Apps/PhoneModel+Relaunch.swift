import BluetoothPort
import BluetoothTypes

// Managers that apps create again after a relaunch (behaviour 7.4-7.11).
extension PhoneModel {
    /// The preserved manager that an app creates again, if there is one: with its old work, and with
    /// `willRestoreState` (behaviour 7.4).
    mutating func restore(
        _ options: ManagerOptions, _ app: AppID, _ mode: AppManifest.BackgroundModes, at now: Instant
    ) -> SessionID? {
        if mode == .central {
            guard let index = managers.restorableCentral(options, of: app) else { return nil }
            let id = centrals[index].core.id
            beginRestoring(id, options, at: now)
            effects.append(.central(id, .willRestoreState(restoredState(ofCentral: index))))
            for slot in peers.attached(to: id) {  // The new manager knows of no services (7.6).
                peers[slot].connection.restore(id)
            }
            if !profile.restoredConnectsGoOn { stallConnects(of: id) }
            return id
        }
        guard let index = managers.restorablePeripheral(options, of: app) else { return nil }
        let id = peripherals[index].core.id
        beginRestoring(id, options, at: now)
        effects.append(.peripheral(id, .willRestoreState(restoredState(ofPeripheral: index))))
        return id
    }

    private mutating func beginRestoring(_ session: SessionID, _ options: ManagerOptions, at now: Instant) {
        managers.update(session) { core in
            core.phase = .restoring
            core.options = options
        }
        effects.schedule(.firstState(session), at: now + profile.firstStateDelay)
    }

    /// Restored connects that never complete until the app asks again (behaviour 7.8).
    private mutating func stallConnects(of session: SessionID) {
        if let index = centralIndex(session) { centrals[index].pendingConnects = [] }
        for slot in peers.attached(to: session) {
            if peers[slot].connection.stall(session) { cancelPendingConnect(slot) }
        }
    }
}
