import BluetoothTypes
import class BluetoothPort.Lock
import FaradayClient
import FaradayTesting
import Testing

@Suite("The system restores a central whose app it has ended")
struct CentralRestorationTests {
    /// One run of the app. An app that was ended keeps its objects here, which nothing calls any more.
    private struct Run: Sendable {
        let central: Central
        let launch: AppLaunch
    }

    private static func install(on phone: Phone) -> Lock<[Run]> {
        let runs = Lock<[Run]>([])
        phone.onLaunch { launch in
            let run = Run(central: Central(restoreIdentifier: "strap"), launch: launch)
            runs.withLock { $0.append(run) }
        }
        phone.launch()
        return runs
    }

    private static func restored(_ run: Run) async -> [Peripheral] {
        for await peripherals in run.central.restored { return peripherals }
        return []
    }

    @Test(
        "The link and the subscription are there, and the value that launched the app is not lost", .simulated
    )
    func subscription() async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR-1", every: .minutes(1)), at: .meters(2))
        let phone = world.addPhone().configure(AppManifest(backgroundModes: .central))
        let runs = Self.install(on: phone)
        try await world.run(until: { runs.withLock { $0.count } == 1 })
        let first = try #require(runs.withLock { $0.first })
        let strap = try await first.central.find(.named("HR-1"))
        var beats = strap.notifications(of: HeartRate.measurement).makeAsyncIterator()
        _ = try await beats.next()
        phone.terminate(.memoryPressure)
        try await world.run(until: { runs.withLock { $0.count } == 2 })
        let launched = world.now
        let second = try #require(runs.withLock { $0.last })
        #expect(second.launch.isInBackground)
        // The app is slow: the value comes before anybody asks for it.
        try await world.sleep(for: .seconds(3))
        let restored = await Self.restored(second)
        #expect(restored.map(\.name) == ["HR-1"])
        let again = try #require(restored.first)
        #expect(again.connectionState == .connected)
        #expect(again.id == strap.id)
        var count = 0
        for try await _ in again.notifications(of: HeartRate.measurement) {
            count += 1
            if count == 1 { #expect(world.now - launched < .seconds(5), "the value that launched the app") }
            if count == 2 { break }
        }
        #expect(world.now - launched > .seconds(50))
        #expect(try await again.read(Battery.level) == 87)
        #expect(device.connectionCount == 1)
        #expect(await Self.restored(second) == restored, "late readers get it too")
        withExtendedLifetime(beats) {}
    }

    @Test("A connect that was waiting goes on, and its end is awaited like any other", .simulated)
    func pendingConnect() async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let phone = world.addPhone().configure(AppManifest(backgroundModes: .central))
        let runs = Self.install(on: phone)
        try await world.run(until: { runs.withLock { $0.count } == 1 })
        let first = try #require(runs.withLock { $0.first })
        let strap = try await first.central.find(.named("HR-1"))
        device.move(to: .outOfRange)
        strap.maintainConnection()
        try await world.sleep(for: .seconds(10))
        phone.terminate(.memoryPressure)
        try await world.sleep(for: .minutes(1))
        device.move(to: .meters(1))
        try await world.run(until: { runs.withLock { $0.count } == 2 })
        let second = try #require(runs.withLock { $0.last })
        let again = try #require(await Self.restored(second).first)
        #expect(try await again.read(Battery.level) == 87)
        #expect(device.connectionCount == 1)
    }

    @Test("A link that ended while the app was not running is reported like any other", .simulated)
    func lostMeanwhile() async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR-1", every: .minutes(5)), at: .meters(2))
        let phone = world.addPhone().configure(AppManifest(backgroundModes: .central))
        let runs = Self.install(on: phone)
        try await world.run(until: { runs.withLock { $0.count } == 1 })
        let first = try #require(runs.withLock { $0.first })
        let strap = try await first.central.find(.named("HR-1"))
        try await strap.connect()
        phone.terminate(.memoryPressure)
        device.move(to: .outOfRange, for: .seconds(30))
        try await world.sleep(for: .minutes(1))
        phone.launch()
        try await world.run(until: { runs.withLock { $0.count } == 2 })
        let second = try #require(runs.withLock { $0.last })
        let again = try #require(await Self.restored(second).first)
        try await world.sleep(for: .seconds(1))
        #expect(again.connectionState == .disconnected)
        #expect(try await again.read(Battery.level, within: .seconds(10)) == 87)
    }

    @Test("A restored link can be ended before Bluetooth is on for the app", .simulated)
    func disconnectAtOnce() async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let phone = world.addPhone().configure(AppManifest(backgroundModes: .central))
        let runs = Self.install(on: phone)
        try await world.run(until: { runs.withLock { $0.count } == 1 })
        let first = try #require(runs.withLock { $0.first })
        try await first.central.find(.named("HR-1")).connect()
        phone.terminate(.memoryPressure)
        phone.launch()
        try await world.run(until: { runs.withLock { $0.count } == 2 })
        let second = try #require(runs.withLock { $0.last })
        let again = try #require(await Self.restored(second).first)
        await again.disconnect()
        #expect(again.connectionState == .disconnected)
        try await world.sleep(for: .seconds(10))
        #expect(device.connectionCount == 0)
    }
}
