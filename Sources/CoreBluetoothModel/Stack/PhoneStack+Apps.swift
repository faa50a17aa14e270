import BluetoothPort
import BluetoothTypes
import BluetoothWire

// What happens to apps.
extension PhoneStack {
    /// The apps about which the phone knows something: those that have opened a manager, or whose life has changed.
    package var apps: [AppID] {
        Set(model.managers.cores.map(\.app) + model.apps.lives.map(\.app)).sorted()
    }

    /// The app that a manager belongs to.
    package func app(of session: SessionID) -> AppID? { model.managers.core(of: session)?.app }

    /// Sets whether an app may use Bluetooth.
    package mutating func setAuthorization(_ authorization: Authorization, of app: AppID, at now: Instant) {
        change(at: now) { $0.setAuthorization(authorization, of: app, at: now) }
    }

    /// Sets the entries of an app's Info.plist.
    package mutating func configure(_ app: AppID, _ manifest: AppManifest, at now: Instant) {
        change(at: now) { $0.configure(app, manifest, at: now) }
    }

    /// The user switches to another app.
    package mutating func enterBackground(_ app: AppID, at now: Instant) {
        change(at: now) { $0.enterBackground(app, at: now) }
    }

    /// The user returns to an app.
    package mutating func enterForeground(_ app: AppID, at now: Instant) {
        change(at: now) { $0.enterForeground(app, at: now) }
    }

    /// Suspends an app at once.
    package mutating func suspend(_ app: AppID, at now: Instant) {
        change(at: now) { $0.suspend(app, at: now) }
    }

    /// An app ends.
    package mutating func terminate(_ app: AppID, _ reason: TerminationReason, at now: Instant) {
        change(at: now) { $0.terminate(app, reason, at: now) }
    }

    /// The user starts an app.
    package mutating func launch(_ app: AppID, fromDebugger: Bool, at now: Instant) {
        change(at: now) { $0.launch(app, fromDebugger: fromDebugger, at: now) }
    }

    /// The user sets up an accessory with AccessorySetupKit.
    package mutating func setUpAccessory(_ address: DeviceAddress, for app: AppID, at now: Instant) {
        change(at: now) { $0.setUpAccessory(address, for: app, at: now) }
    }
}
