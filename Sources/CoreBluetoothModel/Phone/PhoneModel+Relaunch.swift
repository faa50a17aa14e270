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
            let id = managers.centrals[index].core.id
            beginRestoring(id, options, at: now)
            let kept = KeptWork(phone: self).state(ofCentral: index)
            effects.append(.central(id, .willRestoreState(kept)))
            if !profile.restoredConnectsGoOn { managers.centrals[index].pendingConnects = [] }
            router.restore(id, into: &effects)
            return id
        }
        guard let index = managers.restorablePeripheral(options, of: app) else { return nil }
        let id = managers.peripherals[index].core.id
        beginRestoring(id, options, at: now)
        let kept = KeptWork(phone: self).state(ofPeripheral: index)
        effects.append(.peripheral(id, .willRestoreState(kept)))
        return id
    }

    private mutating func beginRestoring(_ session: SessionID, _ options: ManagerOptions, at now: Instant) {
        managers.update(session) { core in
            core.phase = .restoring
            core.options = options
        }
        effects.schedule(.firstState(session), at: now + profile.firstStateDelay)
    }
}
