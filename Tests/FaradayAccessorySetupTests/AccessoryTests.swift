#if !os(iOS)  // AccessorySetupKit is newer than the oldest iOS that this package is compiled for.
import AccessorySetupKit
import CoreBluetooth
import FaradayTesting
import Testing

/// Sessions and the accessories that they know.
@Suite struct AccessoryTests {
    private static func phone(_ world: World, _ profile: OSProfile = .iOS(26)) -> Phone {
        world.addPhone(profile).configure(AppManifest(accessorySetup: TagApp.keys))
    }

    /// An app with the accessory `Tag`.
    private static func app(
        on phone: Phone, _ world: World, _ item: ASPickerDisplayItem = TagApp.item()
    ) async throws -> (TagApp, ASAccessory) {
        let app = phone.run { TagApp() }
        app.showPicker([item])
        try await world.run(until: { app.lines.last == "picker 0" })
        app.forgetLines()
        return (app, try #require(app.session.accessories.first))
    }

    @Test(
        "Behaviour 28.1, 28.2: a session is activated later, and only then takes calls",
        .simulated(seed: 2830, misuse: .record))
    func activation() async throws {
        let world = World.current
        let phone = Self.phone(world)
        let lines = World.Lock<[String]>([])
        let session = phone.run { ASAccessorySession() }
        session.showPicker(for: [TagApp.item()]) { error in
            lines.withLock { $0.append("early \(TagApp.code(error))") }
        }
        try await world.run(for: .seconds(1))
        #expect(lines.withLock { $0 } == ["early 450"])
        let queue = DispatchQueue(label: "session")
        let key = DispatchSpecificKey<Int>()
        queue.setSpecific(key: key, value: 1)
        for _ in 0..<2 {
            session.activate(on: queue) { event in
                let isThere = DispatchQueue.getSpecific(key: key) == 1
                lines.withLock { $0.append("\(event.eventType) \(isThere)") }
            }
        }
        #expect(lines.withLock { $0.count } == 1, "not inside the call")
        try await world.run(for: .seconds(1))
        #expect(lines.withLock { $0.last } == "activated true")
        #expect(world.misuses.map(\.misuse.kind) == [.invalidArgument], "activated twice")
    }

    @Test(
        "Behaviour 28.21, 28.2: an invalidated session ends its picker and its call, and takes no call any more",
        .simulated(seed: 2831))
    func invalidation() async throws {
        let world = World.current
        let phone = Self.phone(world)
        let app = phone.run { TagApp() }
        app.showPicker()
        try await world.run(for: .seconds(2))
        app.session.invalidate()
        app.session.invalidate()
        app.showPicker()
        try await world.run(for: .minutes(1))
        #expect(
            app.lines == [
                "activated", "pickerDidPresent", "pickerDidDismiss", "picker 400", "invalidated",
                "picker 400",
            ])
        #expect(phone.accessoryPicker == nil)
    }

    @Test("Behaviour 28.1: a system without AccessorySetupKit activates no session", .simulated(seed: 2832))
    func oldSystem() async throws {
        let world = World.current
        let app = Self.phone(world, .iOS(17)).run { TagApp() }
        try await world.run(for: .seconds(1))
        #expect(app.lines == ["invalidated 100"])
    }

    @Test("A session that is released gets no events, and its picker goes", .simulated(seed: 2833))
    func released() async throws {
        let world = World.current
        let phone = Self.phone(world)
        phone.onAccessoryPicker { _ in .wait }
        var app: TagApp? = phone.run { TagApp() }
        app?.showPicker()
        try await world.run(until: { phone.accessoryPicker != nil })
        app = nil
        #expect(phone.accessoryPicker == nil)
        let other = phone.run { TagApp() }
        phone.onAccessoryPicker { _ in .cancel }
        other.showPicker()
        try await world.run(until: { other.lines.last == "picker 700" })
    }

    @Test(
        "Behaviour 28.1, 28.36: accessories survive a relaunch, and are deleted with their app",
        .simulated(seed: 2834))
    func relaunch() async throws {
        let world = World.current
        let tag = world.add(.tag())
        let phone = Self.phone(world)
        let (old, _) = try await Self.app(on: phone, world, TagApp.item(pairs: true))
        phone.terminate(.crash)
        phone.launch()
        let new = phone.run { TagApp() }
        #expect(new.session.accessories.isEmpty, "before it is activated")
        try await world.run(until: { new.lines == ["activated"] })
        #expect(new.session.accessories.map(\.displayName) == ["Tag"])
        #expect(old.lines.isEmpty, "the old objects are dead")
        #expect(phone.isAccessory(tag) && phone.bonds.count == 1)
        phone.deleteApp()
        #expect(!phone.isAccessory(tag) && phone.bonds.isEmpty && phone.accessoryNames.isEmpty)
        let fresh = phone.run { TagApp() }
        try await world.run(until: { fresh.lines == ["activated"] })
        #expect(fresh.session.accessories.isEmpty)
    }

    @Test(
        "Behaviour 28.9: with confirmAuthorization the accessory waits until the app has ended the set-up",
        .simulated(seed: 2835), arguments: [false, true])
    func confirmAuthorization(fails: Bool) async throws {
        let world = World.current
        let tag = world.add(.tag())
        let phone = Self.phone(world)
        let item = TagApp.item("Tag", .confirmAuthorization)
        let (app, accessory) = try await Self.app(on: phone, world, item)
        #expect(accessory.state == .awaitingAuthorization && !phone.isAccessory(tag))
        // The app may talk to it before, and pair by that.
        let identifier = try #require(accessory.bluetoothIdentifier)
        let central = phone.run { TagCentral(wanted: identifier) }
        try await world.run(until: { central.lines.last == "value 7" })
        #expect(phone.bonds.count == 1)
        if fails {
            app.session.failAuthorization(for: accessory, completionHandler: app.ended("fail"))
        } else {
            let settings = ASAccessorySettings.default
            settings.ssid = "Tag-1"
            app.session.finishAuthorization(
                for: accessory, settings: settings, completionHandler: app.ended("finish"))
        }
        try await world.run(for: .seconds(1))
        #expect(
            app.lines
                == (fails ? ["accessoryRemoved Tag 0", "fail 0"] : ["accessoryChanged Tag 20", "finish 0"]))
        #expect(phone.isAccessory(tag) == !fails)
        #expect(app.session.accessories.map(\.ssid) == (fails ? [] : ["Tag-1"]))
        app.session.failAuthorization(for: accessory, completionHandler: app.ended("again"))
        try await world.run(for: .seconds(1))
        #expect(app.lines.last == "again 450")
    }

    @Test(
        "Behaviour 28.16: removing an accessory deletes the bond and ends the link", .simulated(seed: 2836))
    func removal() async throws {
        let world = World.current
        let tag = world.add(.tag())
        let phone = Self.phone(world)
        let (app, accessory) = try await Self.app(on: phone, world, TagApp.item(pairs: true))
        let central = phone.run { TagCentral(wanted: accessory.bluetoothIdentifier) }
        try await world.run(until: { central.lines.last == "value 7" })
        app.session.removeAccessory(accessory, completionHandler: app.ended("remove"))
        try await world.run(for: .seconds(2))
        #expect(app.lines == ["accessoryRemoved Tag 0", "remove 0"])
        #expect(app.session.accessories.isEmpty && accessory.state == .unauthorized)
        #expect(phone.bonds.isEmpty && tag.connectionCount == 0)
        #expect(central.lines.suffix(2) == ["state 4", "disconnected 7"])
        app.session.removeAccessory(accessory, completionHandler: app.ended("again"))
        try await world.run(for: .seconds(1))
        #expect(app.lines.last == "again 450")
    }

    @Test(
        "Behaviour 28.20: what the user removes or forgets in Settings is gone, and the session is told",
        .simulated(seed: 2837), arguments: [false, true])
    func removalInSettings(forgets: Bool) async throws {
        let world = World.current
        let tag = world.add(.tag())
        let phone = Self.phone(world)
        let (app, _) = try await Self.app(on: phone, world, TagApp.item(pairs: true))
        if forgets { phone.forget(tag) } else { phone.removeAccessory(tag) }
        try await world.run(for: .seconds(1))
        #expect(app.lines == ["accessoryRemoved Tag 0"])
        #expect(phone.bonds.isEmpty && !phone.isAccessory(tag))
    }

    @Test(
        "Behaviour 28.20: a session whose app is suspended is told when the app runs again",
        .simulated(seed: 2838))
    func removalWhileSuspended() async throws {
        let world = World.current
        let tag = world.add(.tag())
        let phone = Self.phone(world)
        let (app, _) = try await Self.app(on: phone, world)
        phone.suspend()
        phone.removeAccessory(tag)
        try await world.run(for: .seconds(5))
        #expect(app.lines.isEmpty)
        phone.enterForeground()
        try await world.run(for: .seconds(1))
        #expect(app.lines == ["accessoryRemoved Tag 0"])
    }

    @Test(
        "Behaviour 28.17: an accessory is renamed by the app's sheet or in Settings, and the session is told",
        .simulated(seed: 2839))
    func renaming() async throws {
        let world = World.current
        let tag = world.add(.tag())
        let phone = Self.phone(world)
        let (app, accessory) = try await Self.app(on: phone, world)
        phone.onAccessoryPicker { picker in
            picker.page == .rename("Tag") ? .after(.seconds(1), .name("Keys")) : .cancel
        }
        app.session.renameAccessory(accessory, completionHandler: app.ended("rename"))
        app.session.renameAccessory(accessory, completionHandler: app.ended("second"))
        try await world.run(for: .seconds(2))
        #expect(app.lines == ["second 500", "accessoryChanged Keys 20", "rename 0"])
        #expect(accessory.displayName == "Keys", "the same object")
        app.session.renameAccessory(accessory, completionHandler: app.ended("cancelled"))
        try await world.run(for: .seconds(1))
        #expect(app.lines.last == "cancelled 700")
        phone.renameAccessory(tag, to: "Bag")
        try await world.run(for: .seconds(1))
        #expect(app.lines.last == "accessoryChanged Bag 20")
    }

    @Test(
        "Behaviour 28.19: an app asks its user for another authorization of an accessory",
        .simulated(seed: 2840), arguments: [true, false])
    func update(isAllowed: Bool) async throws {
        guard #available(iOS 26.0, macCatalyst 26.0, *) else { return }
        let world = World.current
        world.add(.tag())
        let phone = Self.phone(world)
        let (app, accessory) = try await Self.app(on: phone, world)
        let pages = World.Lock<[String]>([])
        phone.onAccessoryPicker { picker in
            pages.withLock { $0.append(picker.description) }
            return .after(.seconds(2), isAllowed ? .accept : .cancel)
        }
        let descriptor = ASDiscoveryDescriptor()
        app.session.updateAuthorization(
            for: accessory, descriptor: descriptor, completionHandler: app.ended("update"))
        descriptor.bluetoothServiceUUID = TagApp.service
        descriptor.supportedOptions = .bluetoothPairingLE
        app.session.updateAuthorization(
            for: accessory, descriptor: descriptor, completionHandler: app.ended("update"))
        app.session.updateAuthorization(
            for: accessory, descriptor: descriptor, completionHandler: app.ended("second"))
        try await world.run(for: .seconds(1))
        #expect(app.lines == ["update 450", "second 500"], "the user has not answered yet")
        #expect(accessory.descriptor.supportedOptions == [])
        #expect(pages.withLock { $0 } == ["may app 1 use Tag for something else?"])
        try await world.run(for: .seconds(2))
        #expect(
            app.lines.dropFirst(2)
                == (isAllowed ? ["accessoryChanged Tag 20", "update 0"] : ["update 700"]))
        #expect(accessory.descriptor.supportedOptions == (isAllowed ? .bluetoothPairingLE : []))
        phone.enterBackground()
        app.session.updateAuthorization(
            for: accessory, descriptor: descriptor, completionHandler: app.ended("behind"))
        try await world.run(for: .seconds(1))
        #expect(app.lines.last == "behind 550")
    }

    @Test("Each call can be awaited, and throws its error", .simulated(seed: 2841))
    func awaiting() async throws {
        let world = World.current
        world.add(.tag())
        let phone = Self.phone(world)
        let app = phone.run { TagApp() }
        try await world.run(until: { app.lines == ["activated"] })
        let result = World.Lock<[String]>([])
        let session = app.session
        world.start {
            do {
                try await session.showPicker(for: [TagApp.item()])
                result.withLock { $0.append("set up") }
                guard let accessory = session.accessories.first else { return }
                try await session.renameAccessory(accessory)
                try await session.removeAccessory(accessory)
                try await session.removeAccessory(accessory)
            } catch {
                result.withLock { $0.append("error \((error as? ASError)?.errorCode ?? -1)") }
            }
        }
        try await world.run(until: { result.withLock { $0.count } == 2 })
        #expect(result.withLock { $0 } == ["set up", "error 450"])
        #expect(phone.accessoryNames.isEmpty)
    }

    @Test(
        "Behaviour 28.18: peripherals that the app knew become accessories after one sheet",
        .simulated(seed: 2842))
    func migration() async throws {
        let world = World.current
        let tag = world.add(.tag())
        let phone = Self.phone(world)
        let known = phone.known(tag)
        let app = phone.run { TagApp() }
        let pages = World.Lock<[String]>([])
        phone.onAccessoryPicker { picker in
            pages.withLock { $0.append(picker.description) }
            return .accept
        }
        let item = ASMigrationDisplayItem(
            name: "Old tag", productImage: UIImage(), descriptor: TagApp.item().descriptor)
        item.peripheralIdentifier = known
        app.showPicker([item])
        try await world.run(until: { app.lines.last == "picker 0" })
        #expect(
            app.lines == [
                "activated", "pickerDidPresent", "migrationComplete", "pickerDidDismiss", "picker 0",
            ])
        #expect(pages.withLock { $0 } == ["migrate Old tag?"])
        #expect(app.session.accessories.map(\.displayName) == ["Old tag"])
        #expect(app.session.accessories.first?.bluetoothIdentifier == item.peripheralIdentifier)
        // 28.37
        app.showPicker([item])
        try await world.run(for: .seconds(1))
        #expect(app.lines.last == "picker 450")
    }

    @Test(
        "Behaviour 28.18: with ordinary items the migration follows the set-up", .simulated(seed: 2843))
    func mixedMigration() async throws {
        let world = World.current
        let old = world.add(.tag("Old"), at: .meters(3))
        old.stopAdvertising()
        world.add(.tag())
        let phone = Self.phone(world)
        let app = phone.run { TagApp() }
        let item = ASMigrationDisplayItem(
            name: "Old tag", productImage: UIImage(), descriptor: TagApp.item().descriptor)
        item.peripheralIdentifier = phone.known(old)
        app.showPicker([item, TagApp.item()])
        try await world.run(until: { app.lines.last == "picker 0" })
        #expect(
            app.lines == [
                "activated", "pickerDidPresent", "accessoryAdded Tag 20", "migrationComplete",
                "pickerDidDismiss", "picker 0",
            ])
        #expect(Set(app.session.accessories.map(\.displayName)) == ["Tag", "Old tag"])
    }

    @Test(
        "Behaviour 28.37: there is no migration while a central manager lives, or after the first accessory",
        .simulated(seed: 2844))
    func refusedMigration() async throws {
        let world = World.current
        let tag = world.add(.tag())
        let phone = Self.phone(world)
        let app = phone.run { TagApp() }
        let item = ASMigrationDisplayItem(
            name: "Old tag", productImage: UIImage(), descriptor: TagApp.item().descriptor)
        item.peripheralIdentifier = phone.known(tag)
        var central: TagCentral? = phone.run { TagCentral() }
        app.showPicker([item])
        try await world.run(for: .seconds(2))
        #expect(app.lines == ["activated", "picker 550"] && central != nil)
        central = nil
        phone.setUpAccessory(tag)
        app.showPicker([item])
        try await world.run(for: .seconds(2))
        #expect(app.lines.last == "picker 450")
    }

    @Test("A session without a phone can't be activated")
    func noPhone() {
        let lines = World.Lock<[String]>([])
        let queue = DispatchQueue(label: "session")
        let session = PortEnvironment.withoutStandIn { ASAccessorySession() }
        session.activate(on: queue) { event in
            lines.withLock { $0.append("\(event.eventType) \(TagApp.code(event.error))") }
        }
        session.showPicker(for: []) { error in
            lines.withLock { $0.append("picker \(TagApp.code(error))") }
        }
        session.invalidate()
        queue.sync {}
        #expect(lines.withLock { $0 } == ["invalidated 100", "picker 100"])
    }
}
#endif
