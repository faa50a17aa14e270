import BluetoothPort
import BluetoothTypes

@testable import CoreBluetoothModel

/// The lives of apps with what they need around them: no phone, no host.
struct LonelyApps {
    static let app = AppID(1)
    static let peer = PeerIdentifier(high: 1, low: 2)

    var apps: AppLives
    var managers = Managers()
    var effects = PhoneEffects()
    var now = Instant.zero

    init(_ profile: OSProfile = .iOS(18), modes: AppManifest.BackgroundModes = []) {
        apps = AppLives(profile: profile)
        apps.withLife(of: Self.app) { $0.manifest = AppManifest(backgroundModes: modes) }
    }

    // MARK: Managers

    /// Adds a central manager that is powered on.
    @discardableResult
    mutating func central(
        of app: AppID = app, _ phase: SessionPhase = .live, identifier: String? = nil
    ) -> SessionCore {
        let options = ManagerOptions(restoreIdentifier: identifier)
        var core = SessionCore(id: effects.makeSession(), app: app, options: options)
        core.phase = phase
        core.state = phase == .live ? .poweredOn : .unknown
        managers.centrals.append(CentralSession(core: core))
        settle()
        return core
    }

    // MARK: Inputs

    mutating func settle() { apps.settle(managers, into: &effects) }

    mutating func enterBackground(_ app: AppID = app) {
        if apps.enterBackground(app, at: now, into: &effects) { settle() }
    }

    mutating func suspend(_ app: AppID = app) {
        if apps.suspend(app, into: &effects) { settle() }
    }

    mutating func comeToFront(_ app: AppID = app) {
        apps.comeToFront(app, managers, into: &effects)
        settle()
    }

    mutating func end(_ app: AppID = app) {
        managers.centrals.removeAll { $0.core.app == app && $0.core.phase != .preserved }
        apps.end(app, with: [], managers, into: &effects)
        settle()
    }

    mutating func launch(_ app: AppID = app) {
        apps.launch(app, managers, at: now, into: &effects)
        settle()
    }

    /// An event comes for a manager.
    mutating func screen(_ event: Central.Event, _ core: SessionCore) {
        if apps.screen(.central(core.id, event), for: core, managers, at: now, into: &effects) { settle() }
    }

    /// Brings the app into a state from the foreground.
    mutating func bring(_ app: AppID = app, to state: AppState) {
        switch state {
        case .foreground: comeToFront(app)
        case .background: enterBackground(app)
        case .suspended: suspend(app)
        case .terminated: end(app)
        }
    }

    mutating func advance(_ time: Nanoseconds) {
        now += time
        while let timer = effects.takeTimer(at: now) {
            if case .suspend(let app) = timer, apps.timeIsOver(app, at: now, into: &effects) { settle() }
        }
    }

    // MARK: Looking

    mutating func take() -> [PhoneModel.Output] {
        var outputs: [PhoneModel.Output] = []
        while let output = effects.nextOutput() { outputs.append(output) }
        return outputs
    }

    var brokenRule: String? { apps.brokenRule(managers, effects) ?? managers.brokenRule }

    static func value(_ byte: UInt8) -> Central.Event {
        .characteristicValue(peer, AttributeIdentifier(rawValue: 12), .success([byte]))
    }
}
