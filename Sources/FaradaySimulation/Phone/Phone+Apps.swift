import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel

/// The life of the app that this handle stands for: the phone's first one, or that of `app(_:)`.
///
/// A simulated phone cannot keep a process from running. What it does as a phone does: callbacks wait while the app
/// is suspended, and managers of an app that has ended are dead.
///
/// ```swift
/// let phone = world.addPhone().configure(AppManifest(backgroundModes: .central))
/// let app = Lock<HeartRateApp?>(nil)
/// phone.onLaunch { launch in app.withLock { $0 = HeartRateApp() } }
/// phone.launch()
/// try await world.run(until: { app.withLock { $0!.isSubscribed } })
/// phone.terminate(.memoryPressure)  // the next value launches the app again
/// ```
extension Phone {
    /// Sets what the app's Info.plist says; before its first manager.
    @discardableResult
    public func configure(_ manifest: AppManifest) -> Phone {
        world.performOnPhone(id) { phone, now in phone.stack.configure(app, manifest, at: now) }
        return self
    }

    /// Another app, with what its Info.plist says.
    public func app(_ number: UInt32, _ manifest: AppManifest) -> Phone { app(number).configure(manifest) }

    // MARK: In front and behind

    /// How much the app runs.
    public var appState: AppState { world.lock.withLock { $0.phone(id).stack.model.state(of: app) } }

    /// The user goes to another app: after `OSProfile.backgroundGrace` this one is suspended (ledger 7.1, 7.2). A
    /// Mac suspends nothing.
    public func enterBackground() {
        world.performOnPhone(id) { phone, now in phone.stack.enterBackground(app, at: now) }
    }

    /// The user comes back to the app: what waited for it is delivered (ledger 7.1).
    public func enterForeground() {
        world.performOnPhone(id) { phone, now in phone.stack.enterForeground(app, at: now) }
    }

    /// The app goes to the background and is suspended at once.
    public func suspend() {
        world.performOnPhone(id) { phone, now in phone.stack.suspend(app, at: now) }
    }

    // MARK: Ends and launches

    /// Ends the app. Its objects are still there, and nothing comes from them any more; what managers with a
    /// restore identifier do goes on, if the app has the background mode for it and comes back after such an end
    /// (ledger 7.3, 7.11). A reboot ends all apps.
    public func terminate(_ reason: TerminationReason) {
        world.performOnPhone(id) { phone, now in
            phone.note(.termination(app, reason))
            phone.stack.terminate(app, reason, at: now)
        }
    }

    /// Sets what the app does when it starts: `main` makes its managers. It runs on this phone, outside the
    /// world's lock, when the system launches the app for an event or the user does; an app without one makes no
    /// manager then (ledger 7.10).
    public func onLaunch(_ main: @escaping @Sendable (AppLaunch) -> Void) {
        let old = world.performOnPhone(id) { [app] phone, _ in phone.setLauncher(of: app, main) }
        _ = old  // A closure is let go outside the lock: it may own things that call back.
    }

    /// The user starts the app; one that is in memory comes to the front. A launch from the debugger restores
    /// nothing (ledger 7.13). For an app that has not run yet this is its first start.
    public func launch(fromDebugger: Bool = false) {
        world.performOnPhone(id) { phone, now in
            phone.stack.launch(app, fromDebugger: fromDebugger, at: now)
        }
    }

    // MARK: Permission

    /// Sets whether the app may use Bluetooth, as in Settings; `.notDetermined` asks at its first manager (ledger
    /// 1.3, 1.4).
    public func setAuthorization(_ authorization: Authorization) {
        world.performOnPhone(id) { phone, now in
            phone.note(.authorization(app, authorization))
            phone.stack.setAuthorization(authorization, of: app, at: now)
        }
    }

    /// The user sets up a device for the app with AccessorySetupKit: the app may use it now (ledger 1.38).
    public func setUpAccessory(_ device: Device) {
        let (address, peerName) = (device.address, device.name)
        world.performOnPhone(id) { phone, now in
            phone.note(.note("\(app): accessory \(peerName) set up"))
            phone.stack.setUpAccessory(address, for: app, at: now)
        }
    }
}

extension PhoneNode {
    /// Answers the one before.
    func setLauncher(of app: AppID, _ run: @escaping @Sendable (AppLaunch) -> Void) -> Any? {
        guard let index = launchers.firstIndex(where: { $0.app == app }) else {
            launchers.append((app, run))
            return nil
        }
        defer { launchers[index].run = run }
        return launchers[index].run
    }

    /// The system starts an app's process: runs what the test has for it, outside the lock.
    func launch(_ app: AppID, _ launch: AppLaunch) {
        note(.launch(app, launch))
        guard let main = launchers.first(where: { $0.app == app })?.run else { return }
        // Made here and not kept: a phone owns its world.
        let phone = Phone(world: world, id: id, name: name, profile: stack.model.profile, app: app)
        later { phone.run { main(launch) } }
    }
}
