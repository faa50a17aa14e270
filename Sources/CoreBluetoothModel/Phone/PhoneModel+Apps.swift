import BluetoothPort
import BluetoothTypes
import BluetoothWire

// What the user and the system do with apps, and what other machines do because of it.
extension PhoneModel {
    /// Whether an app runs, and where.
    package func state(of app: AppID) -> AppState { apps.state(of: app) }

    /// Whether an app may use Bluetooth.
    package func authorization(of app: AppID) -> Authorization { apps.authorization(of: app) }

    /// Whether the app of a manager may use Bluetooth; `.notDetermined` if there is no such manager.
    package func authorization(for session: SessionID) -> Authorization {
        managers.core(of: session).map { apps.authorization(of: $0.app) } ?? .notDetermined
    }

    /// Sets the entries of an app's Info.plist. Call it before the app's first manager, as on a phone.
    package mutating func configure(_ app: AppID, _ manifest: AppManifest, at now: Instant) {
        clock = now
        apps.withLife(of: app) { $0.manifest = manifest }
        appsMoved()
    }

    // MARK: States

    /// The user switches to another app. This one still runs for `OSProfile.backgroundGrace`; then it is
    /// suspended.
    package mutating func enterBackground(_ app: AppID, at now: Instant) {
        clock = now
        if apps.enterBackground(app, at: now, into: &effects) { appsMoved() }
    }

    /// Suspends an app that is not in the foreground at once, before its time has run out.
    package mutating func suspend(_ app: AppID, at now: Instant) {
        clock = now
        if apps.suspend(app, into: &effects) { suspended(app, at: now) }
    }

    /// Ends the app's time in the background if it is used up.
    mutating func endBackgroundRun(_ app: AppID, at now: Instant) {
        if apps.timeIsOver(app, at: now, into: &effects) { suspended(app, at: now) }
    }

    private mutating func suspended(_ app: AppID, at now: Instant) {
        appsMoved()
        guard profile.endsLinksOnSuspension else { return }  // 1.36
        for session in managers.sessions(of: app) {
            cancelConnections(of: session, reports: true, at: now)
        }
    }

    /// The user returns to an app. It gets the events that waited for it (behaviour 7.1). An app that has
    /// ended is launched.
    package mutating func enterForeground(_ app: AppID, at now: Instant) {
        clock = now
        if apps.state(of: app) == .terminated { return launch(app, fromDebugger: false, at: now) }
        apps.comeToFront(app, managers, into: &effects)
        appsMoved()
    }

    /// The user starts an app that has ended. A launch from the debugger restores nothing (behaviour 7.13).
    package mutating func launch(_ app: AppID, fromDebugger: Bool, at now: Instant) {
        clock = now
        if fromDebugger { discardPreserved(of: app, at: now) }
        apps.launch(app, managers, at: now, into: &effects)
        appsMoved()
    }

    /// Notes that an app runs: it creates a manager.
    mutating func noteRunning(_ app: AppID) {
        guard apps.state(of: app) == .terminated else { return }
        apps.comeToFront(app, managers, into: &effects)
        appsMoved()
    }

    /// Updates scans and advertising after something has changed for an app.
    mutating func appsMoved() {
        apps.settle(managers, into: &effects)
        updateAccess()
        scanning.update(restart: false, into: &effects)
        advertiser.refresh(into: &effects)
        ranging.follow(apps, managers, into: &effects)
        scanning.pace(at: clock, into: &effects)
        setup.releaseHeld(apps, into: &effects)
    }

    /// Tells scanning and advertising what the system allows managers now.
    mutating func updateAccess() {
        for central in managers.centrals {
            scanning.set(apps.access(of: central.core, .central), of: central.core.id)
        }
        for peripheral in managers.peripherals {
            advertiser.setPresence(
                apps.presence(of: peripheral.core.app, .peripheral), of: peripheral.core.id)
        }
    }

    // MARK: Permission

    /// Sets whether an app may use Bluetooth, as a user does in Settings. On systems that do not ask the
    /// user, `.notDetermined` means that the app may.
    package mutating func setAuthorization(_ wanted: Authorization, of app: AppID, at now: Instant) {
        clock = now
        switch apps.setAuthorization(wanted, of: app) {
        case nil: return
        case .denied, .restricted: endWork(of: app, at: now)
        case .allowedAlways, .notDetermined: break
        }
        reportStates()
    }

    /// Ends everything that an app does, without events (1.18).
    private mutating func endWork(of app: AppID, at now: Instant) {
        for session in managers.sessions(of: app) {
            channels.end(of: session, into: &effects)
            if let index = managers.central(session) {
                scanning.forgetScan(of: session, into: &effects)
                managers.centrals[index].pendingConnects = []
                router.connections.events.remove(session)
                cancelConnections(of: session, reports: false, at: now)
            } else if managers.peripheral(session) != nil {
                advertiser.stop(session, into: &effects)
                server.endWork(of: session, into: &effects)
            }
        }
    }

    // MARK: Alerts

    /// Answers a question that the system asked. `allows` says whether the user allows it.
    package mutating func answerAlert(_ number: UInt32, allows: Bool, at now: Instant) {
        guard let alert = apps.takeQuestion(number) else { return }
        switch alert.kind {
        case .bluetoothPermission:
            setAuthorization(allows ? .allowedAlways : .denied, of: alert.app, at: now)
        case .notificationSharing(let peer):
            router.setNotificationSharing(allows, with: peer, into: &effects)
        case .bluetoothIsOff, .connected, .disconnected, .notified: break
        }
    }

    // MARK: Events

    /// Decides about the events that machines have left for managers: call it after each machine that tells managers
    /// something, before anything else is changed.
    @inline(__always)
    mutating func screenEvents() {
        if effects.hasUnscreened { screenWaiting() }
    }

    // Not inlined: what is rare would make each output dearer.
    @inline(never) private mutating func screenWaiting() {
        for entry in effects.takeUnscreened() {
            guard entry.isEvent, let session = entry.output.session else {
                effects.append(entry.output)
                continue
            }
            guard let core = managers.core(of: session) else { continue }
            if case .central(_, let event) = entry.output {
                if case .disconnected(let peer, _, _, _) = event, let slot = router.peers.slot(of: peer) {
                    scanning.countAsNew(slot, for: managers.sessions(of: core.app), into: &effects)
                }
                let wanting = { [router] in entry.alerting ?? router.managers(wanting: $0, of: $1) }
                apps.showAlert(for: event, to: core, among: wanting, managers, into: &effects)
            }
            if apps.screen(entry.output, for: core, managers, at: clock, into: &effects) { appsMoved() }
        }
    }
}
