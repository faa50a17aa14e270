import FaradayTesting
import Foundation
import HeartRate
import Testing

/// The times of the app in the delegate style: its time-out, its pauses, its poll and its watchdog.
@Suite(.enabled(if: World().holdsAppWork, "the timers of apps have real time here"))
struct HeartRateAppTests {
    @Test(.simulated)
    func givesUpAfterTenSeconds() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { HeartRateApp() }
        try await world.run(until: { app.isConnecting })
        let start = world.now
        strap.move(to: .outOfRange)
        try await world.run(until: { app.timeoutCount == 1 })
        #expect(world.now - start == .seconds(10))
        try await world.run(for: .milliseconds(500))
        #expect(!app.isConnecting && !app.isConnected, "it pauses")
    }

    @Test(.simulated)
    func pausesLongerEachTime() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { HeartRateApp() }
        try await world.run(until: { app.heartRate != nil })
        strap.move(to: .outOfRange)
        try await world.run(until: { app.timeoutCount == 1 })
        for (count, longest) in zip(2..., [1, 2, 4, 8, 16, 30, 30]) {
            let start = world.now
            try await world.run(until: { app.timeoutCount == count })
            let pause = (world.now - start - .seconds(10)).seconds
            #expect(pause >= 0.75 * Double(longest) && pause < Double(longest) + 0.1, "\(count)")
        }
    }

    @Test(.simulated)
    func connectsAgainAfterItsPause() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { HeartRateApp() }
        try await world.run(until: { app.heartRate != nil })
        strap.move(to: .outOfRange)
        try await world.run(until: { app.timeoutCount == 3 })

        // The fourth attempt begins three to four seconds later.
        strap.move(to: .meters(2))
        let start = world.now
        try await world.run(until: { app.isConnected })
        let time = (world.now - start).seconds
        #expect(time >= 3 && time < 5)
        try await world.run(until: { app.isReconnected })
        #expect(app.connectionCount == 2)
    }

    @Test(.simulated, arguments: [3, 8])
    func connectsAtOnceAfterAShortLoss(seconds: Int) async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { HeartRateApp() }
        try await world.run(until: { app.heartRate != nil })
        let start = world.now
        strap.move(to: .outOfRange, for: .seconds(seconds))
        try await world.run(until: { app.connectionCount == 2 })
        #expect(world.now - start < .seconds(seconds + 1))
        #expect(app.timeoutCount == 0)
    }

    @Test func theJitterFollowsFromTheSeed() throws {
        let times = try [1, 1, 2].map { try Self.timeouts(seed: $0) }
        #expect(times[0] == times[1] && times[0] != times[2])
    }

    /// When four attempts in a row end.
    private static func timeouts(seed: UInt64) throws -> [World.Instant] {
        let world = World(seed: seed)
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { HeartRateApp(queue: DispatchQueue(label: "ble")) }
        try world.run(until: { app.isConnecting })
        strap.move(to: .outOfRange)
        return try (1...4).map { count in
            try world.run(until: { app.timeoutCount == count })
            return world.now
        }
    }

    @Test(.simulated)
    func measuresTheSignalTwelveTimesAMinute() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { HeartRateApp() }
        try await world.run(until: { app.heartRate != nil })
        try await world.run(for: .minutes(1))
        #expect(app.rssiCount == 12)
        let near = try #require(app.rssi)
        strap.move(to: .meters(8))
        try await world.run(for: .minutes(1))
        #expect(app.rssiCount == 24)
        let far = try #require(app.rssi)
        #expect(far < near)
    }

    @Test("When the monitor falls silent, the app connects again after fifteen seconds", .simulated)
    func watchdog() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        world.inject(.notification("2A37", of: strap).between(.seconds(10), .seconds(30)).isLost())
        let app = world.addPhone().run { HeartRateApp() }
        try await world.run(until: { app.silenceCount == 1 })
        let last = try #require(app.lastReadingDate)
        #expect(abs(Date().timeIntervalSince(last) - 15) < 0.001)
        try await world.run(until: { app.isReconnected })
        #expect(app.connectionCount == 2 && app.timeoutCount == 0)
        try await world.run(for: .minutes(1))
        #expect(app.silenceCount == 1, "readings come again")
    }

    @Test(.simulated)
    func aMonitorThatSendsNothingIsNotAskedAllTheTime() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        world.inject(.notification("2A37", of: strap).isLost())
        let app = world.addPhone().run { HeartRateApp() }
        try await world.run(for: .minutes(10))
        // Each link lasts fifteen seconds, and the pauses between them grow to thirty.
        #expect(app.readingCount == 0 && app.connectionCount > 12 && app.connectionCount < 20)
        #expect(app.silenceCount == app.connectionCount || app.silenceCount == app.connectionCount - 1)
    }

    @Test(.simulated)
    func doesNotComeBackAfterItHasLeft() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { HeartRateApp() }
        try await world.run(until: { app.heartRate != nil })
        strap.move(to: .outOfRange)
        try await world.run(until: { app.timeoutCount == 2 })
        try await world.run(for: .seconds(1))
        app.disconnect()
        #expect(!app.hasMonitor, "it left in a pause")
        strap.move(to: .meters(2))
        try await world.run(for: .minutes(5))
        #expect(app.connectionCount == 1 && strap.connectionCount == 0)
    }

    @Test("Sixty minutes, in each ten of which the monitor is away for one", .simulated(seed: 5))
    func anHour() async throws {
        let world = World.current
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { HeartRateApp() }
        for _ in 0..<6 {
            try await world.run(for: .minutes(5))
            strap.move(to: .outOfRange, for: .minutes(1))
            try await world.run(for: .minutes(5))
        }
        // In each minute four attempts are given up, and the fifth is under way when the monitor is back.
        #expect(app.connectionCount == 7 && app.timeoutCount == 24 && app.silenceCount == 0)
        #expect(app.readingCount > 3_150 && app.readingCount < 3_300)
        #expect(app.rssiCount > 630 && app.rssiCount < 660)
        #expect(app.isConnected)
    }
}
