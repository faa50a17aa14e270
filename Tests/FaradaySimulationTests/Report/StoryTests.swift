import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import Testing

@testable import FaradaySimulation

@Suite struct StoryTests {
    private static func story(_ world: World) -> [String] {
        world.storyText().split(separator: "\n").map(String.init)
    }

    private static let lock = DeviceDefinition(name: "Lock") {
        DeviceAdvertising(services: ["180F"])
        DeviceService("180F") { DeviceCharacteristic("2A19", [.read, .notify], value: [9]) }
    }

    @Test("The story shows what a test does to a device and what the app receives, with names")
    func namesAndActions() throws {
        let world = World(seed: 1)
        world.startTrace()
        let device = world.add(Self.lock, at: .meters(2))
        let app = try LinkedApp(in: world, to: device)
        let level = app.characteristics[0][0].identifier
        try app.subscribe(to: level)
        for value in 1...3 as ClosedRange<UInt8> {
            device.update("2A19", [value])
            try world.run(for: .seconds(1))
        }
        device.move(to: .meters(3))
        device.stopAdvertising()
        device.requestSecurity()
        device.disconnect()
        try world.run(for: .seconds(1))
        app.phone.setBluetooth(false)
        device.powerOff()
        let told = Self.story(world).map { $0.dropFirst(14) }
        let end = [
            "Lock     -- update 2A19 (Battery Level): 01 (3 times, last at T: 03)",
            "phone 0  <- didUpdateValue 2A19 (Battery Level) of Lock: 01 (3 times, last at T: 03)",
            "Lock     -- moved, now at 3 m", "Lock     -- stopAdvertising",
            "Lock     -- requestSecurity encrypted",
            "Lock     -- disconnect",
            "phone 0  <- didDisconnectPeripheral Lock: error peripheralDisconnected",
            "phone 0  -- Bluetooth: off", "phone 0  <- didUpdateState poweredOff", "Lock     -- radio off",
        ]
        #expect(told.suffix(end.count).map { withoutTimes($0) } == end)
        #expect(told.contains("phone 0  -> setNotifyValue true 2A19 (Battery Level) of Lock"))
        #expect(told.contains("phone 0  <- didDiscover Lock, -46 dBm, 180F (Battery)"))
    }

    @Test(
        "After ten minutes of three advertisers the story is complete, with one line for each device's reports"
    )
    func itOutlastsTheAir() throws {
        let world = World(seed: 1)
        world.startTrace(capacity: 1000)
        let beacons = (1...3).map { world.add(.beacon(name: "B\($0)")) }
        let central = TestCentral(world.addPhone()) { central, event in
            guard event == .stateChanged(.poweredOn) else { return }
            central.port.send(.scan(Central.ScanRequest(allowsDuplicates: true)))
        }
        try world.run(for: .minutes(10))
        #expect(central.events.count > 10_000)
        #expect(beacons.count == 3)
        let story = Self.story(world)
        #expect(story.count == 10, "\(story)")
        #expect(story[3].hasSuffix("phone  -- added at 0 m"))
        #expect(story.last?.contains(" times, last at 59") == true)
        #expect(world.traceExtent.kept == 1000 && world.traceExtent.all > 1000)
    }

    @Test("A report ends at the failure: objects released at the end of the test are left out")
    func theEndOfTheTestIsLeftOut() throws {
        let world = World(seed: 1)
        world.startTrace()
        let central = TestCentral(world.addPhone())
        try world.run(for: .seconds(1))
        let before = world.snapshot().story(first: 10, last: 10)
        central.port.close()
        #expect(world.snapshot().story(first: 10, last: 10) == before)
        try world.run(for: .seconds(1))
        #expect(
            world.snapshot().story(first: 10, last: 10) == before + [
                "    1.000000  phone  -> the CBCentralManager is gone"
            ])
    }

    @Test("A long story shows its beginning, its end, and the number of lines between")
    func longStoriesAreCut() {
        let world = World()
        world.startTrace()
        for number in 1...5000 { world.note("\(number)") }
        let story = world.snapshot().story(first: 2, last: 3)
        #expect(story.map { $0.split(separator: " ").last ?? "" } == ["...", "4998", "4999", "5000"])
        #expect(story[0].contains("4997 lines are left out"))
        let short = World()
        short.startTrace()
        for number in 1...9 { short.note("\(number)") }
        #expect(short.snapshot().story(first: 2, last: 3).map { $0.suffix(1) }.joined() == "12.789")
    }

    @Test("Two phones of the same name are distinguished in the timeline, in pending lists and in misuses")
    func twoPhones() throws {
        let world = World(seed: 1)
        world.startTrace()
        let phones = [world.addPhone(), world.addPhone(), world.addPhone(name: "phone 2"), world.addPhone()]
        #expect(world.nodeNames == ["phone", "phone 3", "phone 2", "phone 4"])
        #expect(phones.map(\.name) == ["phone", "phone", "phone 2", "phone"])
        let central = TestCentral(phones[3])
        central.port.send(.stopScan)
        #expect(world.misuses.map(\.phone) == ["phone 4"])
        #expect(world.openRequests == ["phone 4: the CBCentralManager waits for its first didUpdateState"])
        #expect(world.traceText().contains("  phone 4  port   ->  manager 1: stopScan\n"))
    }

    @Test("A misuse that the facade finds is one line of the story, and has no addresses")
    func misuses() throws {
        let world = World()
        world.startTrace()
        let phone = world.addPhone()
        let central = TestCentral(phone)
        let message = "API MISUSE: Discovering services for <CBPeripheral: 0x7f458c002fb0, name = X> while"
        central.port.send(.reportMisuse(Misuse(kind: .noDelegateForDiscovery, call: "f()", message: message)))
        let told = Self.story(world).filter { $0.contains("MISUSE") }
        #expect(
            told == [
                "    0.000000  phone  -- MISUSE f(): Discovering services for <CBPeripheral, name = X> while"
            ])
        #expect(
            world.misuses.map(\.misuse.message) == [
                "API MISUSE: Discovering services for <CBPeripheral: 0x..., name = X> while"
            ])
    }

    @Test("Hints, requests and the story call a node by one name")
    func oneName() throws {
        let world = World()
        world.startTrace()
        world.misusePolicy = .fail
        world.onMisuse { _ in }
        for _ in 1...2 {
            world.add(
                DeviceDefinition(name: "Thermometer of the kitchen") {
                    DeviceAdvertising(services: ["1809"])
                },
                at: .meters(900))
        }
        let app = TestCentral(world.addPhone(name: "The phone of the cook's wife")) { central, event in
            if event == .stateChanged(.poweredOn) { central.port.send(.scan(Central.ScanRequest())) }
        }
        app.port.send(.stopScan)
        try world.run(for: .seconds(1))
        let snapshot = world.snapshot()
        let phone = "The phone of...ok's wife"
        let reach = " Call device.move(to: .meters(2)), or add it there: world.add(_:at: .meters(2))."
        #expect(
            snapshot.hints.dropFirst().map(\.description) == [
                "Thermometer ...e kitchen is 900 m away from \(phone); its signal reaches 559 m."
                    + reach,
                "Thermometer ...kitchen 2 is 900 m away from \(phone); its signal reaches 559 m."
                    + reach,
            ])
        #expect(snapshot.hints.first?.description.contains(" on \(phone) at ") == true)
        #expect(snapshot.requests == ["\(phone): scanForPeripherals nil"])
        let story = Self.story(world)
        #expect(story[0].contains("  Thermometer ...e kitchen  -- added"))
        #expect(story[1].contains("  Thermometer ...kitchen 2  -- added"))
        #expect(story[2].contains("  \(phone)  -- added"))
    }

    @Test("Managers have numbers if a phone has several")
    func managers() throws {
        let world = World()
        world.startTrace()
        let phone = world.addPhone()
        let first = TestCentral(phone)
        #expect(Self.story(world).last == "    0.000000  phone  -> a CBCentralManager is created")
        let second = TestCentral(phone)
        #expect(Self.story(world).last == "    0.000000  phone  -> manager 2: a CBCentralManager is created")
        withExtendedLifetime((first, second)) {}
    }

    @Test("The report is ASCII, whatever devices and notes are called")
    func ascii() throws {
        let world = World(seed: 1)
        world.startTrace()
        let device = world.add(
            DeviceDefinition(name: "Bürohöhe \u{1F4A1}") {
                DeviceAdvertising(services: ["180F"])
                DeviceService("180F") { DeviceCharacteristic("2A19", .read, value: [9]) }
            })
        world.note("grüße\n\u{0}an alle")
        let app = try LinkedApp(in: world, to: device)
        app.central.port.send(.reportMisuse(Misuse(kind: .notConnected, call: "x()", message: "ß")))
        #expect(throws: World.RunError.self) { try world.run(until: { false }, timeout: .seconds(1)) }
        let snapshot = try #require(world.failedRun)
        let texts =
            [world.traceText(), world.storyText(), "\(try #require(snapshot.error))"]
            + snapshot.story(first: 9, last: 9) + snapshot.packets(last: 9) + snapshot.requests
            + snapshot.hints.map(\.description) + world.misuses.map(\.description)
        for text in texts { #expect(text.allSatisfy { $0.isASCII && $0 != "\0" }, "\(text)") }
        #expect(world.storyText().contains("gr\\u{FC}\\u{DF}e\\n\\u{0}an alle"))
        #expect(world.storyText().contains("didConnect B\\u{FC}roh...\\u{1F4A1}"))
    }

    @Test("A peripheral manager's story has the names of its attributes")
    func server() throws {
        let world = World()
        world.startTrace()
        let service = Peripheral.Service(
            identifier: AttributeIdentifier(rawValue: 1), uuid: "180D", isPrimary: true, includedServices: [],
            characteristics: [
                .init(
                    identifier: AttributeIdentifier(rawValue: 2), uuid: "2A37", properties: 0x12,
                    permissions: 1,
                    value: nil, descriptors: [])
            ])
        let sink = SilentServer()
        let port = world.addPhone().openPeripheral(ManagerOptions(), sink: sink)
        try world.run(for: .seconds(1))
        _ = port.send(.add(service))
        try world.run(for: .seconds(1))
        _ = port.update(.init([1, 2], characteristic: AttributeIdentifier(rawValue: 2), centrals: nil))
        #expect(
            Self.story(world).suffix(3).map { $0.dropFirst(14) } == [
                "phone  -> add 180D (Heart Rate) with 2A37 (Heart Rate Measurement)",
                "phone  <- didAdd 180D (Heart Rate)",
                "phone  -> updateValue 2A37 (Heart Rate Measurement): 0102",
            ])
    }
}

private final class SilentServer: PeripheralSink {
    func receive(_ event: Peripheral.Event, _ delivery: Delivery) {}
}
