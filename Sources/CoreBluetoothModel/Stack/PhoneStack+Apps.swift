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

    /// By what the app's Info.plist names it, as one line of ASCII.
    package func identifier(of app: AppID) -> String? {
        model.apps.life(of: app)?.manifest.identifier?.asciiLine
    }

    /// What the phone calls a peer, if it knows a name.
    package func name(of peer: PeerIdentifier) -> String? {
        model.router.peers.slot(of: peer).flatMap { model.router.peers[$0].name }
    }

    /// The contents of the app's Info.plist.
    package func manifest(of app: AppID) -> AppManifest {
        model.apps.life(of: app)?.manifest ?? AppManifest()
    }

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

    /// The user sets up an accessory with AccessorySetupKit, without a picker.
    package mutating func setUpAccessory(
        _ address: DeviceAddress, named name: String, for app: AppID, at now: Instant
    ) {
        change(at: now) { model in
            let peer = model.identifier(of: address) ?? model.router.peers.generated(for: address)
            model.changeSetup(at: now) { setup, turn, _ in setup.setUp(peer, named: name, for: app, &turn) }
        }
    }

    /// The user removes an accessory of an app in Settings.
    package mutating func removeAccessory(_ address: DeviceAddress, of app: AppID, at now: Instant) {
        change(at: now) { model in
            guard let peer = model.identifier(of: address) else { return }
            model.changeSetup(at: now) { setup, turn, _ in setup.remove(peer, of: app, &turn) }
        }
    }

    /// The user gives an accessory of an app another name in Settings.
    package mutating func renameAccessory(
        _ address: DeviceAddress, _ name: String, of app: AppID, at now: Instant
    ) {
        change(at: now) { model in
            guard let peer = model.identifier(of: address) else { return }
            model.changeSetup(at: now) { setup, turn, _ in setup.rename(peer, name, of: app, &turn) }
        }
    }

    /// The user deletes an app.
    package mutating func deleteApp(_ app: AppID, at now: Instant) {
        change(at: now) { $0.deleteApp(app, at: now) }
    }

    /// Opens an accessory session.
    package mutating func openAccessorySession(app: AppID, at now: Instant) -> SessionID {
        var session = SessionID(0)
        change(at: now) {
            session = $0.makeSession(of: app, at: now)
            $0.setup.open(session, app)
        }
        return session
    }

    /// Removes an accessory session; no event follows.
    package mutating func closeAccessorySession(_ session: SessionID, at now: Instant) {
        change(at: now) {
            $0.changeSetup(at: now) { setup, turn, _ in setup.remove(session, &turn) }
        }
    }

    /// Executes a call of an accessory session.
    package mutating func handle(_ command: Accessories.Command, from session: SessionID, at now: Instant) {
        change(at: now) {
            $0.changeSetup(at: now) { $0.handle(command, from: session, &$1, into: &$2) }
        }
    }

    /// The user does something with the picker.
    package mutating func answerPicker(_ number: UInt32, _ reply: AccessoryPickerReply, at now: Instant) {
        change(at: now) {
            $0.changeSetup(at: now) { setup, turn, _ in setup.answer(number, reply, &turn) }
        }
    }

    /// What the user has set up for an app, oldest first.
    package func accessories(of app: AppID) -> [Accessories.Accessory] { model.setup.accessories(of: app) }

    /// Whether the device at an address was set up for an app through AccessorySetupKit, and the set-up is complete.
    package func isAccessory(_ address: DeviceAddress, of app: AppID) -> Bool {
        model.identifier(of: address).map { model.setup.has($0, of: app) } ?? false
    }

    /// What the picker asks now; `nil` while it is on its way, sets an accessory up, or is not there.
    package var shownPicker: AccessoryPicker? { model.setup.picker.state?.view }

    /// The session by which the picker itself uses an accessory, while there is a picker.
    package var pickerSession: SessionID? { model.setup.picker.state?.holder }
}
