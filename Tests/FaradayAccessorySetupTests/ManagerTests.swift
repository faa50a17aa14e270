#if !os(iOS)  // AccessorySetupKit is newer than the oldest iOS that this package is compiled for.
import AccessorySetupKit
import CoreBluetooth
import FaradayTesting
import Testing

/// CoreBluetooth in apps with AccessorySetupKit.
@Suite struct ManagerTests {
    private static func phone(
        _ world: World, _ profile: OSProfile = .iOS(18), _ manifest: AppManifest? = nil
    ) -> Phone {
        world.addPhone(profile).configure(manifest ?? AppManifest(accessorySetup: TagApp.keys))
    }

    private static func setUp(on phone: Phone, _ world: World) async throws -> (TagApp, UUID) {
        let app = phone.run { TagApp() }
        app.showPicker()
        try await world.run(until: { app.lines.last == "picker 0" })
        return (app, try #require(app.session.accessories.first?.bluetoothIdentifier))
    }

    @Test(
        "Behaviour 28.25, 28.34: without an accessory a manager is off, with one it is on, and nobody is asked",
        .simulated(seed: 2850))
    func states() async throws {
        let world = World.current
        let tag = world.add(.tag())
        let phone = Self.phone(world)
        let app = phone.run { TagApp() }
        let central = phone.run { TagCentral() }
        try await world.run(for: .seconds(1))
        #expect(central.lines == ["state 4"])
        #expect(phone.run { CBManager.authorization } == .notDetermined)
        app.showPicker()
        try await world.run(until: { app.lines.last == "picker 0" })
        #expect(central.lines == ["state 4", "state 5"])
        phone.removeAccessory(tag)
        try await world.run(for: .seconds(1))
        #expect(central.lines == ["state 4", "state 5", "state 4"])
        #expect(phone.systemAlerts.isEmpty)
        #expect(phone.run { CBManager.authorization } == .notDetermined)
    }

    @Test("Behaviour 28.34: authorization of such an app is a switch", .simulated(seed: 2851))
    func authorization() async throws {
        var profile = OSProfile.iOS(18)
        profile.accessoryAppsAreNotDetermined = false
        let phone = Self.phone(World.current, profile)
        #expect(phone.run { CBManager.authorization } == .allowedAlways)
    }

    @Test(
        "Behaviour 28.24: the accessory's identifier is its peripheral's: retrieve it, connect it",
        .simulated(seed: 2852))
    func identifier() async throws {
        let world = World.current
        world.add(.tag())
        let phone = Self.phone(world)
        let (_, identifier) = try await Self.setUp(on: phone, world)
        let central = phone.run { TagCentral(wanted: identifier) }
        try await world.run(until: { central.lines.last == "value 7" })
        #expect(central.lines == ["state 5", "retrieved", "connected", "value 7"])
        #expect(central.peripheral?.identifier == identifier)
        #expect(phone.bonds.count == 1, "28.6: it pairs later, as any peripheral")
    }

    @Test(
        "Behaviour 28.28, 28.29: scans, retrieves and connects reach only accessories of the app",
        .simulated(seed: 2853))
    func reach() async throws {
        let world = World.current
        let tag = world.add(.tag())
        let other = world.add(.tag("Other"))
        let phone = Self.phone(world)
        phone.onAccessoryPicker { _ in .choose(tag) }
        let (_, identifier) = try await Self.setUp(on: phone, world)
        let central = phone.run { TagCentral() }
        try await world.run(until: { central.lines == ["state 5"] })
        central.central.scanForPeripherals(withServices: nil)
        try await world.run(for: .seconds(5))
        #expect(central.lines.dropFirst().allSatisfy { $0 == "discovered Tag" } && central.lines.count > 1)
        let stranger = phone.known(other)
        #expect(central.central.retrievePeripherals(withIdentifiers: [stranger]).isEmpty)
        #expect(central.central.retrievePeripherals(withIdentifiers: [stranger, identifier]).count == 1)
    }

    @Test(
        "Behaviour 28.30: for some time after the picker the accessory may have to be scanned for",
        .simulated(seed: 2854))
    func fresh() async throws {
        let world = World.current
        world.add(.tag())
        var profile = OSProfile.iOS(18)
        profile.accessoryRetrievalDelay = .seconds(3)
        let phone = Self.phone(world, profile)
        let (_, identifier) = try await Self.setUp(on: phone, world)
        let central = phone.run { TagCentral() }
        try await world.run(until: { central.lines == ["state 5"] })
        #expect(central.central.retrievePeripherals(withIdentifiers: [identifier]).isEmpty)
        central.central.scanForPeripherals(withServices: [TagApp.service])
        try await world.run(until: { central.lines.count > 1 })
        #expect(central.lines[1] == "discovered Tag")
        try await world.run(for: .seconds(3))
        #expect(central.central.retrievePeripherals(withIdentifiers: [identifier]).count == 1)
    }

    @Test(
        "Behaviour 28.31: on iOS 26 a new manager is off first, and then on", .simulated(seed: 2855),
        arguments: [18, 26])
    func offFirst(version: Int) async throws {
        let world = World.current
        world.add(.tag())
        let phone = Self.phone(world, .iOS(version))
        _ = try await Self.setUp(on: phone, world)
        let central = phone.run { TagCentral() }
        try await world.run(for: .seconds(1))
        #expect(central.lines == (version == 18 ? ["state 5"] : ["state 4", "state 5"]))
        let ordinary = phone.app(2, AppManifest()).run { TagCentral() }
        try await world.run(for: .seconds(1))
        #expect(ordinary.lines == ["state 5"])
    }

    @Test(
        "Behaviour 28.26: while a manager with ordinary permission lives, the picker is refused with 550",
        .simulated(seed: 2856))
    func globalPermission() async throws {
        let world = World.current
        world.add(.tag())
        let manifest = AppManifest(hasUsageDescription: true, accessorySetup: TagApp.keys)
        let phone = Self.phone(world, .iOS(26), manifest)
        phone.setAuthorization(.notDetermined)
        let app = phone.run { TagApp() }
        var central: TagCentral? = phone.run { TagCentral() }
        try await world.run(for: .seconds(1))
        #expect(central?.lines == ["state 5"])
        #expect(phone.systemAlerts.map(\.kind) == [.bluetoothPermission], "the ordinary question")
        let reason = World.Lock<String?>(nil)
        app.session.showPicker(for: [TagApp.item()]) { error in
            reason.withLock { $0 = (error as? ASError)?.userInfo["NSDebugDescription"] as? String }
        }
        app.showPicker()
        try await world.run(for: .seconds(1))
        #expect(app.lines == ["activated", "picker 550"])
        #expect(reason.withLock { $0 } == "CBManagers active with global permissions")
        central = nil
        app.showPicker()
        try await world.run(until: { app.lines.last == "picker 0" })
        #expect(central == nil)
    }

    @Test(
        "Behaviour 28.27: a manager that reaches accessories only does not block a second picker, by default",
        .simulated(seed: 2857), arguments: [false, true])
    func secondAccessory(blocks: Bool) async throws {
        let world = World.current
        let tag = world.add(.tag())
        var profile = OSProfile.iOS(26)
        profile.limitedManagersBlockPicker = blocks
        let phone = Self.phone(world, profile)
        let (app, identifier) = try await Self.setUp(on: phone, world)
        let central = phone.run { TagCentral(wanted: identifier) }
        try await world.run(until: { central.lines.last == "value 7" })
        world.add(.tag("Second"))
        app.forgetLines()
        app.showPicker()
        try await world.run(until: { app.lines.last?.hasPrefix("picker ") == true })
        #expect(app.lines.last == (blocks ? "picker 550" : "picker 0"))
        #expect(app.session.accessories.count == (blocks ? 1 : 2))
        #expect(tag.connectionCount == 1 && central.central.state == .poweredOn)
    }

    @Test(
        "Behaviour 28.32: a device that comes back under another address is not the accessory: connecting hangs",
        .simulated(seed: 2858))
    func otherAddress() async throws {
        let world = World.current
        let tag = world.add(.tag())
        let phone = Self.phone(world)
        let (_, identifier) = try await Self.setUp(on: phone, world)
        tag.changeAddress()
        let central = phone.run { TagCentral(wanted: identifier) }
        try await world.run(for: .minutes(5))
        #expect(central.lines == ["state 5", "retrieved"])
        let stranger = phone.known(tag)
        #expect(central.central.retrievePeripherals(withIdentifiers: [stranger]).isEmpty)
    }

    @Test(
        "Behaviour 28.33: the bond is the system's; a second app gets a question about sharing, and no pairing",
        .simulated(seed: 2859))
    func sharing() async throws {
        let world = World.current
        let tag = world.add(.tag())
        let phone = Self.phone(world)
        let second = phone.app(2, AppManifest(accessorySetup: TagApp.keys))
        let pages = World.Lock<[String]>([])
        phone.onAccessoryPicker { picker in
            pages.withLock { $0.append(picker.description) }
            return .chooseFirst
        }
        for handle in [phone, second] {
            let app = handle.run { TagApp() }
            app.showPicker([TagApp.item(pairs: true)])
            try await world.run(until: { app.lines.last == "picker 0" })
            #expect(app.lines.contains("pickerSetupPairing") == (handle === phone))
        }
        #expect(pages.withLock { $0.last } == "may app 2 use Tag (Tag), which another app uses?")
        #expect(phone.bonds.count == 1)
        phone.removeAccessory(tag)
        #expect(second.isAccessory(tag) && phone.bonds.count == 1, "the other app keeps it")
        second.removeAccessory(tag)
        #expect(phone.bonds.isEmpty)
    }

    @Test(
        "Behaviour 28.35: an accessory stays usable when the app no longer declares it",
        .simulated(seed: 2860))
    func droppedKeys() async throws {
        let world = World.current
        world.add(.tag())
        let phone = Self.phone(world)
        let (_, identifier) = try await Self.setUp(on: phone, world)
        phone.terminate(.crash)
        phone.configure(AppManifest(accessorySetup: AccessorySetupKeys()))
        phone.launch()
        let app = phone.run { TagApp() }
        let central = phone.run { TagCentral(wanted: identifier) }
        try await world.run(until: { central.lines.last == "value 7" })
        #expect(app.session.accessories.count == 1)
    }

    @Test("Behaviour 28.25: the picker works while an app's manager is off", .simulated(seed: 2861))
    func picksWhileOff() async throws {
        let world = World.current
        world.add(.tag())
        let phone = Self.phone(world, .iOS(26))
        let central = phone.run { TagCentral() }
        try await world.run(until: { central.lines == ["state 4"] })
        _ = try await Self.setUp(on: phone, world)
        #expect(central.lines == ["state 4", "state 5"])
    }

    // MARK: Relaunches

    struct Case: Sendable, CustomTestStringConvertible {
        let version: Int
        let reason: TerminationReason
        let usesSetup: Bool
        let comesBack: Bool
        var testDescription: String { "iOS \(version), \(reason), \(usesSetup ? "accessories" : "ordinary")" }
    }

    static let cases: [Case] = [
        Case(version: 18, reason: .userForceQuit, usesSetup: true, comesBack: false),
        Case(version: 18, reason: .controlCenterToggled, usesSetup: true, comesBack: true),
        Case(version: 26, reason: .userForceQuit, usesSetup: true, comesBack: true),
        Case(version: 26, reason: .userForceQuit, usesSetup: false, comesBack: false),
        Case(version: 26, reason: .controlCenterToggled, usesSetup: true, comesBack: true),
        Case(version: 26, reason: .controlCenterToggled, usesSetup: false, comesBack: false),
        Case(version: 26, reason: .bluetoothToggled, usesSetup: true, comesBack: false),
        Case(version: 26, reason: .memoryPressure, usesSetup: false, comesBack: true),
        Case(version: 26, reason: .crash, usesSetup: false, comesBack: true),
        Case(version: 26, reason: .reboot, usesSetup: false, comesBack: true),
        Case(version: 26, reason: .airplaneMode, usesSetup: true, comesBack: true),
    ]

    @Test(
        "Behaviour 7.43, 7.41: from iOS 26 on, apps with AccessorySetupKit come back also after a force quit and the switch in Control Center, and no others",
        .simulated(seed: 2862), arguments: cases)
    func relaunches(row: Case) async throws {
        let world = World.current
        let tag = world.add(.tag())
        let keys = row.usesSetup ? TagApp.keys : nil
        let phone = world.addPhone(.iOS(row.version))
            .configure(AppManifest(backgroundModes: .central, accessorySetup: keys))
        if row.usesSetup { phone.setUpAccessory(tag) }
        let identifier = phone.known(tag)
        tag.powerOff()
        let apps = World.Lock<[TagCentral]>([])
        phone.onLaunch { _ in
            let app = TagCentral(
                wanted: apps.withLock { $0.isEmpty } ? identifier : nil, restoreIdentifier: "tag")
            apps.withLock { $0.append(app) }
        }
        phone.launch()
        try await world.run(until: { (apps.withLock { $0.first })?.lines.last == "retrieved" })
        phone.terminate(row.reason)
        try await world.run(for: .minutes(1))
        tag.powerOn()
        try await world.run(for: .minutes(1))
        #expect(apps.withLock { $0.count } == (row.comesBack ? 2 : 1))
        #expect(
            (apps.withLock { $0.last })?.lines.first == (row.comesBack ? "restore" : Self.firstState(row)))
    }

    private static func firstState(_ row: Case) -> String {
        row.version >= 26 && row.usesSetup ? "state 4" : "state 5"
    }

    @Test(
        "Behaviour 7.43: the switch in Control Center ends the pending connects of ordinary apps only",
        .simulated(seed: 2863))
    func controlCenter() async throws {
        let world = World.current
        let tag = world.add(.tag())
        let phone = world.addPhone(.iOS(26))
            .configure(AppManifest(backgroundModes: .central, accessorySetup: TagApp.keys))
        let ordinary = phone.app(2, AppManifest(backgroundModes: .central))
        phone.setUpAccessory(tag)
        let identifier = phone.known(tag)
        tag.powerOff()
        let counts = World.Lock<[Int]>([0, 0])
        let kept = World.Lock<[TagCentral]>([])
        for (index, handle) in [phone, ordinary].enumerated() {
            handle.onLaunch { launch in
                counts.withLock { $0[index] += 1 }
                let app = TagCentral(
                    wanted: launch.isInBackground ? nil : identifier, restoreIdentifier: "tag")
                kept.withLock { $0.append(app) }
            }
            handle.launch()
        }
        try await world.run(for: .seconds(2))
        for handle in [phone, ordinary] { handle.terminate(.memoryPressure) }
        phone.setBluetooth(false, in: .controlCenter)
        try await world.run(for: .seconds(5))
        phone.setBluetooth(true, in: .controlCenter)
        tag.powerOn()
        try await world.run(for: .seconds(30))
        #expect(counts.withLock { $0 } == [2, 1])
    }
}
#endif
