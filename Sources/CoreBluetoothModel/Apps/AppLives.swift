import BluetoothPort
import BluetoothTypes

/// The lives of a phone's apps: where each is, what waits for it, what it may do, and what the user is asked because of
/// it (behaviour sections 1 and 7).
///
/// Inputs are what the user and the system do with apps, and events for managers. An input that changes what other
/// machines do for an app returns that it did; its router then calls `settle`, tells the machines the new `AppAccess` of
/// each manager, and closes what has to be closed. The table of managers is below this machine, which only reads it.
///
/// ```swift
/// var apps = AppLives(profile: .iOS(18))
/// if apps.suspend(AppID(1), into: &effects) { apps.settle(managers, into: &effects) }
/// #expect(apps.state(of: AppID(1)) == .suspended)
/// ```
struct AppLives: Sendable {
    private let shared: SharedProfile
    var profile: OSProfile { _read { yield shared.value } }
    /// The apps about which the phone knows something. Every other app is in the foreground and may use Bluetooth.
    private(set) var lives: [AppLife] = []
    /// Alerts that wait for the user.
    private(set) var questions: [SystemAlert] = []
    private var lastForeground: UInt32 = 0

    init(_ shared: SharedProfile) { self.shared = shared }

    init(profile: OSProfile) { self.init(SharedProfile(profile)) }

    func life(of app: AppID) -> AppLife? { lives.first { $0.app == app } }

    /// Whether an app runs, and where.
    func state(of app: AppID) -> AppState { life(of: app)?.state ?? .foreground }

    /// Changes what is known of an app; before, nothing may be known.
    mutating func withLife<Result>(of app: AppID, _ body: (inout AppLife) -> Result) -> Result {
        let index = lives.firstIndex { $0.app == app } ?? lives.endIndex
        if index == lives.endIndex { lives.append(AppLife(app: app)) }
        return body(&lives[index])
    }

    // MARK: The user and the system

    /// The user switches to another app; this one still runs for `OSProfile.backgroundGrace`. Returns whether anything
    /// changed.
    mutating func enterBackground(_ app: AppID, at now: Instant, into effects: inout PhoneEffects) -> Bool {
        guard profile.suspendsApps else { return false }
        let due = now + profile.backgroundGrace
        return withLife(of: app) { life in
            guard life.state == .foreground else { return false }
            life.leaveForeground(until: due, into: &effects)
            return true
        }
    }

    /// Suspends an app that runs. Returns whether anything changed.
    mutating func suspend(_ app: AppID, into effects: inout PhoneEffects) -> Bool {
        guard profile.suspendsApps else { return false }
        return withLife(of: app) { life in
            guard life.isRunning else { return false }
            life.suspend(into: &effects)
            return true
        }
    }

    /// The timer of an app in the background has fired. Returns whether the app is suspended now.
    mutating func timeIsOver(_ app: AppID, at now: Instant, into effects: inout PhoneEffects) -> Bool {
        withLife(of: app) { $0.timeIsOver(at: now, into: &effects) }
    }

    /// The user turns to an app, or an app that had ended runs again.
    mutating func comeToFront(_ app: AppID, _ managers: Managers, into effects: inout PhoneEffects) {
        lastForeground &+= 1
        let stamp = lastForeground
        withLife(of: app) { $0.comeToFront(stamp, managers, into: &effects) }
    }

    /// The user starts an app. It gets launch options if it did not run before.
    mutating func launch(
        _ app: AppID, _ managers: Managers, at now: Instant, into effects: inout PhoneEffects
    ) {
        let life = life(of: app)
        let isFirst = life?.hasStarted != true && managers.sessions(of: app).isEmpty
        let isStart = isFirst || life?.state == .terminated
        comeToFront(app, managers, into: &effects)
        if isStart { start(app, isInBackground: false, managers, at: now, into: &effects) }
    }

    private mutating func start(
        _ app: AppID, isInBackground: Bool, _ managers: Managers, at now: Instant,
        into effects: inout PhoneEffects
    ) {
        withLife(of: app) { $0.noteStart() }
        let centrals = managers.preservedCentrals(of: app)
        let peripherals = managers.preservedPeripherals(of: app)
        if !centrals.isEmpty || !peripherals.isEmpty {
            effects.cancel(.discard(app))
            effects.schedule(.discard(app), at: now + profile.restorationWindow)  // 7.10
        }
        // 7.42: when the user starts the app, the launch options name no managers.
        effects.append(
            .launch(
                app,
                AppLaunch(
                    isInBackground: isInBackground, centralIdentifiers: isInBackground ? centrals : [],
                    peripheralIdentifiers: isInBackground ? peripherals : [])))
    }

    /// An app has ended, and with it these managers. They are closed or preserved already.
    mutating func end(
        _ app: AppID, with ended: [SessionID], _ managers: Managers, into effects: inout PhoneEffects
    ) {
        withLife(of: app) { $0.end(managers, into: &effects) }
        effects.cancel(.discard(app))
        withdrawPermissionQuestion(of: app)
        effects.append(.appEnded(app, ended))
    }

    /// Drops the events of managers that no longer exist: of one app, or of all.
    mutating func forgetHeld(of app: AppID?, _ managers: Managers) {
        for index in lives.indices where app == nil || lives[index].app == app {
            lives[index].forgetHeld(managers)
        }
    }

    /// Tells the new states of apps, and whether events have to be screened from now on. Call it after an input that
    /// says that something changed.
    mutating func settle(_ managers: Managers, into effects: inout PhoneEffects) {
        for index in lives.indices { lives[index].tellState(into: &effects) }
        effects.screensEvents = mustScreen(managers)
    }

    private func mustScreen(_ managers: Managers) -> Bool {
        lives.contains { $0.state != .foreground || !$0.held.isEmpty }
            || managers.cores.contains { $0.phase != .live }
    }

    // MARK: Events

    /// Decides about an event for a manager. Returns whether the app was woken or launched.
    mutating func screen(
        _ output: PhoneOutput, for core: SessionCore, _ managers: Managers, at now: Instant,
        into effects: inout PhoneEffects
    ) -> Bool {
        let (due, limit) = (now + profile.wakeWindow, profile.heldEventLimit)
        let hasMode = hasMode(output.mode, core.app)
        let reception = withLife(of: core.app) { life in
            let reception = Reception(of: output, in: life.state, core.phase, hasMode: hasMode)
            switch reception {
            case .now: break
            case .prolongs, .wakes: life.wake(until: due, managers, into: &effects)
            case .later, .launches: life.hold(output, limit: limit)
            }
            if reception == .launches { life.relaunch(until: due, into: &effects) }
            return reception
        }
        switch reception {
        case .now, .prolongs, .wakes: effects.append(output)
        case .later: break
        case .launches: start(core.app, isInBackground: true, managers, at: now, into: &effects)
        }
        return reception == .wakes || reception == .launches
    }

    /// A restored manager has received its first state; the events that waited for it come after that (behaviour 7.4).
    mutating func endRestoring(
        _ app: AppID, _ waiting: [PhoneOutput], _ managers: Managers, into effects: inout PhoneEffects
    ) {
        withLife(of: app) { life in
            life.holdAgain(waiting)
            if life.isRunning { life.releaseHeld(managers, into: &effects) }
        }
    }

    /// Whether an app works in the background. False where its links end with its suspension (1.36).
    func hasMode(_ mode: AppManifest.BackgroundModes, _ app: AppID) -> Bool {
        !profile.endsLinksOnSuspension && life(of: app)?.manifest.backgroundModes.contains(mode) == true
    }

    // MARK: What managers may do

    /// What the system allows a manager at present.
    func access(of core: SessionCore, _ mode: AppManifest.BackgroundModes) -> AppAccess {
        AppAccess(presence: presence(of: core.app, mode), reach: reach(of: core))
    }

    /// Whether the work of an app takes place.
    func presence(of app: AppID, _ mode: AppManifest.BackgroundModes) -> Presence {
        guard state(of: app) != .foreground else { return .foreground }
        return hasMode(mode, app) ? .background : .absent
    }

    // MARK: Alerts

    /// Shows an alert because of an app.
    mutating func show(_ kind: SystemAlert.Kind, for app: AppID, into effects: inout PhoneEffects) {
        let alert = SystemAlert(number: effects.makeAlert(), app: app, kind: kind)
        if alert.isQuestion { questions.append(alert) }
        effects.append(.systemAlert(alert))
    }

    /// Shows the alert that a suspended app asked for, if there is one for the event. `wanting` gives the managers whose
    /// connections to a peer ask for an alert.
    mutating func showAlert(
        for event: Central.Event, to core: SessionCore,
        among wanting: (Central.ConnectionAlerts, PeerIdentifier) -> [SessionID], _ managers: Managers,
        into effects: inout PhoneEffects
    ) {
        switch event {
        case .disconnected(let peer, _, _, _):
            showAlert(
                .disconnected(peer), for: core, among: wanting(.disconnection, peer), managers, into: &effects
            )
        case .connected(let peer):
            let sessions = wanting(.connection, peer.identifier)
            showAlert(.connected(peer.identifier), for: core, among: sessions, managers, into: &effects)
        case .characteristicValue(let peer, _, .success):
            showAlert(
                .notified(peer), for: core, among: wanting(.notification, peer), managers, into: &effects)
        default: return
        }
    }

    /// Shows the alert that a suspended app asked for, if the event is for this manager. `sessions` are the managers that
    /// want one. If they belong to several apps, only the app that was in the foreground last shows it (behaviour 3.25).
    mutating func showAlert(
        _ kind: SystemAlert.Kind, for core: SessionCore, among sessions: [SessionID], _ managers: Managers,
        into effects: inout PhoneEffects
    ) {
        guard state(of: core.app) == .suspended else { return }
        var best: (stamp: UInt32, session: SessionID)?
        for session in sessions {
            guard let app = managers.core(of: session)?.app, let life = life(of: app),
                life.state == .suspended, life.foregroundStamp >= best?.stamp ?? 0
            else { continue }
            best = (life.foregroundStamp, session)
        }
        if best?.session == core.id { show(kind, for: core.app, into: &effects) }
    }

    /// Whether the user is being asked this because of any app.
    func isAsking(_ kind: SystemAlert.Kind) -> Bool { questions.contains { $0.kind == kind } }

    /// The question no longer matters.
    mutating func withdraw(_ kind: SystemAlert.Kind) { questions.removeAll { $0.kind == kind } }

    mutating func withdrawPermissionQuestion(of app: AppID) {
        questions.removeAll { $0.app == app && $0.kind == .bluetoothPermission }
    }

    /// Takes the question with this number, to answer it; `nil` if it is no longer asked.
    mutating func takeQuestion(_ number: UInt32) -> SystemAlert? {
        questions.firstIndex { $0.number == number }.map { questions.remove(at: $0) }
    }

    // MARK: Checking

    /// The rule that the state breaks, or `nil`; all of them hold after each input, and after `settle` where the input
    /// says that something changed.
    func brokenRule(_ managers: Managers, _ effects: PhoneEffects) -> String? {
        if Set(lives.map(\.app)).count != lives.count { return "an app has two lives" }
        if effects.screensEvents != mustScreen(managers) {
            return "events are screened for no reason, or not"
        }
        for life in lives {
            if let rule = life.brokenRule(managers, effects) { return rule }
            if life.foregroundStamp > lastForeground { return "\(life.app) comes from the future" }
        }
        if !questions.allSatisfy(\.isQuestion) { return "an alert waits for no answer" }
        let asked = questions.filter { $0.kind == .bluetoothPermission }
        if Set(asked.map(\.app)).count != asked.count { return "an app's permission is asked for twice" }
        if asked.contains(where: { authorization(of: $0.app) != .notDetermined }) {
            return "a settled question waits"
        }
        return nil
    }
}
