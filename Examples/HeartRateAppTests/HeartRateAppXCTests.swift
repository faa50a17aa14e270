#if os(Linux)
import FaradayTesting
import HeartRate
import HeartRateClient
import XCTest

/// The same in XCTest. On Apple's platforms the timers of apps have real time.
final class HeartRateAppXCTests: SimulatedTestCase {
    func testGivesUpAfterTenSeconds() throws {
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { HeartRateApp() }
        try world.run(until: { app.isConnecting })
        let start = world.now
        strap.move(to: .outOfRange)
        try world.run(until: { app.timeoutCount == 1 })
        XCTAssertEqual(world.now - start, .seconds(10))
    }

    func testMeasuresTheSignalTwelveTimesAMinute() throws {
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { HeartRateApp() }
        try world.run(until: { app.heartRate != nil })
        try world.run(for: .minutes(1))
        XCTAssertEqual(app.rssiCount, 12)
    }

    func testTheAsyncAppIsConnectedAgain() async throws {
        let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let app = world.addPhone().run { HeartRateClientApp { _ in } }
        let task = Task { try await app.run() }
        try await Task.sleep(nanoseconds: 10_000_000_000)
        strap.move(to: .outOfRange, for: .seconds(30))
        try await Task.sleep(nanoseconds: 60_000_000_000)
        let (connections, readings) = await (app.connectionCount, app.readingCount)
        XCTAssertEqual(connections, 2)
        XCTAssertGreaterThan(readings, 30)
        task.cancel()
        try await task.value
    }
}
#endif
