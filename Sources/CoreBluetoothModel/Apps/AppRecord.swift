import BluetoothPort
import BluetoothTypes

/// What the phone knows of one app. An app without a record is in the foreground and may use Bluetooth.
struct AppRecord: Sendable {
    let app: AppID
    var manifest = AppManifest()
    var authorization = Authorization.allowedAlways
    var state = AppState.foreground
    /// The state that the timeline shows last.
    var toldState = AppState.foreground
    /// The app was launched, by the user or by the system.
    var hasStarted = false
    /// Set anew each time the app comes to the foreground. The greatest number belongs to the app that was
    /// there last (behaviour 3.25).
    var foregroundStamp: UInt32 = 0
    /// Until when the app runs in the background.
    var runsUntil = Instant.zero
    /// Events that wait until the app runs, or until a restored manager has its state.
    var held: [PhoneModel.Output] = []
    /// What the user has set up with AccessorySetupKit (behaviour 1.38).
    var accessories: [PeerIdentifier] = []

    init(app: AppID) { self.app = app }
}

/// Where a manager is in the life of its app.
enum SessionPhase: Hashable, Sendable {
    /// The app has it.
    case live
    /// The app ended, and the system continues the manager's work (behaviour 7.3).
    case preserved
    /// The app has created it again, but has not received its first state yet (behaviour 7.4).
    case restoring
}

/// Whether a manager's scanning and advertising take place, and by which rules.
enum Presence: Hashable, Sendable {
    case foreground
    /// By the rules for the background (behaviour 2.25, 6.11).
    case background
    /// The app is not in the foreground and has no background mode for this work.
    case absent
}

extension PhoneModel {
    func record(of app: AppID) -> AppRecord? { apps.first { $0.app == app } }

    /// The app's index in `apps`; adds a record if there is none.
    mutating func place(of app: AppID) -> Int {
        if let index = apps.firstIndex(where: { $0.app == app }) { return index }
        apps.append(AppRecord(app: app))
        return apps.count - 1
    }

    /// Whether an app runs, and where.
    public func state(of app: AppID) -> AppState { record(of: app)?.state ?? .foreground }

    /// Sets the entries of an app's Info.plist. Call it before the app's first manager, as on a phone.
    public mutating func configure(_ app: AppID, _ manifest: AppManifest, at now: Instant) {
        clock = now
        let index = place(of: app)
        apps[index].manifest = manifest
        appsMoved()
    }

    func presence(of core: SessionCore, _ mode: AppManifest.BackgroundModes) -> Presence {
        guard screensEvents, let record = record(of: core.app), record.state != .foreground else {
            return .foreground
        }
        return hasMode(mode, record) ? .background : .absent
    }

    /// Whether an app works in the background. False where its links end with its suspension (1.36).
    func hasMode(_ mode: AppManifest.BackgroundModes, _ record: AppRecord) -> Bool {
        !profile.endsLinksOnSuspension && record.manifest.backgroundModes.contains(mode)
    }

    /// The managers of an app, in the order they were opened.
    func sessions(of app: AppID) -> [SessionID] {
        let all =
            centrals.filter { $0.core.app == app }.map(\.core.id)
            + peripherals.filter { $0.core.app == app }.map(\.core.id)
        return all.sorted()
    }

    func core(of session: SessionID) -> SessionCore? {
        if let index = centralIndex(session) { return centrals[index].core }
        return peripheralIndex(session).map { peripherals[$0].core }
    }

    /// Reports an app's state to the timeline.
    mutating func tellState(_ index: Int) {
        guard apps[index].state != apps[index].toldState else { return }
        apps[index].toldState = apps[index].state
        effects.append(.appStateChanged(apps[index].app, apps[index].state))
    }

    /// Updates scans and advertising after the state of an app has changed.
    mutating func appsMoved() {
        for index in apps.indices { tellState(index) }
        screensEvents =
            apps.contains { $0.state != .foreground || !$0.held.isEmpty }
            || centrals.contains { $0.core.phase != .live }
            || peripherals.contains { $0.core.phase != .live }
        findScanners()
        updateScanning(restart: false)
        refreshAdvertising()
    }
}
