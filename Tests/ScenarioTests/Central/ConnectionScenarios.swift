import BluetoothTypes
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// Links from the first connection attempt to the last callback.
@Suite struct ConnectionScenarios {
    private static func sensor(
        _ name: String = "sensor", _ advertising: DeviceAdvertising = DeviceAdvertising(services: ["FF00"])
    ) -> DeviceDefinition {
        DeviceDefinition(name: name) {
            advertising
            DeviceService("FF00") { DeviceCharacteristic("FF01", [.read, .notify], value: [1]) }
        }
    }

    /// An app on a phone that has discovered each device of the world.
    private static func app(_ phone: Phone, _ count: Int = 1) async throws -> CentralApp {
        let app = phone.run { CentralApp() }
        try await World.current.run(until: { app.found.count == count })
        app.manager.stopScan()
        app.lines = []
        return app
    }

    @Test(
        "Behaviour 3.26, 3.1; regression 7, 28: an attempt waits until the device can be connected, however long",
        .simulated(seed: 621))
    func waits() async throws {
        let world = World.current
        world.add(
            DeviceDefinition(name: "beacon") {
                DeviceAdvertising(
                    .nonConnectable, data: AdvertisingData([.completeLocalName("beacon")]),
                    interval: .seconds(1))
            })
        let sensor = world.add(Self.sensor())
        let app = try await Self.app(world.addPhone(), 2)
        sensor.stopAdvertising()
        for peripheral in app.found { app.connect(peripheral) }
        #expect(app.found.allSatisfy { $0.state == .connecting })
        try await world.run(for: .minutes(10))
        #expect(app.lines.isEmpty && app.found.allSatisfy { $0.state == .connecting })
        sensor.startAdvertising()
        try await world.run(until: { app.lines == ["connected"] })
        #expect(app.named("sensor")?.state == .connected && app.named("beacon")?.state == .connecting)
    }

    @Test(
        "Behaviour 3.4, 3.2; regression 29, 44: connect is accepted while connecting or connected, and gives another callback",
        .simulated(seed: 622))
    func twice() async throws {
        let world = World.current
        let sensor = world.add(Self.sensor())
        let app = try await Self.app(world.addPhone())
        for _ in 0..<3 { app.connect(app.found[0]) }
        try await world.run(until: { !app.lines.isEmpty })
        try await world.run(for: .seconds(2))
        #expect(app.lines == ["connected"])
        app.connect(app.found[0])
        #expect(app.found[0].state == .connected)
        try await world.run(until: { app.lines == ["connected", "connected"] })
        #expect(sensor.connectionCount == 1)
    }

    @Test(
        "Behaviour 3.9, 3.5, 3.6, 3.7; regression 30, 31, 32, 43, 45: calls in quick succession are answered in order",
        .simulated(seed: 623))
    func quickCalls() async throws {
        let world = World.current
        world.add(Self.sensor())
        let app = try await Self.app(world.addPhone())
        let peripheral = app.found[0]
        app.manager.cancelPeripheralConnection(peripheral)
        try await world.run(for: .seconds(1))
        #expect(app.lines.isEmpty, "there was nothing to cancel")
        for _ in 0..<3 {
            app.connect(peripheral)
            #expect(peripheral.state == .connecting)
            app.manager.cancelPeripheralConnection(peripheral)
        }
        app.connect(peripheral)
        try await world.run(until: { app.lines.last == "connected" })
        #expect(app.lines == Array(repeating: "ended nil, services -1", count: 3) + ["connected"])
        app.lines = []
        app.manager.cancelPeripheralConnection(peripheral)
        #expect(peripheral.state == .disconnecting)
        app.connect(peripheral)
        try await world.run(until: { app.lines.count == 2 })
        #expect(app.lines == ["ended nil, services -1", "connected"])
        app.manager.cancelPeripheralConnection(peripheral)
        try await world.run(until: { peripheral.state == .disconnected })
        #expect(world.misuses.isEmpty)
    }

    @Test(
        "Behaviour 3.8: after didDisconnect the device may still be connected, for about a second",
        .simulated(seed: 624))
    func lingers() async throws {
        let world = World.current
        let sensor = world.add(Self.sensor())
        let phone = world.addPhone()
        let app = try await Self.app(phone)
        app.connect(app.found[0])
        try await world.run(until: { app.lines == ["connected"] })
        app.manager.cancelPeripheralConnection(app.found[0])
        try await world.run(until: { app.lines.count == 2 })
        #expect(app.found[0].state == .disconnected && sensor.connectionCount == 1)
        let start = world.now
        try await world.run(until: { sensor.connectionCount == 0 })
        #expect(world.now - start <= phone.profile.linkLinger + .milliseconds(200))
        var quick = OSProfile.iOS(18)
        quick.linkLinger = .zero
        let other = try await Self.app(world.addPhone(quick, name: "other"))
        other.connect(other.found[0])
        try await world.run(until: { other.lines == ["connected"] })
        other.manager.cancelPeripheralConnection(other.found[0])
        try await world.run(until: { other.lines.count == 2 })
        #expect(sensor.connectionCount == 0)
    }

    @Test(
        "Behaviour 3.10, 3.11, 3.12, CB 6, CB 7; regression 34, 35, 43: how a link ends, and connecting in the callback",
        .simulated(seed: 625))
    func endings() async throws {
        let world = World.current
        let sensor = world.add(Self.sensor())
        let app = try await Self.app(world.addPhone())
        app.onDisconnect = { app, peripheral in app.connect(peripheral) }
        app.connect(app.found[0])
        let ends: [(Int, () -> Void)] = [
            (7, { sensor.disconnect() }), (6, { sensor.reset(after: .seconds(2)) }),
            (6, { sensor.move(to: .outOfRange, for: .seconds(5)) }),
        ]
        for (code, end) in ends {
            try await world.run(until: { app.lines.last == "connected" })
            app.found[0].discoverServices(nil)
            try await world.run(until: { app.lines.last == "services 1, nil" })
            let start = world.now
            end()
            try await world.run(until: { app.lines.last?.hasPrefix("ended") == true })
            #expect(app.lines.last == "ended \(code), services -1", "services are gone already")
            if code == 6 { #expect(world.now - start > .milliseconds(600), "the supervision timeout") }
            #expect(app.found[0].state == .connecting)
        }
        try await world.run(until: { app.lines.last == "connected" })
    }

    @Test(
        "Behaviour 1.15, 1.16, 1.17, 1.18, 1.19, 1.20, 1.9; regression 33, 47, 48: Bluetooth goes off and comes back",
        .simulated(seed: 626, misuse: .record))
    func powerCycle() async throws {
        let world = World.current
        world.add(Self.sensor("linked"))
        let pending = world.add(Self.sensor("pending"))
        let phone = world.addPhone()
        let app = try await Self.app(phone, 2)
        pending.stopAdvertising()
        let linked = try #require(app.named("linked"))
        let waiting = try #require(app.named("pending"))
        app.connect(linked)
        app.connect(waiting)
        try await world.run(until: { app.lines == ["connected"] })
        linked.discoverServices(nil)
        try await world.run(until: { app.lines.last == "services 1, nil" })
        app.lines = []
        let states = States()
        app.onState = { _ in states.seen = [linked.state, waiting.state] }
        phone.setBluetooth(false)
        try await world.run(until: { !app.lines.isEmpty })
        #expect(states.seen == [.disconnected, .disconnected] && linked.services == nil)
        app.manager.cancelPeripheralConnection(linked)
        linked.readRSSI()
        app.connect(linked)
        #expect(linked.state == .disconnected)
        #expect(world.misuses.map(\.misuse.kind) == [.notPoweredOn, .notPoweredOn, .notPoweredOn])
        #expect(world.misuses.allSatisfy { $0.misuse.message.contains("<CBCentralManager: ") })
        try await world.run(for: .seconds(5))
        #expect(app.lines == ["state 4"])

        phone.setBluetooth(true)
        pending.startAdvertising()
        try await world.run(until: { app.lines == ["state 4", "state 5"] })
        try await world.run(for: .seconds(5))
        #expect(app.lines.count == 2, "attempts end with it")
        app.connect(linked)
        app.connect(waiting)
        try await world.run(until: { app.lines.count == 4 })
        #expect(linked.state == .connected && waiting.state == .connected && linked.services == nil)
    }

    @Test(
        "Behaviour 1.18, 1.19, 1.22: below poweredOff peripherals are invalid, at poweredOff only with the profile option",
        .simulated(seed: 627, misuse: .record))
    func objectValidity() async throws {
        let world = World.current
        world.add(Self.sensor())
        var strict = OSProfile.iOS(18)
        strict.keepsPeripheralsThroughPowerOff = false
        for (number, (profile, isReset, isValid)) in [
            (OSProfile.iOS(18), true, false), (.iOS(18), false, true), (strict, false, false),
        ].enumerated() {
            let phone = world.addPhone(profile, name: "phone \(number)")
            let app = try await Self.app(phone)
            let old = app.found[0]
            if isReset {
                phone.restartBluetooth()
            } else {
                phone.setBluetooth(false)
                phone.setBluetooth(true)
            }
            try await world.run(until: { app.lines.last == "state 5" })
            #expect(app.lines.first == (isReset ? "state 1" : "state 4"))
            let misuses = world.misuses.count
            app.manager.connect(old)
            #expect(old.state == (isValid ? .connecting : .disconnected))
            #expect(world.misuses.dropFirst(misuses).map(\.misuse.kind) == (isValid ? [] : [.foreignObject]))
            let new = try #require(app.manager.retrievePeripherals(withIdentifiers: [old.identifier]).first)
            #expect((new === old) == isValid)
            app.connect(new)
            try await world.run(until: { new.state == .connected })
            app.manager.cancelPeripheralConnection(new)
            try await world.run(for: .seconds(3))
        }
    }

    // Apple's macOS has neither connection events nor notification sharing.
    #if !os(macOS)
    @Test(
        "Behaviour 3.35, 3.28: an app gets events about another app's links, which are not its own",
        .simulated(seed: 628, misuse: .record)
    )
    func connectionEvents() async throws {
        let world = World.current
        let sensor = world.add(Self.sensor())
        let phone = world.addPhone()
        let user = try await Self.app(phone)
        let listener = phone.app(2).run { CentralApp(scan: nil) }
        try await world.run(until: { listener.manager.state == .poweredOn })
        listener.lines = []
        listener.manager.registerForConnectionEvents(options: [.serviceUUIDs: [CBUUID(string: "FF00")]])
        user.connect(user.found[0])
        try await world.run(until: { listener.lines == ["event true, 0"] })
        sensor.disconnect()
        try await world.run(until: { listener.lines == ["event true, 0", "event false, 0"] })
        listener.manager.registerForConnectionEvents()
        user.connect(user.found[0])
        try await world.run(until: { user.lines.filter { $0 == "connected" }.count == 2 })
        try await world.run(for: .seconds(1))
        #expect(listener.lines.count == 2)
        let five = (0..<5).map { CBUUID(string: "FF0\($0)") }
        listener.manager.registerForConnectionEvents(options: [.serviceUUIDs: five])
        #expect(world.misuses.map(\.misuse.kind) == [.tooManyConnectionEventServices])
    }

    @Test(
        "Behaviour 3.25: requiring ANCS pairs, asks the user about notifications, and remembers the answer with the bond",
        .simulated(seed: 629))
    func notificationSharing() async throws {
        let world = World.current
        let watch = world.add(Self.sensor("watch"))
        let phone = world.addPhone()
        phone.onSystemAlert { _ in .after(.seconds(3), .allow) }
        let app = try await Self.app(phone)
        let options = [CBConnectPeripheralOptionRequiresANCS: true]
        app.connect(app.found[0], options)
        try await world.run(until: { app.lines.count == 2 })
        #expect(app.lines == ["connected", "notifications true"])
        #expect(phone.bonds.count == 1 && phone.systemAlerts.count == 1)
        watch.disconnect()
        try await world.run(until: { app.lines.last == "ended 7, services -1" })
        app.connect(app.found[0], options)
        try await world.run(until: { app.lines.last == "connected" })
        try await world.run(for: .seconds(5))
        #expect(phone.systemAlerts.count == 1 && app.found[0].ancsAuthorized)
        phone.setNotificationSharing(false, with: watch)
        try await world.run(until: { app.lines.last == "notifications false" })
        #expect(!app.found[0].ancsAuthorized)

        phone.forget(watch)
        watch.forgetBonds()
        try await world.run(until: { app.lines.last?.hasPrefix("ended") == true })
        app.connect(app.found[0], options)
        try await world.run(until: { app.lines.last == "notifications true" })
        #expect(phone.systemAlerts.count == 2)
    }
    #endif

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    @Test(
        "Behaviour 3.22, CB 1; regression 26, 50: wrong options fail with a callback, and the next call works",
        .simulated(seed: 630))
    func wrongOptions() async throws {
        let world = World.current
        world.add(Self.sensor())
        let app = try await Self.app(world.addPhone())
        app.connect(
            app.found[0],
            [CBConnectPeripheralOptionEnableAutoReconnect: true, CBConnectPeripheralOptionStartDelayKey: 2])
        try await world.run(until: { app.lines == ["failed 1, 0"] })
        app.connect(app.found[0], [CBConnectPeripheralOptionStartDelayKey: 2])
        let start = world.now
        try await world.run(until: { app.lines.last == "connected" })
        #expect(world.now - start >= .seconds(2))
    }

    @Test(
        "Behaviour 3.24; regression 46, 51, 52, 53: releasing one device does not affect the other, and ends its open requests",
        .simulated(seed: 631, misuse: .record))
    func letsGoOfOne() async throws {
        let world = World.current
        world.add(Self.sensor("one"))
        let two = world.add(Self.sensor("two"))
        let phone = world.addPhone()
        let app = try await Self.app(phone, 2)
        let first = try #require(app.named("one"))
        let second = try #require(app.named("two"))
        for peripheral in [first, second] { app.connect(peripheral) }
        try await world.run(until: { app.lines == ["connected", "connected"] })
        app.lines = []
        first.discoverServices(nil)
        second.discoverServices(nil)
        app.manager.cancelPeripheralConnection(first)
        try await world.run(until: { app.lines.count == 2 })
        #expect(app.lines == ["ended nil, services -1", "services 1, nil"])
        #expect(second.state == .connected)
        first.readRSSI()
        #expect(first.state == .disconnected, "no command connects")
        #expect(world.misuses.map(\.misuse.kind) == [.notConnected])
        phone.forget(two)
        try await world.run(until: { app.lines.last == "ended 7, services -1" })
    }

    @Test(
        "Behaviour 1.28, 1.29, 1.30: releasing the last reference to a peripheral ends its connection attempt or link",
        .simulated(seed: 632, misuse: .record))
    func unused() async throws {
        let world = World.current
        let sensor = world.add(Self.sensor())
        let app = world.addPhone().run { CentralApp(keeps: false) }
        try await world.run(until: { !app.advertisements.isEmpty })
        let identifier = app.advertisements[0].identifier
        app.manager.stopScan()
        func peripheral() -> CBPeripheral? {
            app.manager.retrievePeripherals(withIdentifiers: [identifier]).first
        }
        app.lines = []
        if let short = peripheral() { app.manager.connect(short) }
        try await world.run(for: .seconds(3))
        #expect(app.lines.isEmpty && sensor.connectionCount == 0)
        var kept = peripheral()
        if let kept { app.manager.connect(kept) }
        try await world.run(until: { app.lines == ["connected"] })
        kept = nil
        try await world.run(until: { sensor.connectionCount == 0 })
        #expect(app.lines == ["connected"] && kept == nil)
        #expect(
            world.misuses.map(\.misuse.kind) == [.unusedConnectingPeripheral, .unusedConnectedPeripheral])
    }

    @Test("Behaviour 1.35: mtu and state in a peripheral's description", .simulated(seed: 633))
    func description() async throws {
        let world = World.current
        world.add(Self.sensor())
        let app = try await Self.app(world.addPhone())
        let peripheral = app.found[0]
        let identity = "identifier = \(peripheral.identifier.uuidString), name = sensor"
        #expect(peripheral.description.contains("\(identity), mtu = 0, state = disconnected>"))
        app.connect(peripheral)
        #expect(peripheral.description.contains("\(identity), mtu = 23, state = connecting>"))
        try await world.run(until: { app.lines == ["connected"] })
        #expect(peripheral.description.contains("mtu = 23, state = connected>"))
        try await world.run(for: .seconds(1))
        #expect(peripheral.description.contains("mtu = 185, state = connected>"))
    }
}

/// What a callback got.
private final class States {
    var seen: [CBPeripheralState] = []
}
