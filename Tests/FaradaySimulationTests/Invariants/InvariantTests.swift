import BluetoothPort
import BluetoothTypes
import Testing

@testable import FaradaySimulation

/// Rules of a test, in a plain program: what is checked when, and what is kept of a breach.
@Suite struct InvariantTests {
    private static func world(_ schedule: Schedule = .plain) -> World {
        World(seed: 1, configuration: .init(schedule: schedule))
    }

    @Test("A rule is checked after each callback, and its first breach is kept with its time and line")
    func firstBreach() throws {
        let world = Self.world()
        world.startTrace()
        let count = World.Lock(0)
        let line = #line as UInt + 1
        world.always("fewer than three") { count.withLock { $0 } < 3 }
        for second in 1...5 { world.after(.seconds(second)) { count.withLock { $0 += 1 } } }
        try world.run(for: .seconds(10))
        let broken = try #require(world.brokenInvariants.first)
        #expect(world.brokenInvariants.count == 1)
        #expect(broken.rule == "fewer than three" && broken.limit == nil)
        #expect(broken.time == .zero + .seconds(3))
        #expect(broken.place.line == line && broken.place.filePath == #filePath)
        let told = world.storyText().split(separator: "\n").filter { $0.contains("BROKEN") }
        #expect(told.count == 1)
        #expect(told.first?.contains("always \"fewer than three\" does not hold at 3") == true)
        #expect(world.now == .zero + .seconds(10), "the run goes on")
    }

    @Test("A breach that the next callback of the same instant repairs is seen")
    func withinOneInstant() throws {
        let world = Self.world()
        let isWrong = World.Lock(false)
        world.always("not wrong") { !isWrong.withLock { $0 } }
        world.after(.seconds(1)) { isWrong.withLock { $0 = true } }
        world.after(.seconds(1)) { isWrong.withLock { $0 = false } }
        try world.run(for: .seconds(2))
        #expect(world.brokenInvariants.map(\.rule) == ["not wrong"])
    }

    @Test("A rule about what happens without a callback is checked before the clock moves")
    func withoutCallbacks() throws {
        let world = Self.world()
        let device = world.add(.beacon(), at: .meters(1))
        world.always("events are few") { world.eventCount < 50 }
        try world.run(for: .seconds(60))
        let broken = try #require(world.brokenInvariants.first)
        #expect(broken.time > .zero && broken.time < .zero + .seconds(60))
        _ = device
    }

    @Test("A rule that the test's own code breaks is found at the next run")
    func betweenRuns() throws {
        let world = Self.world()
        let isWrong = World.Lock(false)
        world.always("not wrong") { !isWrong.withLock { $0 } }
        try world.run(for: .seconds(1))
        isWrong.withLock { $0 = true }
        #expect(world.brokenInvariants.isEmpty)
        try world.run(for: .seconds(1))
        #expect(world.brokenInvariants.map(\.time) == [.zero + .seconds(1)])
    }

    @Test("A rule is checked after each job of a task")
    func jobs() async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        let world = Self.world()
        let isWrong = World.Lock(false)
        world.always("not wrong") { !isWrong.withLock { $0 } }
        await world.simulate {
            isWrong.withLock { $0 = true }
            try? await world.sleep(for: .seconds(1))
            isWrong.withLock { $0 = false }
        }
        #expect(world.brokenInvariants.map(\.time) == [.zero])
    }

    @Test(
        "What has to hold once within a time is broken when the time is over, and not before",
        arguments: [(nil, true), (5, false), (4, false), (6, true)] as [(Int?, Bool)])
    func eventually(_ second: Int?, _ breaks: Bool) throws {
        let world = Self.world()
        let isDone = World.Lock(false)
        if let second { world.after(.seconds(second)) { isDone.withLock { $0 = true } } }
        world.eventually("done", within: .seconds(5)) { isDone.withLock { $0 } }
        try world.run(for: .seconds(4) + .milliseconds(999))
        #expect(world.brokenInvariants.isEmpty)
        try world.run(for: .seconds(10))
        #expect(world.brokenInvariants.count == (breaks ? 1 : 0))
        guard let broken = world.brokenInvariants.first else { return }
        #expect(broken.time == .zero + .seconds(5) && broken.limit == .seconds(5))
        #expect(broken.text == "eventually \"done\" has not held within 5 s, at 5.000000 s", "\(broken)")
    }

    @Test("What held once need not hold again, and its rule is not called any more")
    func once() throws {
        let world = Self.world()
        let calls = World.Lock(0)
        world.eventually("now", within: .seconds(1)) {
            calls.withLock { $0 += 1 }
            return true
        }
        for second in 1...5 { world.after(.seconds(second)) {} }
        try world.run(for: .seconds(10))
        #expect(world.brokenInvariants.isEmpty)
        #expect(calls.withLock { $0 } == 1)
        #expect(world.lock.withLock { $0.watch == nil }, "nothing is left to check")
    }

    @Test("Several rules have their own breaches, in the order in which they happen")
    func several() throws {
        let world = Self.world(.any(seed: 3))
        world.always("before two") { world.now < .zero + .seconds(2) }
        world.always("before one") { world.now < .zero + .seconds(1) }
        world.always("true") { true }
        for second in 1...3 { world.after(.seconds(second)) {} }
        try world.run(for: .seconds(5))
        #expect(world.brokenInvariants.map(\.rule) == ["before one", "before two"])
    }

    @Test("A rule may use the world, and one that runs it is a mistake or does nothing, but no hang")
    func aRuleThatRunsTheWorld() throws {
        let world = Self.world()
        world.always("odd") {
            _ = world.attempt(until: { true })
            return true
        }
        world.after(.seconds(1)) {}
        _ = world.attempt(until: { false }, timeout: .seconds(2))
        #expect(world.brokenInvariants.isEmpty)
    }

    @Test("Rules change nothing of what happens")
    func rulesOnlyLook() throws {
        func trace(_ isWatched: Bool) throws -> String {
            let world = Self.world(.any(seed: 9))
            world.startTrace()
            if isWatched { world.always("true") { true } }
            world.add(.heartRateMonitor(), at: .meters(1))
            let central = TestCentral(world.addPhone()) { central, event in
                guard event == .stateChanged(.poweredOn) else { return }
                central.port.send(.scan(Central.ScanRequest()))
            }
            try world.run(for: .seconds(3))
            #expect(central.isOn)
            return world.traceText()
        }
        let (watched, plain) = (try trace(true), try trace(false))
        #expect(watched == plain)
    }
}

/// What is still open at the end of a test.
@Suite struct LeakTests {
    @Test("A manager that is kept, its link and its request are leaks; without them there is none")
    func leaks() throws {
        let world = World(seed: 1)
        let device = world.add(
            DeviceDefinition(name: "Lock") {
                DeviceAdvertising(services: ["180F"])
                DeviceService("180F") { DeviceCharacteristic("2A19", [.read], value: [9]) }
            }, at: .meters(1))
        var app: LinkedApp? = try LinkedApp(in: world, to: device)
        #expect(world.leaks.map(\.kind) == [.manager])
        let peer = try #require(app?.peer)
        let level = try #require(app?.characteristics[0][0].identifier)
        app?.central.port.send(.readCharacteristic(peer, level))
        let open = world.leaks
        try #require(open.map(\.kind) == [.manager, .request])
        #expect(
            open[0].description == "phone 0: the CBCentralManager that was opened as number 1 still exists")
        #expect(open[1].text.contains("readValue"))
        #expect(open[1].phone == "phone 0")
        app?.central.port.close()
        app = nil
        #expect(world.leaks.map(\.kind) == [.link], "the phone keeps the link for a while (3.8)")
        try world.run(for: .seconds(10))
        #expect(world.leaks.isEmpty)
        #expect(device.connectionCount == 0)
    }
}
