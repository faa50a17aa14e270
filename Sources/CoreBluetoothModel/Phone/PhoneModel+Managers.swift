import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Managers: how they are opened, and what ends with them (behaviour 1.1-1.12).
extension PhoneModel {
    /// Opens a central manager. Its first state follows after the profile's delay, never in here (1.1, 1.2).
    package mutating func openCentral(_ options: ManagerOptions, app: AppID, at now: Instant) -> SessionID {
        open(options, app, .central, "CBCentralManager", at: now)
    }

    /// Opens a peripheral manager; as `openCentral`.
    package mutating func openPeripheral(
        _ options: ManagerOptions, app: AppID, at now: Instant
    ) -> SessionID {
        open(options, app, .peripheral, "CBPeripheralManager", at: now)
    }

    private mutating func open(
        _ options: ManagerOptions, _ app: AppID, _ mode: AppManifest.BackgroundModes, _ type: String,
        at now: Instant
    ) -> SessionID {
        clock = now
        noteRunning(app)
        let call = "\(type).init(delegate:queue:options:)"
        let mayRestore = apps.mayRestore(options, app, mode)
        if mayRestore, let restored = restore(options, app, mode, at: now) { return restored }
        var core = newCore(options, app, call, at: now)
        if !mayRestore {
            core.options.restoreIdentifier = nil
            let name = mode == .central ? "bluetooth-central" : "bluetooth-peripheral"
            effects.append(.misuse(core.id, .missingBackgroundMode(type, name, call: call)))
        }
        add(core, mode)
        if apps.endsUnexplained(app) {  // 1.6
            effects.append(.misuse(core.id, .missingUsageDescription(call: call)))
            terminate(app, .crash, at: now)
        } else {
            apps.askUser(about: core, radio, into: &effects)
        }
        return core.id
    }

    private mutating func newCore(
        _ options: ManagerOptions, _ app: AppID, _ call: String, at now: Instant
    ) -> SessionCore {
        let id = effects.makeSession()
        effects.schedule(.firstState(id), at: now + profile.firstStateDelay)
        var core = SessionCore(id: id, app: app, options: options)
        core.isLimited = apps.isLimited(options, app)
        if let identifier = options.restoreIdentifier, managers.isInUse(identifier, by: app) {  // 7.3
            effects.append(.misuse(id, .duplicateRestoreIdentifier(identifier, call: call)))
            core.options.restoreIdentifier = nil
        }
        return core
    }

    private mutating func add(_ core: SessionCore, _ mode: AppManifest.BackgroundModes) {
        if mode == .central {
            managers.centrals.append(CentralSession(core: core))
            scanning.open(core.id, apps.access(of: core, .central))
        } else {
            managers.peripherals.append(PeripheralSession(core: core))
            server.open(core.id)
        }
    }

    /// Removes a manager of either kind: its scan, links, services and advertising end without any event.
    package mutating func close(_ session: SessionID, at now: Instant) {
        effects.cancelTimers(of: session)
        channels.end(of: session, into: &effects)
        ranging.forget(session, into: &effects)
        if let index = managers.central(session) {
            scanning.stop(session, into: &effects)
            cancelConnections(of: session, reports: false, at: now)
            managers.centrals.remove(at: index)
            router.connections.events.remove(session)
            scanning.close(session, into: &effects)
        } else if let index = managers.peripheral(session) {
            advertiser.stop(session, into: &effects)
            server.close(session, into: &effects)
            managers.peripherals.remove(at: index)
        }
    }

    // MARK: States

    /// Reports the state to managers whose state has changed.
    mutating func reportStates() {
        for id in managers.cores.map(\.id) where !effects.isScheduled(.firstState(id)) { report(id) }
    }

    /// Reports a manager's state if it has changed. A state that is not known yet is reported when it is (1.2, 1.3).
    mutating func report(_ session: SessionID, at now: Instant? = nil) {
        let mode = managers.mode(of: session)
        guard let core = managers.core(of: session), core.phase != .preserved,
            var state = apps.managerState(of: core, mode, radio, level: power.level), state != core.state
        else { return }
        if let now, state == .poweredOn, apps.startsOff(core) {  // 28.31
            effects.schedule(.firstState(core.id), at: now + profile.accessoryStateDelay)
            state = .poweredOff
        }
        // The first state may itself wake the app; what waits for the manager comes after it.
        var waiting: [Output] = []
        if core.phase == .restoring { waiting = apps.withLife(of: core.app) { $0.takeHeld(of: session) } }
        managers.update(session) { core in
            core.state = state
            core.phase = .live
        }
        if mode == .central {
            effects.tell(session, Central.Event.stateChanged(state))
        } else {
            effects.tell(session, Peripheral.Event.stateChanged(state))
        }
        guard core.phase == .restoring else { return }
        screenEvents()
        apps.endRestoring(core.app, state == .poweredOn ? waiting : [], managers, into: &effects)
        appsMoved()
    }
}
