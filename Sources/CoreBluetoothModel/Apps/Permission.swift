import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Whether an app may use Bluetooth, and for what (behaviour 1.3–1.6, 1.26, 1.37, 1.38).
extension PhoneModel {
    /// Whether an app may use Bluetooth.
    public func authorization(of app: AppID) -> Authorization {
        record(of: app)?.authorization ?? .allowedAlways
    }

    /// Whether the app of a manager may use Bluetooth; `.notDetermined` if there is no such manager.
    public func authorization(for session: SessionID) -> Authorization {
        let app =
            centralIndex(session).map { centrals[$0].core.app }
            ?? peripheralIndex(session).map { peripherals[$0].core.app }
        return app.map { authorization(of: $0) } ?? .notDetermined
    }

    /// Sets whether an app may use Bluetooth, as a user does in Settings. On systems that do not ask the
    /// user, `.notDetermined` means that the app may.
    public mutating func setAuthorization(_ wanted: Authorization, of app: AppID, at now: Instant) {
        clock = now
        let isAllowed = wanted == .notDetermined && !profile.asksForPermission  // 1.3
        let authorization = isAllowed ? .allowedAlways : wanted
        let index = place(of: app)
        guard authorization != apps[index].authorization else { return }
        apps[index].authorization = authorization
        switch authorization {
        case .denied, .restricted: endWork(of: app, at: now)
        case .allowedAlways, .notDetermined: break
        }
        if authorization != .notDetermined {
            questions.removeAll { $0.app == app && $0.kind == .bluetoothPermission }
        }
        reportStates()
    }

    /// Asks the user what the system asks when a manager is created.
    mutating func askUser(_ core: SessionCore) {
        if authorization(of: core.app) == .notDetermined,
            !(core.isLimited && core.options.accessesMediaDevices)
        {
            let isAsked = questions.contains { $0.app == core.app && $0.kind == .bluetoothPermission }
            if !isAsked { show(.bluetoothPermission, for: core.app) }  // 1.3
        }
        if core.options.showsPowerAlert, radio == .off { show(.bluetoothIsOff, for: core.app) }  // 1.26
    }

    /// Ends an app without a usage description at its first manager (1.6). Returns whether it ended the app.
    mutating func endIfUnexplained(_ core: SessionCore, call: String, at now: Instant) -> Bool {
        guard profile.requiresUsageDescription, record(of: core.app)?.manifest.hasUsageDescription == false
        else { return false }
        effects.append(.misuse(core.id, .missingUsageDescription(call: call)))
        terminate(core.app, .crash, at: now)
        return true
    }

    /// Ends everything that an app does, without events (1.18).
    private mutating func endWork(of app: AppID, at now: Instant) {
        for session in sessions(of: app) {
            channels.end(of: session, into: &effects)
            if let index = centralIndex(session) {
                stopScan(index)
                centrals[index].endedScan = nil
                centrals[index].pendingConnects = []
                centrals[index].connectionEvents = nil
                for slot in peers.attached(to: session) { letGo(slot, session, tells: false, at: now) }
            } else if peripheralIndex(session) != nil {
                stopAdvertising(session)
                server.endWork(of: session, into: &effects)
            }
        }
    }

    // MARK: Managers that reach only some peers

    /// The user sets up an accessory with AccessorySetupKit. From now on the app may use it (1.38).
    public mutating func setUpAccessory(_ address: DeviceAddress, for app: AppID, at now: Instant) {
        clock = now
        let index = place(of: app)
        let identifier = PeerIdentifier(seed: seed, address: address)
        guard !apps[index].accessories.contains(identifier) else { return }
        apps[index].accessories.append(identifier)
        reportStates()
    }

    /// Whether a manager may use a peer.
    func reaches(_ slot: Int, _ core: SessionCore) -> Bool {
        guard core.isLimited else { return true }
        if let record = record(of: core.app), record.manifest.usesAccessorySetup {
            return record.accessories.contains(peers[slot].identifier)
        }
        return peers[slot].sighting.advertises(oneOf: profile.mediaServices)  // 1.37
    }

    /// Whether a manager reaches only some peers. In an app with AccessorySetupKit these are the accessories
    /// that were set up. A manager that needs no permission of the user reaches media devices only.
    func isLimited(_ options: ManagerOptions, _ app: AppID) -> Bool {
        if profile.knowsAccessorySetup, record(of: app)?.manifest.usesAccessorySetup == true { return true }
        return options.accessesMediaDevices && profile.knowsMediaAccess
    }
}
