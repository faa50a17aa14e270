import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel

/// The life of the app that this handle stands for: the phone's first app, or the one from `app(_:)`.
///
/// A simulated phone cannot stop a process from running. But it delivers callbacks as a real phone does: they wait
/// while the app is suspended, and managers of an app that has ended get none.
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
    /// Sets the contents of the app's Info.plist. Call it before the app creates its first manager.
    @discardableResult
    public func configure(_ manifest: AppManifest) -> Phone {
        world.performOnPhone(id) { phone, now in phone.stack.configure(app, manifest, at: now) }
        return self
    }

    /// Changes the contents of the app's Info.plist.
    package func configure(_ change: (inout AppManifest) -> Void) {
        world.performOnPhone(id) { phone, now in
            var manifest = phone.stack.manifest(of: app)
            change(&manifest)
            phone.stack.configure(app, manifest, at: now)
        }
    }

    /// The same phone with another app; `manifest` is the contents of that app's Info.plist.
    public func app(_ number: UInt32, _ manifest: AppManifest) -> Phone { app(number).configure(manifest) }

    /// The apps that the phone knows, each with its identifier as messages show it, if it has one.
    package var knownApps: [(app: AppID, identifier: String?)] {
        world.lock.withLock { state in
            let stack = state.phone(id).stack
            return stack.apps.map { ($0, stack.identifier(of: $0)) }
        }
    }

    // MARK: Foreground and background

    /// The state of the app: in the foreground, in the background, suspended or ended.
    public var appState: AppState { world.lock.withLock { $0.phone(id).stack.model.state(of: app) } }

    /// The user goes to another app. This app is suspended after `OSProfile.backgroundGrace` (behaviours 7.1 and 7.2).
    /// A Mac suspends no app.
    public func enterBackground() {
        world.performOnPhone(id) { phone, now in phone.stack.enterBackground(app, at: now) }
    }

    /// The user comes back to the app. It gets the callbacks that waited (behaviour 7.1).
    public func enterForeground() {
        world.performOnPhone(id) { phone, now in phone.stack.enterForeground(app, at: now) }
    }

    /// The app goes to the background and is suspended at once.
    public func suspend() {
        world.performOnPhone(id) { phone, now in phone.stack.suspend(app, at: now) }
    }

    // MARK: Ends and launches

    /// Ends the app (behaviours 7.3 and 7.11).
    ///
    /// The app's objects still exist, but nothing calls their delegates any more. Managers with a restore identifier
    /// keep working if the app has the background mode for it and the system relaunches apps after this reason. A
    /// reboot ends all apps.
    public func terminate(_ reason: TerminationReason) {
        world.performOnPhone(id) { phone, now in
            phone.note(.termination(app, reason))
            if reason == .reboot { phone.faults?.restarts(phone) }
            phone.stack.terminate(app, reason, at: now)
        }
    }

    /// Sets what the app does when it starts: `main` creates its managers (behaviour 7.10).
    ///
    /// `main` runs on this phone, without the world's lock, each time the user starts the app or the system starts it
    /// for an event. An app without `main` creates no managers then.
    public func onLaunch(_ main: @escaping @Sendable (AppLaunch) -> Void) {
        let old = world.performOnPhone(id) { [app] phone, _ in phone.setLauncher(of: app, main) }
        _ = old  // The old closure is released outside the lock: it may own objects that call back.
    }

    /// The user starts the app. If the app is in memory, it comes to the foreground. If it has not run yet, this is its
    /// first start.
    ///
    /// - Parameter fromDebugger: Whether Xcode starts the app. Nothing is restored then (behaviour 7.13).
    public func launch(fromDebugger: Bool = false) {
        world.performOnPhone(id) { phone, now in
            phone.stack.launch(app, fromDebugger: fromDebugger, at: now)
        }
    }

    /// Sets who is told when an app of this phone moves, by its number. `watch` is called on the thread that drives the
    /// world, and without its lock.
    package func onAppState(_ watch: @escaping @Sendable (UInt32, AppState) -> Void) {
        let old = world.performOnPhone(id) { phone, _ in
            defer { phone.appWatcher = watch }
            return phone.appWatcher as Any?
        }
        _ = old  // Released outside the lock: it may own objects that call back.
    }

    // MARK: Permission

    /// Sets whether the app may use Bluetooth, as the user does in Settings. With `.notDetermined`, the app's first
    /// manager asks the user (behaviours 1.3 and 1.4).
    public func setAuthorization(_ authorization: Authorization) {
        world.performOnPhone(id) { phone, now in
            phone.note(.authorization(app, authorization))
            phone.stack.setAuthorization(authorization, of: app, at: now)
        }
    }
}

extension PhoneNode {
    /// Returns the previous launcher.
    func setLauncher(of app: AppID, _ run: @escaping @Sendable (AppLaunch) -> Void) -> Any? {
        guard let index = launchers.firstIndex(where: { $0.app == app }) else {
            launchers.append((app, run))
            return nil
        }
        defer { launchers[index].run = run }
        return launchers[index].run
    }

    /// The system starts an app's process: the closure from `onLaunch` runs outside the lock.
    func launch(_ app: AppID, _ launch: AppLaunch) {
        note(.launch(app, launch))
        guard let main = launchers.first(where: { $0.app == app })?.run else { return }
        // Created here and not stored: a phone owns its world.
        let phone = Phone(world: world, id: id, name: name, profile: stack.model.profile, app: app)
        later { phone.run { main(launch) } }
    }
}
