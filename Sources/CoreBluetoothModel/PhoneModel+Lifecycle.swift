import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Managers, radio and authorization (ledger section 1).
extension PhoneModel {
    /// Starts the host, if the radio is on; call once, before anything else.
    public mutating func start(at now: Instant) {
        guard radio == .on, hostPhase == .down else { return }
        hostPhase = .starting
        outputs.append(.host(.powerOn))
    }

    /// Opens a central manager. Its first state follows after the profile's delay, never in here (1.1, 1.2).
    public mutating func openCentral(_ options: ManagerOptions, app: AppID, at now: Instant) -> SessionID {
        let core = newSession(options, app, at: now)
        centrals.append(CentralSession(core: core, scan: nil))
        return core.id
    }

    /// Opens a peripheral manager; as `openCentral`.
    public mutating func openPeripheral(
        _ options: ManagerOptions, app: AppID, at now: Instant
    ) -> SessionID {
        let core = newSession(options, app, at: now)
        peripherals.append(PeripheralSession(core: core))
        return core.id
    }

    private mutating func newSession(
        _ options: ManagerOptions, _ app: AppID, at now: Instant
    ) -> SessionCore {
        lastSession += 1
        let id = SessionID(lastSession)
        schedule(.firstState(id), at: now + profile.firstStateDelay)
        return SessionCore(id: id, app: app, options: options)
    }

    /// Forgets a manager of either kind: scan, links, services and advertising end without any event.
    public mutating func close(_ session: SessionID, at now: Instant) {
        timers.removeAll {
            switch $0.timer {
            case .firstState(let other), .connect(let other, _): other == session
            case .linger, .refusedParameters: false
            }
        }
        endChannels(of: session)
        if let index = centralIndex(session) {
            stopScan(index)
            for slot in peers.attached(to: session) { letGo(slot, session, tells: false, at: now) }
            centrals.remove(at: index)
            scanners = centrals.indices.filter { centrals[$0].scan != nil }
        } else if let index = peripheralIndex(session) {
            stopAdvertising(index)
            removeAllServices(index)
            peripherals.remove(at: index)
            abandonRequests(of: session)
        }
    }

    /// Sets the radio, as a person does in Settings or a fault does to the daemon.
    public mutating func setRadio(_ radio: RadioState, at now: Instant) {
        guard radio != self.radio else { return }
        let hadHost = hostPhase != .down
        self.radio = radio
        if radio == .on {
            hostPhase = .starting
            outputs.append(.host(.powerOn))
        } else {
            if hadHost { outputs.append(.host(.powerOff)) }
            hostPhase = .down
        }
        reportState()
    }

    /// Sets whether apps may use Bluetooth, as a person does in Settings.
    public mutating func setAuthorization(_ authorization: Authorization, at now: Instant) {
        guard authorization != self.authorization else { return }
        self.authorization = authorization
        reportState()
    }

    mutating func hostReady(_ address: DeviceAddress) {
        guard radio == .on else { return }
        self.address = address
        hostPhase = .ready
        reportState()
    }

    mutating func hostFailed(_ failure: Host.ControllerFailure, at now: Instant) {
        guard radio == .on else { return }
        if hostPhase == .ready {
            // A controller that fails in the middle of work is started anew; apps see a reset (1.22).
            hostPhase = .down
            radio = .resetting
            reportState()
            setRadio(.on, at: now)
        } else {
            hostPhase = .failed
            reportState()
        }
    }

    /// What managers should say now; `nil` while that is open.
    private var currentState: ManagerState? {
        switch radio {
        case .unsupported: return .unsupported
        case .on, .off, .resetting: break
        }
        switch authorization {
        case .notDetermined: return nil  // 1.3: the prompt is up.
        case .restricted, .denied: return .unauthorized
        case .allowedAlways: break
        }
        switch (radio, hostPhase) {
        case (.off, _): return .poweredOff
        case (.resetting, _): return .resetting
        case (_, .ready): return .poweredOn
        case (_, .failed): return .unsupported
        case (_, .down), (_, .starting): return nil
        }
    }

    /// Tells sessions of a new state, and takes from them what it ends.
    private mutating func reportState() {
        guard let state = currentState else { return }
        if state != .poweredOn { endEverything(state, hostIsUp: hostPhase == .ready) }
        for index in centrals.indices { report(state, toCentral: index) }
        for index in peripherals.indices { report(state, toPeripheral: index) }
        if state == .poweredOn {
            updateScanning(restart: true)
            resumeAdvertising()
        }
    }

    private func isFirst(_ session: SessionID) -> Bool {
        timers.contains { $0.timer == .firstState(session) }
    }

    private mutating func report(_ state: ManagerState, toCentral index: Int) {
        let core = centrals[index].core
        guard core.state != state, !isFirst(core.id) else { return }
        centrals[index].core.state = state
        tell(core.id, Central.Event.stateChanged(state))
    }

    private mutating func report(_ state: ManagerState, toPeripheral index: Int) {
        let core = peripherals[index].core
        guard core.state != state, !isFirst(core.id) else { return }
        peripherals[index].core.state = state
        tell(core.id, Peripheral.Event.stateChanged(state))
    }

    /// The delay after opening is over; a state that is still open follows when it is known (1.2, 1.3).
    mutating func reportFirstState(_ session: SessionID) {
        guard let state = currentState else { return }
        if let index = centralIndex(session) { report(state, toCentral: index) }
        if let index = peripheralIndex(session) { report(state, toPeripheral: index) }
    }

    /// Ends all links, scans and requests without a word: apps only hear of the state (1.15, 1.18, 1.20,
    /// 1.22). Below `.poweredOff` the database of the phone goes too (6.13).
    private mutating func endEverything(_ state: ManagerState, hostIsUp: Bool) {
        if hostIsUp { takeFromHost() }
        hostScan = nil
        for index in centrals.indices {
            let keepsScan = profile.resumesScanAfterPowerOff && state == .poweredOff
            if !keepsScan { centrals[index].scan = nil }
        }
        scanners = centrals.indices.filter { centrals[$0].scan != nil }
        timers.removeAll {
            if case .firstState = $0.timer { false } else { true }
        }
        refusedPeers = []
        peers.detachAll()
        endAllChannels(isCleared: state.rawValue < ManagerState.poweredOff.rawValue)
        for link in links where !link.isFree { pairingPromptEnded(link.id) }
        links = []
        slotOfLink = LinkSlots()
        endServerLinks(isCleared: state.rawValue < ManagerState.poweredOff.rawValue)
    }

    /// The host stays up when only the authorization went: it has to be told to end things.
    private mutating func takeFromHost() {
        if hostScan != nil { outputs.append(.host(.stopScanning)) }
        for slot in peers.pendingConnects { outputs.append(.host(.cancelConnect(peers[slot].address))) }
        for link in links where !link.isFree && !link.isEnding {
            outputs.append(.host(.disconnect(link.id, .remoteUserTerminatedConnection)))
        }
        takeAdvertisingOffAir()
    }
}
