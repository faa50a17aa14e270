#if canImport(XCTest) && os(Linux)
import BluetoothPort
import BluetoothTypes
import FaradayTesting
import XCTest

/// Asynchronous tests of a `SimulatedTestCase`: the world moves by itself whenever the test is suspended.
final class AsynchronousCaseTests: SimulatedTestCase {
    /// What only the app's callback can resume.
    nonisolated(nonsending) private func level(of app: BatteryApp) async -> UInt8 {
        await withCheckedContinuation { continuation in
            app.onLevel = { level in
                app.onLevel = { _ in }
                continuation.resume(returning: level)
            }
        }
    }

    nonisolated(nonsending) private func readsTheLevel() async {
        world.add(.battery(level: 42))
        let app = world.addPhone().run { BatteryApp() }
        for _ in 0..<1000 { XCTAssertEqual(world.now, .zero) }
        let level = await level(of: app)
        XCTAssertEqual(level, 42)
        let now = world.now
        XCTAssertGreaterThan(now, .zero)
        for _ in 0..<1000 { XCTAssertEqual(world.now, now) }
        app.refresh()
        let again = await self.level(of: app)
        XCTAssertEqual(again, 42)
    }

    func testATestMayAwaitItsClient() async { await readsTheLevel() }

    @MainActor func testOnTheMainActorToo() async {
        world.add(.battery(level: 42))
        let app = world.addPhone().run { BatteryApp() }
        for _ in 0..<1000 { XCTAssertEqual(world.now, .zero) }
        let level = await level(of: app)
        XCTAssertEqual(level, 42)
    }

    func testTimeStandsStillWhileTheTestWorks() async {
        let (world, done) = (world, Lock(0))
        for second in 1...50 { world.after(.seconds(second)) { done.withLock { $0 = second } } }
        for second in 1...5 {
            await withCheckedContinuation { continuation in
                world.after(.seconds(1)) { continuation.resume() }
            }
            for _ in 0..<1000 { XCTAssertEqual(world.now, .zero + .seconds(second)) }
        }
        XCTAssertEqual(done.withLock { $0 }, 5)
    }

    func testRunsAndSleepsOfTheWorldWork() async throws {
        world.add(.battery(level: 42))
        let app = world.addPhone().run { BatteryApp() }
        try await world.run(until: { app.level == 42 })
        let now = world.now
        try await world.run(for: .seconds(5))
        XCTAssertEqual(world.now, now + .seconds(5))
        try await world.sleep(for: .seconds(5))
        XCTAssertEqual(world.now, now + .seconds(10))
    }

    func testWaitsWork() async {
        let met = expectation(description: "met")
        world.after(.seconds(60)) { met.fulfill() }
        world.after(.seconds(500)) {}
        await fulfillment(of: [met], timeout: 600)
        let now = world.now
        XCTAssertGreaterThanOrEqual(now, .zero + .seconds(60))
        for _ in 0..<1000 { XCTAssertEqual(world.now, now) }
    }
}
#endif
