import BluetoothPort
import BluetoothTypes

// Launches by the user and by the system, and managers that are created again (behaviour 7.4–7.11).
extension PhoneModel {
    /// The user starts an app that has ended. A launch from the debugger restores nothing (behaviour 7.13).
    public mutating func launch(_ app: AppID, fromDebugger: Bool, at now: Instant) {
        clock = now
        let index = place(of: app)
        if fromDebugger { discardPreserved(of: app, at: now) }
        let isFirst = !apps[index].hasStarted && sessions(of: app).isEmpty
        let isStart = isFirst || apps[index].state == .terminated
        comeToFront(index)
        if isStart { start(index, isInBackground: false) }
        appsMoved()
    }

    /// The system launches an ended app in the background, because an event came for it.
    mutating func relaunch(_ index: Int) {
        apps[index].state = .background
        run(index, for: profile.wakeWindow)
        tellState(index)
        start(index, isInBackground: true)
        appsMoved()
    }

    private mutating func start(_ index: Int, isInBackground: Bool) {
        let app = apps[index].app
        apps[index].hasStarted = true
        let centrals = centrals.compactMap { $0.core.preservedIdentifier(of: app) }
        let peripherals = peripherals.compactMap { $0.core.preservedIdentifier(of: app) }
        if !centrals.isEmpty || !peripherals.isEmpty {
            effects.cancel(.discard(app))
            effects.schedule(.discard(app), at: clock + profile.restorationWindow)  // 7.10
        }
        // 7.42: when the user starts the app, the launch options name no managers.
        effects.append(
            .launch(
                app,
                AppLaunch(
                    isInBackground: isInBackground, centralIdentifiers: isInBackground ? centrals : [],
                    peripheralIdentifiers: isInBackground ? peripherals : [])))
    }

    /// Notes that an app runs: it has just created a manager.
    mutating func noteRunning(_ app: AppID) {
        guard screensEvents, let index = apps.firstIndex(where: { $0.app == app }),
            apps[index].state == .terminated
        else { return }
        comeToFront(index)
        appsMoved()
    }

    /// The preserved manager that an app creates again, if there is one: with its old work, and with
    /// `willRestoreState` (behaviour 7.4).
    mutating func restoredCentral(
        _ options: ManagerOptions, _ app: AppID, at now: Instant
    ) -> SessionID? {
        guard screensEvents,
            let index = centrals.firstIndex(where: { $0.core.isRestored(by: options, of: app) })
        else { return nil }
        centrals[index].core.phase = .restoring
        centrals[index].core.options = options
        let id = centrals[index].core.id
        effects.schedule(.firstState(id), at: now + profile.firstStateDelay)
        effects.append(.central(id, .willRestoreState(restoredState(ofCentral: index))))
        for slot in peers.attached(to: id) {  // The new manager knows of no services (7.6).
            guard let place = peers[slot].attachment(of: id) else { continue }
            peers[slot].attachments[place].isReconnecting = false
        }
        if !profile.restoredConnectsGoOn { stallConnects(of: id) }
        return id
    }

    /// The same as `restoredCentral`, for a peripheral manager.
    mutating func restoredPeripheral(
        _ options: ManagerOptions, _ app: AppID, at now: Instant
    ) -> SessionID? {
        guard screensEvents,
            let index = peripherals.firstIndex(where: { $0.core.isRestored(by: options, of: app) })
        else { return nil }
        peripherals[index].core.phase = .restoring
        peripherals[index].core.options = options
        let id = peripherals[index].core.id
        effects.schedule(.firstState(id), at: now + profile.firstStateDelay)
        effects.append(.peripheral(id, .willRestoreState(restoredState(ofPeripheral: index))))
        return id
    }

    /// Takes the events that wait for a manager. The first state may itself wake the app, and must not
    /// release them too early.
    mutating func takeHeld(of session: SessionID) -> [Output] {
        guard let app = core(of: session)?.app else { return [] }
        let index = place(of: app)
        let waiting = apps[index].held.filter { $0.session == session }
        apps[index].held.removeAll { $0.session == session }
        return waiting
    }

    /// Called when a restored manager has received its first state. The events that waited come after it
    /// (behaviour 7.4).
    mutating func endRestoring(_ app: AppID, _ state: ManagerState, _ waiting: [Output]) {
        let index = place(of: app)
        if state == .poweredOn { apps[index].held += waiting }
        if apps[index].state == .foreground || apps[index].state == .background { releaseHeld(index) }
        appsMoved()
    }

    /// Restored connects that never complete until the app asks again (behaviour 7.8).
    private mutating func stallConnects(of session: SessionID) {
        if let index = centralIndex(session) { centrals[index].pendingConnects = [] }
        for slot in peers.attached(to: session) {
            guard let index = peers[slot].attachment(of: session),
                peers[slot].attachments[index].state == .connecting
            else { continue }
            peers[slot].attachments[index].state = .waiting
            cancelPendingConnect(slot)
        }
    }
}

extension SessionCore {
    fileprivate func isRestored(by options: ManagerOptions, of app: AppID) -> Bool {
        phase == .preserved && self.app == app && self.options.restoreIdentifier == options.restoreIdentifier
    }

    fileprivate func preservedIdentifier(of app: AppID) -> String? {
        phase == .preserved && self.app == app ? options.restoreIdentifier : nil
    }
}
