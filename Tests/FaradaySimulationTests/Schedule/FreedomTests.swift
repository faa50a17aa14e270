import BluetoothPort
import BluetoothTypes
import Testing

@testable import FaradaySimulation

/// Each freedom of a schedule really occurs in some seed, and none in the plain schedule.
@Suite struct FreedomTests {
    private static let seeds: Range<UInt64> = 0..<40

    private static func world(_ schedule: Schedule) -> World {
        World(seed: 1, configuration: .init(schedule: schedule))
    }

    /// What a world does under each of the seeds, once for each different outcome.
    private static func outcomes(
        _ parts: Schedule.Parts, _ play: (World) throws -> [String]
    ) rethrows -> Set<[String]> {
        var all: Set<[String]> = []
        for seed in seeds { all.insert(try play(world(.any(seed: seed, parts: parts)))) }
        return all
    }

    // MARK: What worlds do

    /// Two apps of one phone, and two managers of one of them, in the order of their first states.
    private static func firstStates(_ world: World) throws -> [String] {
        let (order, phone) = (Recorder(), world.addPhone())
        let other = phone.app(2)
        let apps = [(phone, "one"), (phone, "two"), (other, "three")].map { phone, name in
            TestCentral(phone) { _, event in if case .stateChanged = event { order.add(name) } }
        }
        try world.run(for: .seconds(1))
        #expect(apps.count == 3 && order.lines.count == 3)
        return order.lines
    }

    /// When an app gets the values that a device sends all 100 ms, in milliseconds after they were made.
    private static func values(_ world: World) throws -> [String] {
        let device = world.add(
            DeviceDefinition(name: "Lock") {
                DeviceAdvertising(services: ["180F"])
                DeviceService("180F") { DeviceCharacteristic("2A19", [.read, .notify], value: [9]) }
            }, at: .meters(1))
        let app = try LinkedApp(in: world, to: device)
        let level = app.characteristics[0][0].identifier
        try app.subscribe(to: level)
        let count = app.central.events.count
        var times: [String] = []
        for value in 0..<20 as Range<UInt8> {
            device.update("2A19", [value])
            let began = world.now
            try world.run(until: { app.values(of: level, since: count).contains([value]) })
            times.append("\(Int((world.now - began).milliseconds * 1000))")
        }
        let all = app.values(of: level, since: count)
        #expect(all == (0..<20).map { [UInt8($0)] }, "values come in order")
        return times
    }

    /// The order in which managers on four phones get their first states, which are due at the same instant.
    private static func instants(_ world: World) throws -> [String] {
        let order = Recorder()
        let centrals = (0..<4).map { number in
            TestCentral(world.addPhone(name: "phone \(number)")) { _, _ in order.add("\(number) \(world.now)")
            }
        }
        try world.run(for: .seconds(1))
        let areOn = centrals.allSatisfy { $0.isOn }
        #expect(areOn)
        return order.lines
    }

    /// When a manager gets its first state on each of two phones.
    private static func readiness(_ world: World) throws -> [String] {
        let times = Recorder()
        let centrals = (0..<2).map { number in
            TestCentral(world.addPhone(name: "phone \(number)")) { _, _ in
                times.add("phone \(number) at \(world.now)")
            }
        }
        try world.run(for: .seconds(1))
        let areOn = centrals.allSatisfy { $0.isOn }
        #expect(areOn)
        return times.lines
    }

    @Test(
        "Each freedom occurs in some seed and not in the plain schedule",
        arguments: [
            (Schedule.Parts.managers, 6, firstStates), (.delays, 30, values), (.instants, 10, instants),
            (.system, 30, readiness),
        ] as [(Schedule.Parts, Int, @Sendable (World) throws -> [String])])
    func occurs(
        _ parts: Schedule.Parts, _ least: Int, _ play: @Sendable (World) throws -> [String]
    ) throws {
        let plain = try play(Self.world(.plain))
        let found = try Self.outcomes(parts, play)
        #expect(found.count >= least, "\(parts): \(found.count) different outcomes")
        #expect(found.contains { $0 != plain })
        for seed in Self.seeds.prefix(5) {
            let schedule = Schedule.any(seed: seed, parts: parts)
            let twice = (try play(Self.world(schedule)), try play(Self.world(schedule)))
            #expect(twice.0 == twice.1, "\(schedule) gives another order the second time")
        }
    }

    @Test("A delay is at most 250 ms, and most are at most 3 ms")
    func delays() throws {
        var all: [Int] = []
        for seed in Self.seeds {
            all += try Self.values(Self.world(.any(seed: seed, parts: .delays))).compactMap { Int($0) }
        }
        let plain = try Self.values(Self.world(.plain)).compactMap { Int($0) }
        // Until the next connection event a value waits in the device; the delay comes on top.
        let radio = 60_000
        #expect(plain.allSatisfy { $0 <= radio })
        #expect(all.allSatisfy { $0 <= radio + 250_000 })
        #expect(all.contains { $0 > radio + 20_000 }, "now and then a long one")
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    private func jobs(_ world: World) async -> [String] {
        let order = Recorder()
        await world.simulate {
            await withTaskGroup(of: Void.self) { group in
                for child in 0..<4 {
                    group.addTask {
                        order.add("task \(child)")
                        await Task.yield()
                        order.add("task \(child) again")
                    }
                }
            }
        }
        return order.lines
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("Jobs of different tasks come in any order, and those of one task in theirs")
    func jobsChangePlaces() async {
        var found: Set<[String]> = []
        for seed in Self.seeds {
            let lines = await jobs(Self.world(.any(seed: seed, parts: .jobs)))
            #expect(lines.count == 8)
            for child in 0..<4 {
                let own = lines.filter { $0.hasPrefix("task \(child)") }
                #expect(own == ["task \(child)", "task \(child) again"])
            }
            let again = await jobs(Self.world(.any(seed: seed, parts: .jobs)))
            #expect(lines == again, "seed \(seed) gives another order the second time")
            found.insert(lines)
        }
        #expect(found.count > 20, "\(found.count) different orders")
        // With seed 0 the order is that in which the jobs came.
        let plain = await jobs(World())
        #expect(plain.first == "task 0")
    }

    @Test("No callback comes while an app is suspended, not even one that is on its way")
    func suspension() throws {
        for seed in Self.seeds {
            let world = Self.world(.any(seed: seed, parts: .delays))
            let phone = world.addPhone()
            let states = Recorder()
            let central = TestCentral(phone) { _, event in states.add("\(phone.appState) \(world.now)") }
            try world.run(for: .milliseconds(5))
            phone.setBluetooth(false)
            phone.suspend()
            let suspended = world.now
            try world.run(for: .seconds(1))
            for line in states.lines where line.hasPrefix("suspended") {
                #expect(line == "suspended \(suspended)", "seed \(seed)")
            }
            _ = central
        }
    }

    @Test("A command that crosses a callback on its way is no misuse; the same command later is one")
    func crossing() throws {
        var crossed = 0
        for seed in Self.seeds {
            let world = Self.world(.any(seed: seed, parts: .delays))
            world.misusePolicy = .record
            let phone = world.addPhone()
            let central = TestCentral(phone)
            try world.run(until: { central.isOn })
            phone.setBluetooth(false)
            let knows = central.events.contains(.stateChanged(.poweredOff))
            #expect(central.port.send(.scan(Central.ScanRequest())) == .ignored)
            let isLate = world.lock.withLock { $0.deliveries?.waiting ?? 0 } > 0
            if !knows, isLate {
                crossed += 1
                #expect(world.misuses.isEmpty, "seed \(seed)")
            }
            try world.run(for: .seconds(1))
            world.setMisusePolicy(.record, for: [.notPoweredOn])
            let before = world.misuses.count
            central.port.send(.scan(Central.ScanRequest()))
            #expect(world.misuses.count == before + 1)
        }
        #expect(crossed > 5, "\(crossed) commands crossed a callback")
    }

    @Test("A suspended app may command what it has not been told is off; once it is told, that is a misuse")
    func suspended() throws {
        let world = Self.world(.plain)
        world.misusePolicy = .record
        let phone = world.addPhone()
        let central = TestCentral(phone)
        try world.run(until: { central.isOn })
        phone.suspend()
        phone.setBluetooth(false)
        try world.run(for: .seconds(1))
        #expect(central.isOn)
        #expect(central.port.send(.scan(Central.ScanRequest())) == .ignored)
        #expect(world.misuses.isEmpty)
        phone.enterForeground()
        try world.run(for: .seconds(1))
        central.port.send(.scan(Central.ScanRequest()))
        #expect(world.misuses.map(\.misuse.kind) == [.notPoweredOn])
    }

    @Test("A run until all requests are done waits for callbacks that are on their way")
    func requestsAreDone() throws {
        for seed in Self.seeds {
            let world = Self.world(.any(seed: seed, parts: .delays))
            let central = TestCentral(world.addPhone())
            try world.runUntilRequestsAreDone()
            #expect(central.isOn, "seed \(seed)")
        }
    }

    @Test("The trace has an event when the app gets it")
    func traceTimes() throws {
        for seed in Self.seeds {
            let world = Self.world(.any(seed: seed))
            world.startTrace()
            let times = Recorder()
            let central = TestCentral(world.addPhone()) { _, _ in times.add("\(world.now)") }
            try world.run(until: { central.isOn })
            let told = world.records.filter { if case .centralEvent = $0.payload { true } else { false } }
            #expect(told.map { "\($0.time)" } == times.lines, "seed \(seed)")
        }
    }
}
