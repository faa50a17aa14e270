import FaradayTesting
import Foundation
import HeartRateClient
import Testing

/// The times of the app in the async style.
@Suite(.enabled(if: World().holdsAppWork, "the tasks of apps have real time here"))
struct HeartRateClientAppTests {
    /// What the app says.
    private final class Lines: Sendable {
        private let lines = World.Lock<[String]>([])

        func add(_ line: String) { lines.withLock { $0.append(line) } }
        func count(_ beginning: String) -> Int {
            lines.withLock { $0.count { $0.hasPrefix(beginning) } }
        }
    }

    @Test(.simulated)
    func givesUpAfterTenSeconds() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let lines = Lines()
        let app = world.addPhone().run { HeartRateClientApp { lines.add($0) } }
        let task = Task { try await app.run() }
        try await world.run(until: { lines.count("found") == 1 })
        let start = world.now
        strap.move(to: .outOfRange)
        try await world.run(until: { lines.count("no connection within 10 s") == 1 })
        #expect(world.now - start == .seconds(10))
        #expect(await app.timeoutCount == 1)
        task.cancel()
        try await task.value
    }

    @Test(.simulated)
    func pausesLongerEachTime() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let lines = Lines()
        let app = world.addPhone().run { HeartRateClientApp { lines.add($0) } }
        let task = Task { try await app.run() }
        try await world.run(until: { lines.count("heart rate") > 0 })
        strap.move(to: .outOfRange)
        try await world.run(until: { lines.count("no connection") == 1 })
        for (count, longest) in zip(2..., [1, 2, 4, 8, 16, 30, 30]) {
            let start = world.now
            try await world.run(until: { lines.count("no connection") == count })
            let pause = (world.now - start - .seconds(10)).seconds
            #expect(pause >= 0.75 * Double(longest) && pause < Double(longest) + 0.1, "\(count)")
        }
        task.cancel()
        try await task.value
    }

    @Test(.simulated)
    func connectsAgainAfterItsPause() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let lines = Lines()
        let app = world.addPhone().run { HeartRateClientApp { lines.add($0) } }
        let task = Task { try await app.run() }
        while await app.heartRate == nil { try await Task.sleep(nanoseconds: 100_000_000) }
        strap.move(to: .outOfRange)
        try await world.run(until: { lines.count("no connection") == 3 })

        // The fourth attempt begins three to four seconds later.
        strap.move(to: .meters(2))
        let start = Date()
        try await world.run(until: { lines.count("connected") == 2 })
        let time = Date().timeIntervalSince(start)
        #expect(time >= 2.999 && time < 5)
        let count = await app.readingCount
        try await Task.sleep(nanoseconds: 10_000_000_000)
        #expect(await app.readingCount > count + 7)
        task.cancel()
        try await task.value
    }

    @Test(.simulated)
    func measuresTheSignalTwelveTimesAMinute() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let lines = Lines()
        let app = world.addPhone().run { HeartRateClientApp { lines.add($0) } }
        let task = Task { try await app.run() }
        try await world.run(until: { lines.count("heart rate") > 0 })
        for minute in 1...10 {
            try await Task.sleep(nanoseconds: 60_000_000_000)
            #expect(await app.rssiCount == 12 * minute)
        }
        let rssi = try #require(await app.rssi)
        #expect(rssi < 0)
        task.cancel()
        try await task.value
    }

    @Test("When the monitor falls silent, the app connects again after fifteen seconds", .simulated)
    func watchdog() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        world.inject(.notification("2A37", of: strap).between(.seconds(10), .seconds(30)).isLost())
        let lines = Lines()
        let app = world.addPhone().run { HeartRateClientApp { lines.add($0) } }
        let task = Task { try await app.run() }
        try await world.run(until: { lines.count("no reading for 15 s") == 1 })
        let date = Date()
        let last = try #require(await app.lastReadingDate)
        #expect(abs(date.timeIntervalSince(last) - 15) < 0.001)
        try await world.run(for: .minutes(1))
        #expect(await app.connectionCount == 2)
        #expect(await app.silenceCount == 1, "readings come again")
        #expect(await app.timeoutCount == 0)
        #expect(await app.readingCount > 50)
        task.cancel()
        try await task.value
    }

    @Test(.simulated)
    func endsItsLinkWhenItsTaskIsCancelled() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { HeartRateClientApp { _ in } }
        let task = Task { try await app.run() }
        try await Task.sleep(nanoseconds: 20_000_000_000)
        #expect(strap.connectionCount == 1)
        task.cancel()
        try await task.value
        try await Task.sleep(nanoseconds: 60_000_000_000)
        #expect(strap.connectionCount == 0)
        #expect(await app.connectionCount == 1)
    }

    @Test("Sixty minutes, in each ten of which the monitor is away for one", .simulated(seed: 5))
    func anHour() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { HeartRateClientApp { _ in } }
        let task = Task { try await app.run() }
        for _ in 0..<6 {
            try await world.run(for: .minutes(5))
            strap.move(to: .outOfRange, for: .minutes(1))
            try await world.run(for: .minutes(5))
        }
        // In each minute four attempts are given up, and the fifth is under way when the monitor is back.
        #expect(await app.connectionCount == 7)
        #expect(await app.timeoutCount == 24)
        #expect(await app.silenceCount == 0)
        let (readings, polls) = await (app.readingCount, app.rssiCount)
        #expect(readings > 3_150 && readings < 3_300)
        #expect(polls > 630 && polls < 660)
        task.cancel()
        try await task.value
    }
}
