import BluetoothTypes
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// The same lock as a `DeviceDefinition`, and what a test can do with a device and not with a phone.
@Suite struct DeviceLockTests {
    /// A lock that needs no class: a stored value, which reads return and writes change.
    private static func lock(_ gate: AnswerGate) -> DeviceDefinition {
        DeviceDefinition(name: "Lock") {
            DeviceAdvertising(services: ["FF00"])
            DeviceService("FF00") {
                DeviceCharacteristic("FF01", [.read, .write, .notify], value: [1])
                    .gated(reads: gate, writes: gate)
            }
        }
    }

    @Test(
        "Connectable switch of a device: it is still found, its link ends, and the app's connect waits",
        .simulated(seed: 11))
    func connectableSwitch() async throws {
        let world = World.current
        let lock = world.add(Self.lock(AnswerGate()), at: .meters(2))
        let app = world.addPhone().run { DoorApp() }
        try await world.run(until: { app.isReady })

        lock.setConnectable(false)
        lock.disconnect()
        try await world.run(for: .minutes(5))
        #expect(app.endedLinks == 1 && app.peripheral?.state == .connecting)
        app.look()
        try await world.run(until: { app.isAdvertisedConnectable == false })

        lock.setConnectable(true)
        try await world.run(until: { app.isReady })
    }

    @Test("Injected errors of a device are ATT errors, as its gate says", .simulated(seed: 13))
    func injectedErrors() async throws {
        let world = World.current
        let gate = AnswerGate()
        world.add(Self.lock(gate), at: .meters(2))
        let app = world.addPhone().run { DoorApp() }
        try await world.run(until: { app.isReady })

        gate.failNext(with: ATT.ErrorCode(rawValue: 0x80))
        app.lock(false)
        try await world.runUntilRequestsAreDone()
        #expect((app.problem as NSError?)?.domain == CBATTErrorDomain)
        #expect((app.problem as NSError?)?.code == 0x80)
        app.refresh()
        try await world.runUntilRequestsAreDone()
        #expect(app.isLocked == true && app.problem == nil)
    }

    @Test("A ready-made device gets a gate through its definition", .simulated(seed: 14))
    func readyMade() async throws {
        let world = World.current
        let gate = AnswerGate()
        var battery = DeviceDefinition.battery(level: 42)
        let level = battery.services[0].characteristics[0]
        battery.services[0].characteristics[0] = level.gated(reads: gate)
        world.add(battery)
        let explorer = world.addPhone().run { Explorer() }
        try await world.run(until: { explorer.isReady })
        gate.failNext(with: .unlikelyError)
        explorer.read("2A19")
        explorer.read("2A19")
        try await world.runUntilRequestsAreDone()
        #expect(explorer.lines == ["Battery Level error 14", "Battery Level = [42]"])
    }

    @Test("A short absence delays all that is on its way, and the link stays", .simulated(seed: 15))
    func shortAbsence() async throws {
        let world = World.current
        let lock = world.add(Self.lock(AnswerGate()), at: .meters(2))
        let app = world.addPhone().run { DoorApp() }
        try await world.run(until: { app.isReady })
        try await world.run(for: .seconds(2))

        lock.move(to: .outOfRange, for: .milliseconds(400))
        let start = world.now
        app.lock(false)
        app.refresh()
        try await world.runUntilRequestsAreDone()
        #expect(app.isLocked == false && app.endedLinks == 0)
        #expect(world.now - start >= .milliseconds(400))
    }

    @Test("A link that is lost in the middle of a request", .simulated(seed: 16))
    func lostInARequest() async throws {
        let world = World.current
        let gate = AnswerGate()
        let lock = world.add(Self.lock(gate), at: .meters(2))
        let app = world.addPhone().run { DoorApp() }
        try await world.run(until: { app.isReady })
        gate.close()
        app.lock(false)
        try await world.run(until: { gate.waitingCount == 1 })
        lock.disconnect(reason: .poweringOff)
        try await world.run(until: { app.endedLinks == 1 })
        #expect((app.problem as? CBError)?.code == .peripheralDisconnected)
        gate.open()
        try await world.run(until: { app.isReady })
        #expect(app.isLocked == true, "the write of the old link was dropped")
    }

    @Test("A removed device is gone: its link ends by the supervision timeout", .simulated(seed: 20))
    func removed() async throws {
        let world = World.current
        let lock = world.add(Self.lock(AnswerGate()), at: .meters(2))
        let app = world.addPhone().run { DoorApp() }
        try await world.run(until: { app.isReady })
        world.remove(lock.id)
        try await world.run(until: { app.endedLinks == 1 })
        #expect((app.problem as? CBError)?.code == .connectionTimeout)
    }

    @Test("Each state of the radio reaches the app's manager", .simulated(seed: 21))
    func radioStates() async throws {
        let world = World.current
        let phone = world.addPhone()
        let app = phone.run { CentralApp(scan: nil) }
        let changes: [(() -> Void, CBManagerState)] = [
            ({}, .poweredOn), ({ phone.setBluetooth(false) }, .poweredOff),
            ({ phone.setBluetooth(true) }, .poweredOn), ({ phone.setRadio(.resetting) }, .resetting),
            ({ phone.setRadio(.unsupported) }, .unsupported), ({ phone.setRadio(.on) }, .poweredOn),
            ({ phone.setAuthorization(.denied) }, .unauthorized),
        ]
        for (change, state) in changes {
            change()
            try await world.run(until: { app.manager.state == state }, timeout: .seconds(10))
        }
        #expect(app.lines == changes.map { "state \($0.1.rawValue)" })
    }

    @Test("A world with a device that advertises is never idle, and its requests are done all the same")
    func neverIdle() throws {
        let world = World(seed: 22)
        world.add(Self.lock(AnswerGate()), at: .meters(2))
        let app = world.addPhone().run { CentralApp(scan: nil) }
        try world.runUntilRequestsAreDone()
        #expect(app.lines == ["state 5"])
        #expect(throws: World.RunError.self) { try world.runUntilIdle(timeout: .minutes(1)) }
    }

    @Test("A fixed RSSI, in discoveries", .simulated(seed: 17))
    func fixedRSSI() async throws {
        let world = World.current
        let lock = world.add(Self.lock(AnswerGate()), at: .meters(2))
        lock.setRSSI(-60)
        let app = world.addPhone().run { DoorApp() }
        try await world.run(until: { app.strength == -60 })
    }

    @Test(
        "Services and characteristics are there when they were discovered, and not before",
        .simulated(seed: 18))
    func nothingBeforeDiscovery() async throws {
        let world = World.current
        world.add(Self.lock(AnswerGate()), at: .meters(2))
        let app = world.addPhone().run { CentralApp() }
        try await world.run(until: { app.found.count == 1 })
        app.connect(app.found[0])
        try await world.run(until: { app.lines.last == "connected" })
        try await world.run(for: .seconds(5))
        #expect(app.found[0].services == nil)
        app.found[0].discoverServices(nil)
        try await world.run(until: { app.lines.last == "services 1, nil" })
        let service = try #require(app.found[0].services?.first)
        #expect(service.characteristics == nil)
    }

    @Test("A scan filter looks at the advertisement, not at the services of the device", .simulated(seed: 19))
    func filterOfTheAdvertisement() async throws {
        let world = World.current
        world.add(
            DeviceDefinition(name: "shy") {
                DeviceAdvertising()
                DeviceService("FF00")
            })
        let app = world.addPhone().run { CentralApp(scan: [CBUUID(string: "FF00")]) }
        try await world.run(for: .minutes(1))
        #expect(app.found.isEmpty)
    }
}
