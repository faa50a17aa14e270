import FaradayCoreBluetooth
import FaradayTesting
import Testing

/// What happens to an app before it may use Bluetooth.
@Suite struct PermissionScenarios {
    @available(*, deprecated, message: "names what is deprecated")
    @Test(
        "Behaviour 1.3, 1.4; regression 113, 114: the state follows the user's answer to the prompt",
        .simulated(seed: 701),
        arguments: [SystemAlertReply.allow, .deny, .ignore, .after(.seconds(20), .deny)])
    func prompt(_ reply: SystemAlertReply) async throws {
        let world = World.current
        world.add(.heartRateMonitor())
        let phone = world.addPhone()
        phone.setAuthorization(.notDetermined)
        phone.onSystemAlert { _ in reply }
        #expect(phone.run { CBManager.authorization } == .notDetermined, "no manager, no prompt")
        let app = phone.run { StrapApp(restoreIdentifier: nil) }
        let second = phone.run { StrapApp(restoreIdentifier: nil) }
        try await world.run(for: .seconds(10))
        #expect(phone.systemAlerts.map(\.kind) == [.bluetoothPermission], "one for the app")
        switch reply {
        case .allow:
            #expect(app.lines.prefix(2) == ["state 5", "discovered"])
            #expect(phone.run { CBManager.authorization } == .allowedAlways)
        case .deny:
            #expect(app.lines == ["state 3"] && second.lines == ["state 3"])
            #expect(app.central.authorization == .denied)
        case .ignore, .after:
            #expect(app.lines.isEmpty && app.central.state == .unknown)
        }
        try await world.run(for: .seconds(20))
        if case .ignore = reply {
            let alert = try #require(phone.systemAlerts.first)
            phone.answer(alert, with: .allow)
            try await world.run(until: { app.valueCount > 0 })
        }
        if case .after = reply { #expect(app.lines == ["state 3"]) }
    }

    @Test(
        "Behaviour 1.6: an app without a usage description ends when it creates its first manager",
        .simulated(seed: 702, misuse: .record))
    func noUsageDescription() async throws {
        let world = World.current
        let phone = world.addPhone().configure(AppManifest(hasUsageDescription: false))
        let app = phone.run { StrapApp(restoreIdentifier: nil) }
        try await world.run(for: .seconds(5))
        #expect(app.lines.isEmpty)
        #expect(phone.appState == .terminated)
        #expect(world.misuses.map(\.misuse.kind) == [.missingUsageDescription])
        app.search()
        #expect(world.misuses.count == 1, "an invalid manager makes no callback")
    }

    @Test(
        "Behaviour 1.18, 1.22; regression 11: a restart of Bluetooth makes all objects invalid, without callbacks",
        .simulated(seed: 703, misuse: .record))
    func restart() async throws {
        let world = World.current
        world.add(.heartRateMonitor())
        let phone = world.addPhone()
        let app = phone.run { StrapApp(restoreIdentifier: nil) }
        try await world.run(until: { app.valueCount > 0 })
        let old = try #require(app.peripheral)
        old.readRSSI()
        phone.restartBluetooth()
        try await world.run(for: .seconds(5))
        #expect(app.lines == ["state 5", "discovered", "connected", "value", "state 1", "state 5"])
        #expect(old.state == .disconnected && old.services == nil)
        let kinds = world.misuses.map(\.misuse.kind).filter { !$0.isHarmless }
        #expect(kinds == [.foreignObject], "the app used the old object")
        let new = app.central.retrievePeripherals(withIdentifiers: [old.identifier])
        #expect(new.count == 1 && new.first !== old)
    }

    @Test(
        "Behaviour 1.15, 1.16, 1.17, 1.19, 1.20, 1.23; regression 9, 47, 48, 105: power off is reported only by the state",
        .simulated(seed: 705, misuse: .record))
    func powerOff() async throws {
        let world = World.current
        world.add(.heartRateMonitor())
        let phone = world.addPhone()
        let app = phone.run { StrapApp(restoreIdentifier: nil) }
        try await world.run(until: { app.valueCount > 0 })
        let peripheral = try #require(app.peripheral)
        peripheral.readRSSI()
        phone.setBluetooth(false)
        try await world.run(for: .seconds(5))
        #expect(app.lines == ["state 5", "discovered", "connected", "value", "state 4"])
        #expect(peripheral.state == .disconnected && peripheral.services == nil)
        app.central.stopScan()
        app.central.cancelPeripheralConnection(peripheral)
        peripheral.readRSSI()
        try await world.run(for: .seconds(1))
        let kinds = world.misuses.map(\.misuse.kind).filter { !$0.isHarmless }
        #expect(kinds == [.notPoweredOn, .notPoweredOn, .notPoweredOn])
        phone.setBluetooth(true)
        try await world.run(for: .seconds(5))
        #expect(app.lines.suffix(3) == ["state 5", "connected", "value"], "the app requested this itself")
        #expect(app.peripheral === peripheral)
    }

    @Test(
        "Behaviour 1.38: an app with AccessorySetupKit is off until its accessory is set up",
        .simulated(seed: 704))
    func accessorySetup() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor())
        let phone = world.addPhone().configure(AppManifest(accessorySetup: AccessorySetupKeys()))
        let app = phone.run { StrapApp(restoreIdentifier: nil) }
        try await world.run(for: .seconds(5))
        #expect(app.lines == ["state 4"])
        phone.setUpAccessory(strap)
        try await world.run(until: { app.valueCount > 0 })
        #expect(app.lines == ["state 4", "state 5", "discovered", "connected", "value"])
    }
}
