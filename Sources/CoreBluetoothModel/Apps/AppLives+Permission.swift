import BluetoothPort
import BluetoothTypes

// Whether an app may use Bluetooth, and for what (behaviour 1.3–1.6, 1.26, 1.37, 1.38).
extension AppLives {
    /// Whether an app may use Bluetooth. Nobody asks the user about an app that only uses accessories (28.34).
    func authorization(of app: AppID) -> Authorization {
        guard let life = life(of: app) else { return .allowedAlways }
        let isUnasked = life.manifest.usesOnlyAccessories && knowsAccessories(app)
        return isUnasked && profile.accessoryAppsAreNotDetermined ? .notDetermined : life.authorization
    }

    /// Whether the app uses AccessorySetupKit, and the system has it.
    func knowsAccessories(_ app: AppID) -> Bool {
        profile.knowsAccessorySetup && life(of: app)?.manifest.accessorySetup != nil
    }

    /// Whether the system launches an app for an event after such an end (7.11, 7.43).
    func relaunches(_ app: AppID, after reason: TerminationReason) -> Bool {
        profile.relaunchesAfter.contains(reason)
            || knowsAccessories(app) && profile.relaunchesAccessoryAppsAfter.contains(reason)
    }

    /// Sets whether an app may use Bluetooth, as a user does in Settings. On systems that do not ask the user,
    /// `.notDetermined` means that the app may. Returns what is new, or `nil`.
    mutating func setAuthorization(_ wanted: Authorization, of app: AppID) -> Authorization? {
        let isAllowed = wanted == .notDetermined && !profile.asksForPermission  // 1.3
        let authorization = isAllowed ? .allowedAlways : wanted
        let isNew = withLife(of: app) { life in
            defer { life.authorization = authorization }
            return life.authorization != authorization
        }
        guard isNew else { return nil }
        if authorization != .notDetermined { withdrawPermissionQuestion(of: app) }
        return authorization
    }

    /// Asks the user what the system asks when a manager is created.
    mutating func askUser(about core: SessionCore, _ radio: RadioState, into effects: inout PhoneEffects) {
        if authorization(of: core.app) == .notDetermined, needsPermission(core) {
            let isAsked = questions.contains { $0.app == core.app && $0.kind == .bluetoothPermission }
            if !isAsked { show(.bluetoothPermission, for: core.app, into: &effects) }  // 1.3
        }
        if core.options.showsPowerAlert, radio == .off {  // 1.26
            show(.bluetoothIsOff, for: core.app, into: &effects)
        }
    }

    /// A manager that reaches only media devices, or only accessories, needs no permission (1.37, 28.25).
    private func needsPermission(_ core: SessionCore) -> Bool { !core.isLimited }

    /// Whether the app's first manager ends it, because it says nowhere what it needs Bluetooth for (1.6).
    func endsUnexplained(_ app: AppID) -> Bool {
        profile.requiresUsageDescription && life(of: app)?.manifest.hasUsageDescription == false
            && !knowsAccessories(app)
    }

    /// Whether the app's Info.plist allows a manager with these options to be restored (1.40). Always true
    /// without a restore identifier.
    func mayRestore(_ options: ManagerOptions, _ app: AppID, _ mode: AppManifest.BackgroundModes) -> Bool {
        guard options.restoreIdentifier != nil, profile.requiresBackgroundModeToRestore else { return true }
        return life(of: app)?.manifest.backgroundModes.contains(mode) == true
    }

    /// Whether the system continues a manager's work after its app has ended (behaviour 7.3): it has a restore
    /// identifier, it has a state, and the app has its background mode.
    func continues(_ core: SessionCore, _ mode: AppManifest.BackgroundModes) -> Bool {
        if core.phase == .preserved { return true }
        return core.options.restoreIdentifier != nil
            && life(of: core.app)?.manifest.backgroundModes.contains(mode) == true
            && (core.phase == .restoring || core.state != .unknown)
    }

    /// The state that a manager should have now; `nil` while it is not known yet. `level` is the state that follows
    /// from the radio alone.
    func managerState(
        of core: SessionCore, _ mode: AppManifest.BackgroundModes, _ radio: RadioState,
        level: ManagerState?
    ) -> ManagerState? {
        if radio == .unsupported { return .unsupported }
        if !profile.hasPeripheralRole, mode == .peripheral { return .unsupported }  // 1.36
        guard let life = life(of: core.app) else { return level }
        if needsPermission(core) {
            switch life.authorization {
            case .notDetermined where core.state == .unknown || core.state == .unauthorized:
                return nil  // 1.3: the prompt is up.
            case .notDetermined: break  // The next manager asks again; this one follows the radio.
            case .restricted, .denied: return .unauthorized
            case .allowedAlways: break
            }
        }
        let isEmpty = life.manifest.accessorySetup != nil && life.accessories.isEmpty
        if core.isLimited, isEmpty, level == .poweredOn { return .poweredOff }  // 1.38
        return level
    }

    // MARK: Managers that reach only some peers

    /// Whether a manager that gets its first state is off for a moment although Bluetooth is on (28.31).
    func startsOff(_ core: SessionCore) -> Bool {
        core.state == .unknown && core.phase == .live && core.isLimited
            && profile.accessoryManagersStartOff && knowsAccessories(core.app)
    }

    /// Whether a manager reaches only some peers. In an app with AccessorySetupKit these are the accessories
    /// that were set up. A manager that needs no permission of the user reaches media devices only.
    func isLimited(_ options: ManagerOptions, _ app: AppID) -> Bool {
        if let life = life(of: app), knowsAccessories(app) {
            if life.manifest.usesOnlyAccessories { return true }
            if !life.accessories.isEmpty, life.authorization != .allowedAlways { return true }
        }
        return options.accessesMediaDevices && profile.knowsMediaAccess
    }

    /// The peers that a manager may use.
    func reach(of core: SessionCore) -> Reach {
        guard core.isLimited else { return .everyone }
        if let life = life(of: core.app), life.manifest.accessorySetup != nil {
            return .accessories(life.accessories)
        }
        return .advertisers(profile.mediaServices)  // 1.37
    }
}
