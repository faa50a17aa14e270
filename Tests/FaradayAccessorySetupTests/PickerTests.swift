#if !os(iOS)  // AccessorySetupKit is newer than the oldest iOS that this package is compiled for.
import AccessorySetupKit
import CoreBluetooth
import FaradayTesting
import Testing

/// The picker, as an app and its user see it.
@Suite struct PickerTests {
    private static func phone(
        _ world: World, _ profile: OSProfile = .iOS(26), keys: AccessorySetupKeys = TagApp.keys
    ) -> Phone {
        world.addPhone(profile).configure(AppManifest(accessorySetup: keys))
    }

    /// An app whose session is active.
    private static func app(on phone: Phone, _ world: World) async throws -> TagApp {
        let app = phone.run { TagApp() }
        try await world.run(until: { app.lines == ["activated"] })
        app.forgetLines()
        return app
    }

    private static let flow = ["pickerDidPresent", "accessoryAdded Tag 20", "pickerDidDismiss", "picker 0"]

    @Test(
        "Behaviour 28.5, 28.6: without a user of the test's own, the first match is set up; without pairing no link is made",
        .simulated(seed: 2801))
    func firstMatch() async throws {
        let world = World.current
        let tag = world.add(.tag())
        let phone = Self.phone(world)
        let app = try await Self.app(on: phone, world)
        app.showPicker()
        #expect(app.lines == [], "nothing happens inside the call")
        try await world.run(until: { app.lines.last == "picker 0" })
        #expect(app.lines == Self.flow)
        #expect(app.session.accessories.map(\.displayName) == ["Tag"])
        #expect(app.session.accessories.first?.descriptor.bluetoothServiceUUID == TagApp.service)
        #expect(phone.isAccessory(tag) && phone.accessoryNames == ["Tag"])
        #expect(phone.bonds.isEmpty && tag.connectionCount == 0)
    }

    @Test(
        "Behaviour 28.5: the picker pairs, asks for a name, and the events come in this order",
        .simulated(seed: 2802))
    func wholeFlow() async throws {
        let world = World.current
        world.add(.tag(io: .displayOnly))
        let phone = Self.phone(world)
        let prompts = World.Lock<[PairingPrompt]>([])
        phone.onPairing { alert in
            prompts.withLock { $0.append(alert.prompt) }
            return .accept
        }
        phone.onAccessoryPicker { picker in
            if case .name = picker.page { .name("Keys") } else { .chooseFirst }
        }
        let app = try await Self.app(on: phone, world)
        app.showPicker([TagApp.item(pairs: true, .rename)])
        try await world.run(until: { app.lines.last == "picker 0" })
        #expect(
            app.lines == [
                "pickerDidPresent", "pickerSetupPairing", "pickerSetupRename", "accessoryAdded Keys 20",
                "pickerDidDismiss", "picker 0",
            ])
        #expect(prompts.withLock { $0 } == [.enterPasskey], "the dialog of the pairing")
        #expect(phone.bonds.count == 1)
    }

    @Test(
        "Behaviour 28.5: the picker itself is the consent to a pairing without a code", .simulated(seed: 2803)
    )
    func consent() async throws {
        let world = World.current
        world.add(.tag())
        let phone = Self.phone(world)
        phone.onPairing { _ in .reject }
        let app = try await Self.app(on: phone, world)
        app.showPicker([TagApp.item(pairs: true)])
        try await world.run(until: { app.lines.last == "picker 0" })
        #expect(phone.bonds.count == 1)
    }

    @Test(
        "Behaviour 28.7: when the user closes the picker, on any page, the call ends with 700",
        .simulated(seed: 2804), arguments: [false, true])
    func cancelled(afterChoice: Bool) async throws {
        let world = World.current
        let tag = world.add(.tag())
        let phone = Self.phone(world)
        phone.onAccessoryPicker { picker in
            picker.page == .list && afterChoice ? .choose(tag) : .after(.seconds(1), .cancel)
        }
        let app = try await Self.app(on: phone, world)
        app.showPicker([TagApp.item("Tag", .rename)])
        try await world.run(until: { app.lines.last == "picker 700" })
        let rename = afterChoice ? ["pickerSetupRename"] : []
        #expect(app.lines == ["pickerDidPresent"] + rename + ["pickerDidDismiss", "picker 700"])
        #expect(phone.accessoryNames.isEmpty)
        app.forgetLines()
        phone.onAccessoryPicker { $0.page == .list ? .choose(tag) : .accept }
        app.showPicker()
        try await world.run(until: { app.lines.last == "picker 0" })
        #expect(app.lines == Self.flow, "the next picker works")
    }

    @Test(
        "Behaviour 28.8: the picker looks for half a minute, or as long as the app says, and then the call ends with 200",
        .simulated(seed: 2805))
    func nothingFound() async throws {
        guard #available(iOS 26.1, macCatalyst 26.1, *) else { return }
        let world = World.current
        world.add(.heartRateMonitor())
        let phone = Self.phone(world)
        let app = try await Self.app(on: phone, world)
        for (timeout, seconds) in [
            (nil, 30), (ASPickerDisplaySettings.DiscoveryTimeout.short, 60), (.medium, 120), (.long, 300),
        ] {
            if let timeout {
                let settings = ASPickerDisplaySettings.default
                settings.discoveryTimeout = timeout
                app.session.pickerDisplaySettings = settings
                settings.discoveryTimeout = .unbounded  // The session has a copy.
            }
            app.forgetLines()
            app.showPicker()
            try await world.run(for: .seconds(Double(seconds)))
            #expect(app.lines == ["pickerDidPresent"])
            try await world.run(for: .seconds(2))
            #expect(app.lines == ["pickerDidPresent", "pickerDidDismiss", "picker 200"])
        }
    }

    @Test(
        "Behaviour 28.8: how an app learns that nothing was found is a switch", .simulated(seed: 2806),
        arguments: [OSProfile.PickerTimeoutReport.completion, .event, .both])
    func timeoutReport(report: OSProfile.PickerTimeoutReport) async throws {
        let world = World.current
        var profile = OSProfile.iOS(26)
        profile.pickerTimeoutReport = report
        let app = try await Self.app(on: Self.phone(world, profile), world)
        app.showPicker()
        try await world.run(for: .seconds(40))
        let event = report == .completion ? [] : ["pickerSetupFailed 200"]
        let end = report == .event ? "picker 0" : "picker 200"
        #expect(app.lines == ["pickerDidPresent"] + event + ["pickerDidDismiss", end])
    }

    @Test(
        "Behaviour 28.5: an accessory that leaves is no longer in the list, and one that comes is",
        .simulated(seed: 2807))
    func accessoryLeaves() async throws {
        let world = World.current
        let tag = world.add(.tag())
        let phone = Self.phone(world)
        let pages = World.Lock<[String]>([])
        phone.onAccessoryPicker { picker in
            pages.withLock { $0.append(picker.description) }
            return .wait
        }
        let app = try await Self.app(on: phone, world)
        app.showPicker()
        try await world.run(until: { pages.withLock { $0.count } == 2 })
        let stale = try #require(phone.accessoryPicker)
        tag.powerOff()
        try await world.run(until: { pages.withLock { $0.count } == 3 })
        let entry = try #require(stale.entries.first)
        phone.answer(stale, with: .choose(entry))
        try await world.run(for: .seconds(1))
        #expect(app.lines == ["pickerDidPresent"], "what is not in the list can't be tapped")
        tag.powerOn()
        try await world.run(until: { pages.withLock { $0.count } == 4 })
        #expect(pages.withLock { $0 } == ["searching", "found Tag (Tag)", "searching", "found Tag (Tag)"])
        try phone.answer(#require(phone.accessoryPicker), with: .choose(tag))
        try await world.run(until: { app.lines.last == "picker 0" })
        #expect(phone.accessoryPicker == nil)
    }

    @Test(
        "Behaviour 28.8, 28.41: an accessory in the list keeps the picker up; when it leaves after the time, the call ends with 200",
        .simulated(seed: 2815))
    func leavesAfterTheTime() async throws {
        let world = World.current
        let tag = world.add(.tag())
        let phone = Self.phone(world)
        phone.onAccessoryPicker { _ in .wait }
        let app = try await Self.app(on: phone, world)
        app.showPicker()
        try await world.run(for: .seconds(40))
        #expect(app.lines == ["pickerDidPresent"])
        tag.powerOff()
        try await world.run(for: .minutes(1))
        #expect(app.lines == ["pickerDidPresent", "pickerDidDismiss", "picker 200"])
        #expect(phone.accessoryPicker == nil)
    }

    @Test(
        "Behaviour 28.12: a pairing that fails is told by an event and by the end of the call",
        .simulated(seed: 2808), arguments: [false, true])
    func pairingFails(leaves: Bool) async throws {
        let world = World.current
        let tag = world.add(.tag(refusesPairing: !leaves))
        let phone = Self.phone(world)
        phone.onAccessoryPicker { picker in
            if leaves, !picker.entries.isEmpty { tag.powerOff() }
            return .chooseFirst
        }
        let app = try await Self.app(on: phone, world)
        app.showPicker([TagApp.item(pairs: true)])
        try await world.run(until: { app.lines.count == 5 })
        #expect(
            app.lines == [
                "pickerDidPresent", "pickerSetupPairing", "pickerSetupFailed 150", "pickerDidDismiss",
                "picker 150",
            ])
        #expect(phone.accessoryNames.isEmpty && phone.bonds.isEmpty)
        try await world.run(for: .seconds(5))
        #expect(tag.connectionCount == 0, "the picker's link goes")
    }

    @Test(
        "Behaviour 28.13: there is one picker at a time, and only for an app in the foreground",
        .simulated(seed: 2809))
    func restricted() async throws {
        let world = World.current
        let phone = Self.phone(world)
        phone.onAccessoryPicker { _ in .wait }
        let app = try await Self.app(on: phone, world)
        app.showPicker()
        app.showPicker()
        try await world.run(for: .seconds(1))
        #expect(app.lines == ["picker 500", "pickerDidPresent"])
        try phone.answer(#require(phone.accessoryPicker), with: .cancel)
        try await world.run(for: .seconds(1))
        app.forgetLines()
        phone.enterBackground()
        app.showPicker()
        try await world.run(for: .seconds(1))
        #expect(app.lines == ["picker 550"])
    }

    @Test(
        "Behaviour 28.14: with finishInApp the accessory is authorised at once, and the picker asks to go on in the app",
        .simulated(seed: 2810), arguments: [false, true])
    func finishInApp(closes: Bool) async throws {
        let world = World.current
        let tag = world.add(.tag())
        let phone = Self.phone(world)
        let pages = World.Lock<[String]>([])
        phone.onAccessoryPicker { picker in
            pages.withLock { $0.append(picker.description) }
            guard case .finishInApp = picker.page else { return .chooseFirst }
            return .after(.seconds(2), closes ? .cancel : .accept)
        }
        let app = try await Self.app(on: phone, world)
        app.showPicker([TagApp.item("Tag", .finishInApp)])
        try await world.run(until: { app.lines.count == 2 })
        #expect(phone.isAccessory(tag))
        try await world.run(for: .seconds(1))
        #expect(app.lines == ["pickerDidPresent", "accessoryAdded Tag 20"], "the picker is still up")
        try await world.run(until: { app.lines.last == "picker 0" })
        #expect(app.lines == Self.flow)
        #expect(pages.withLock { $0 } == ["searching", "found Tag (Tag)", "go on in app 1 with Tag (Tag)"])
    }

    @Test(
        "Behaviour 28.9: with confirmAuthorization the picker asks nothing, and the accessory waits for the app",
        .simulated(seed: 2817))
    func confirmAuthorization() async throws {
        let world = World.current
        let tag = world.add(.tag())
        let phone = Self.phone(world)
        let pages = World.Lock<[String]>([])
        phone.onAccessoryPicker { picker in
            pages.withLock { $0.append(picker.description) }
            return .chooseFirst
        }
        let app = try await Self.app(on: phone, world)
        app.showPicker([TagApp.item("Tag", .confirmAuthorization)])
        try await world.run(until: { app.lines.last == "picker 0" })
        #expect(
            app.lines == ["pickerDidPresent", "accessoryAdded Tag 10", "pickerDidDismiss", "picker 0"])
        #expect(pages.withLock { $0 } == ["searching", "found Tag (Tag)"])
        #expect(!phone.isAccessory(tag))
    }

    @Test(
        "Behaviour 28.11: with filtered discovery the app decides what the picker shows",
        .simulated(seed: 2811))
    func filteredDiscovery() async throws {
        guard #available(iOS 26.1, macCatalyst 26.1, *) else { return }
        let world = World.current
        world.add(.tag())
        world.add(.tag("Other"))
        let phone = Self.phone(world)
        let app = try await Self.app(on: phone, world)
        let settings = ASPickerDisplaySettings.default
        settings.options = .filterDiscoveryResults
        settings.discoveryTimeout = .unbounded
        app.session.pickerDisplaySettings = settings
        app.showPicker()
        try await world.run(until: { app.lines.last == "picker 0" })
        #expect(app.discoveries.contains { $0.hasPrefix("Tag ") })
        let told = app.lines.filter { !$0.hasPrefix("accessoryDiscovered") && $0 != "updated 0" }
        #expect(told == ["pickerDidPresent", "accessoryAdded My tag 20", "pickerDidDismiss", "picker 0"])
        app.session.finishPickerDiscovery(completionHandler: app.ended("finish"))
        try await world.run(for: .seconds(1))
        #expect(app.lines.last == "finish 450", "no picker is up")
    }

    @Test(
        "Behaviour 28.11: an app that ends filtered discovery without showing anything gets 200",
        .simulated(seed: 2812), arguments: [false, true])
    func filteredToNothing(shows: Bool) async throws {
        guard #available(iOS 26.1, macCatalyst 26.1, *) else { return }
        let world = World.current
        world.add(.tag(shows ? "Tag" : "Other"))
        let phone = Self.phone(world)
        phone.onAccessoryPicker { _ in .wait }
        let app = try await Self.app(on: phone, world)
        let settings = ASPickerDisplaySettings.default
        settings.options = .filterDiscoveryResults
        app.session.pickerDisplaySettings = settings
        app.showPicker()
        try await world.run(until: { !app.discoveries.isEmpty })
        try await world.run(for: .seconds(1))
        app.forgetLines()
        app.session.finishPickerDiscovery(completionHandler: app.ended("finish"))
        try await world.run(for: .minutes(2))
        #expect(app.lines == (shows ? ["finish 0"] : ["finish 0", "pickerDidDismiss", "picker 200"]))
        #expect((phone.accessoryPicker?.entries.map(\.itemName) ?? []) == (shows ? ["My tag"] : []))
    }

    @Test(
        "Behaviour 28.11, 28.41: finishPickerDiscovery after updatePicker does nothing, and discovery goes on",
        .simulated(seed: 2816))
    func finishedWithList() async throws {
        guard #available(iOS 26.1, macCatalyst 26.1, *) else { return }
        let world = World.current
        world.add(.tag())
        let phone = Self.phone(world)
        phone.onAccessoryPicker { _ in .wait }
        let app = try await Self.app(on: phone, world)
        let settings = ASPickerDisplaySettings.default
        settings.options = .filterDiscoveryResults
        app.session.pickerDisplaySettings = settings
        app.showPicker()
        try await world.run(until: { app.lines.contains("updated 0") })
        app.session.finishPickerDiscovery(completionHandler: app.ended("finish"))
        world.add(.tag("Other"))
        try await world.run(for: .seconds(20))
        #expect(app.lines.contains("finish 0"))
        #expect(app.discoveries.contains { $0.hasPrefix("Other ") }, "\(app.discoveries)")
        #expect(phone.accessoryPicker?.entries.map(\.itemName) == ["My tag"])
        // The list is not empty, so that the picker stays when its time is over; then it discovers no more.
        try await world.run(for: .seconds(20))
        world.add(.tag("Third"))
        try await world.run(for: .seconds(20))
        #expect(!app.discoveries.contains { $0.hasPrefix("Third ") })
        #expect(!app.lines.contains("pickerDidDismiss"))
    }

    @Test("Behaviour 28.38: an app without a Device Discovery Extension gets 300", .simulated(seed: 2813))
    func noExtension() async throws {
        let world = World.current
        let app = try await Self.app(on: Self.phone(world), world)
        app.session.showPicker(completionHandler: app.ended("picker"))
        try await world.run(for: .seconds(1))
        #expect(app.lines == ["picker 300"])
    }

    @Test(
        "Behaviour 28.10: with bridging, pairing over LE gives the keys of Bluetooth Classic",
        .simulated(seed: 2814))
    func bridging() async throws {
        let world = World.current
        let tag = world.add(.tag())
        let app = try await Self.app(on: Self.phone(world), world)
        let item = TagApp.item("Tag", .confirmAuthorization) {
            $0.supportedOptions = [.bluetoothPairingLE, .bluetoothTransportBridging]
        }
        app.showPicker([item])
        try await world.run(until: { app.lines.last == "picker 0" })
        #expect(app.lines.prefix(3) == ["pickerDidPresent", "pickerSetupPairing", "pickerSetupBridging"])
        let accessory = try #require(app.session.accessories.first)
        #expect(accessory.bluetoothTransportBridgingIdentifier?.count == 6)
        #expect(accessory.bluetoothTransportBridgingIdentifier?.last == UInt8(tag.address.value & 0xFF))
        let settings = ASAccessorySettings.default
        settings.bluetoothTransportBridgingIdentifier = Data(repeating: 1, count: 6)
        app.session.finishAuthorization(
            for: accessory, settings: settings, completionHandler: app.ended("finish"))
        try await world.run(for: .seconds(1))
        #expect(app.lines.last == "finish 450")
    }
}
#endif
