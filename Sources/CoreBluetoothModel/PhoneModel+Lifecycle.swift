import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Managers, radio and authorization (behaviour section 1).
extension PhoneModel {
    /// Starts the host, if the radio is on; call once, before anything else.
    public mutating func start(at now: Instant) {
        guard radio == .on, hostPhase == .down else { return }
        hostPhase = .starting
        effects.append(.host(.powerOn))
    }

    /// Opens a central manager. Its first state follows after the profile's delay, never in here (1.1, 1.2).
    public mutating func openCentral(_ options: ManagerOptions, app: AppID, at now: Instant) -> SessionID {
        clock = now
        noteRunning(app)
        let call = "CBCentralManager.init(delegate:queue:options:)"
        let mayRestore = mayRestore(options, app, .central)
        if mayRestore, let restored = restoredCentral(options, app, at: now) { return restored }
        var core = newSession(options, app, call, at: now)
        if !mayRestore {
            core.options.restoreIdentifier = nil
            let misuse = Misuse.missingBackgroundMode("CBCentralManager", "bluetooth-central", call: call)
            effects.append(.misuse(core.id, misuse))
        }
        centrals.append(CentralSession(core: core, scan: nil))
        if !endIfUnexplained(core, call: call, at: now) { askUser(core) }
        return core.id
    }

    /// Opens a peripheral manager; as `openCentral`.
    public mutating func openPeripheral(
        _ options: ManagerOptions, app: AppID, at now: Instant
    ) -> SessionID {
        clock = now
        noteRunning(app)
        let call = "CBPeripheralManager.init(delegate:queue:options:)"
        let mayRestore = mayRestore(options, app, .peripheral)
        if mayRestore, let restored = restoredPeripheral(options, app, at: now) { return restored }
        var core = newSession(options, app, call, at: now)
        if !mayRestore {
            core.options.restoreIdentifier = nil
            let misuse = Misuse.missingBackgroundMode(
                "CBPeripheralManager", "bluetooth-peripheral", call: call)
            effects.append(.misuse(core.id, misuse))
        }
        peripherals.append(PeripheralSession(core: core))
        server.open(core.id)
        if !endIfUnexplained(core, call: call, at: now) { askUser(core) }
        return core.id
    }

    private mutating func newSession(
        _ options: ManagerOptions, _ app: AppID, _ call: String, at now: Instant
    ) -> SessionCore {
        lastSession += 1
        let id = SessionID(lastSession)
        effects.schedule(.firstState(id), at: now + profile.firstStateDelay)
        var core = SessionCore(id: id, app: app, options: options)
        core.isLimited = isLimited(options, app)
        if let identifier = options.restoreIdentifier, isInUse(identifier, app) {  // 7.3
            effects.append(.misuse(id, .duplicateRestoreIdentifier(identifier, call: call)))
            core.options.restoreIdentifier = nil
        }
        return core
    }

    /// Whether the app's Info.plist allows a manager with these options to be restored (1.40). Always true
    /// without a restore identifier.
    private func mayRestore(
        _ options: ManagerOptions, _ app: AppID, _ mode: AppManifest.BackgroundModes
    ) -> Bool {
        guard options.restoreIdentifier != nil, profile.requiresBackgroundModeToRestore else { return true }
        return record(of: app)?.manifest.backgroundModes.contains(mode) == true
    }

    private func isInUse(_ identifier: String, _ app: AppID) -> Bool {
        let cores = centrals.map(\.core) + peripherals.map(\.core)
        return cores.contains { $0.app == app && $0.options.restoreIdentifier == identifier }
    }

    /// Removes a manager of either kind: its scan, links, services and advertising end without any event.
    public mutating func close(_ session: SessionID, at now: Instant) {
        effects.timers.removeAll {
            switch $0.timer {
            case .firstState(let other), .connect(let other, _), .commandReadiness(let other, _):
                other == session
            case .linger, .refusedParameters, .suspend, .discard, .restarted: false
            }
        }
        channels.end(of: session, into: &effects)
        if let index = centralIndex(session) {
            stopScan(index)
            for slot in peers.attached(to: session) { letGo(slot, session, tells: false, at: now) }
            centrals.remove(at: index)
            findScanners()
        } else if let index = peripheralIndex(session) {
            stopAdvertising(session)
            server.close(session, into: &effects)
            peripherals.remove(at: index)
        }
    }

    /// Sets the radio, as a person or a fault does. Switching it off in Settings ends what the system kept
    /// for ended apps (3.38, 7.11). Switching it off in Control Center keeps their pending connects (7.41).
    public mutating func setRadio(
        _ radio: RadioState, in place: BluetoothSwitch = .settings, at now: Instant
    ) {
        clock = now
        effects.cancel(.restarted)
        if radio == .off, screensEvents {
            if place == .controlCenter, profile.relaunchesAfter.contains(.controlCenterToggled) {
                if self.radio == .on { notePendingConnects() }
            } else {
                discardPreserved(of: nil, at: now)
            }
        }
        changeRadio(radio, at: now)
    }

    mutating func changeRadio(_ radio: RadioState, at now: Instant) {
        guard radio != self.radio else { return }
        let hadHost = hostPhase != .down
        self.radio = radio
        if radio == .on {
            hostPhase = .starting
            effects.append(.host(.powerOn))
        } else {
            if hadHost { effects.append(.host(.powerOff)) }
            hostPhase = .down
        }
        reportRadio()
    }

    mutating func hostReady(_ address: DeviceAddress, at now: Instant) {
        guard radio == .on else { return }
        self.address = address
        hostPhase = .ready
        advertiser.powerOn()
        resumeHolds(at: now)
        resumeSystemDevices(at: now)
        reportRadio()
        resumePendingConnects(at: now)
    }

    mutating func hostFailed(_ failure: Host.ControllerFailure, at now: Instant) {
        guard radio == .on else { return }
        if hostPhase == .ready {
            // A controller that fails while it works is restarted; apps see a reset (1.22).
            hostPhase = .down
            radio = .resetting
            reportRadio()
            changeRadio(.on, at: now)
        } else {
            hostPhase = .failed
            reportRadio()
        }
    }

    /// The manager state that follows from the radio alone; `nil` while it is not known yet.
    private var radioLevel: ManagerState? {
        switch (radio, hostPhase) {
        case (.unsupported, _): .unsupported
        case (.off, _): .poweredOff
        case (.resetting, _): .resetting
        case (.unknown, _): .unknown
        case (.on, .ready): .poweredOn
        case (.on, .failed): .unsupported
        case (.on, .down), (.on, .starting): nil
        }
    }

    /// The state that a manager should have now; `nil` while it is not known yet.
    private func currentState(of core: SessionCore) -> ManagerState? {
        if radio == .unsupported { return .unsupported }
        if !profile.hasPeripheralRole, peripheralIndex(core.id) != nil { return .unsupported }  // 1.36
        guard let record = record(of: core.app) else { return radioLevel }
        if !(core.isLimited && core.options.accessesMediaDevices) {  // 1.37
            switch record.authorization {
            case .notDetermined where core.state == .unknown || core.state == .unauthorized:
                return nil  // 1.3: the prompt is up.
            case .notDetermined: break  // The next manager asks again; this one follows the radio.
            case .restricted, .denied: return .unauthorized
            case .allowedAlways: break
            }
        }
        let isEmpty = record.manifest.usesAccessorySetup && record.accessories.isEmpty
        if core.isLimited, isEmpty, radioLevel == .poweredOn { return .poweredOff }  // 1.38
        return radioLevel
    }

    /// Ends what the radio ends, and reports the new state.
    private mutating func reportRadio() {
        guard let level = radioLevel else { return }
        if level != .poweredOn { endEverything(level) }
        reportStates()
        if level == .poweredOn {
            updateScanning(restart: true)
            resumeAdvertising()
        }
    }

    /// Reports the state to managers whose state has changed.
    mutating func reportStates() {
        for id in centrals.map(\.core.id) + peripherals.map(\.core.id) where !isFirst(id) { report(id) }
    }

    private func isFirst(_ session: SessionID) -> Bool {
        effects.timers.contains { $0.timer == .firstState(session) }
    }

    private mutating func report(_ session: SessionID) {
        guard let core = core(of: session), core.phase != .preserved, let state = currentState(of: core),
            state != core.state
        else { return }
        let waiting = core.phase == .restoring ? takeHeld(of: session) : []
        if let index = centralIndex(session) {
            centrals[index].core.state = state
            centrals[index].core.phase = .live
            tell(session, Central.Event.stateChanged(state))
        } else if let index = peripheralIndex(session) {
            peripherals[index].core.state = state
            peripherals[index].core.phase = .live
            tell(session, Peripheral.Event.stateChanged(state))
        }
        if core.phase == .restoring { endRestoring(core.app, state, waiting) }
    }

    /// The delay after opening has passed. A state that is not known yet is reported when it is (1.2, 1.3).
    mutating func reportFirstState(_ session: SessionID) { report(session) }

    /// Ends all links, scans and requests without events: apps only get the new state (1.15, 1.18, 1.20,
    /// 1.22). In states below `.poweredOff` the phone's own database is cleared too (6.13).
    private mutating func endEverything(_ state: ManagerState) {
        hostScan = nil
        for index in centrals.indices {
            let keepsScan = profile.resumesScanAfterPowerOff && state == .poweredOff
            if !keepsScan { centrals[index].scan = nil }
            centrals[index].endedScan = nil
        }
        findScanners()
        effects.timers.removeAll {
            switch $0.timer {
            case .firstState, .suspend, .discard, .restarted: false
            case .connect, .linger, .refusedParameters, .commandReadiness: true
            }
        }
        refusedPeers = []
        rememberAttributesAtPowerOff()
        peers.detachAll()
        let isCleared = state.rawValue < ManagerState.poweredOff.rawValue
        screened { $0.channels.radioEnded(isCleared: isCleared, into: &$0.effects) }
        for link in links where !link.isFree { pairingPromptEnded(link.id) }
        links = []
        slotOfLink = LinkSlots()
        server.radioEnded(isCleared: isCleared, into: &effects)
        advertiser.powerOff(isCleared: isCleared)
    }
}
