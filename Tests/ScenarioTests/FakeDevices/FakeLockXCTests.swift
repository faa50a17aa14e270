#if canImport(XCTest)
import FaradayTesting
import XCTest

/// The same fake device in XCTest, in a synchronous and in an asynchronous test.
final class FakeLockXCTests: SimulatedTestCase {
    private func makeApp() -> (app: DoorApp, lock: FakeLock) {
        let lock = world.addPhone(name: "door", at: .meters(2)).run { FakeLock() }
        return (world.addPhone(name: "Ada's iPhone").run { DoorApp() }, lock)
    }

    func testWaitsUntilEverythingIsIdle() throws {
        let (app, lock) = makeApp()
        try world.run(until: { app.isReady })
        lock.writes.delay = .seconds(3)
        app.lock(false)
        try world.runUntilRequestsAreDone()
        XCTAssertFalse(lock.isLocked)
    }

    func testWaitsUntilEverythingIsIdleAsynchronously() async throws {
        let (app, lock) = makeApp()
        try await world.run(until: { app.isReady })
        lock.writes.delay = .seconds(3)
        app.lock(false)
        try await world.runUntilRequestsAreDone()
        XCTAssertFalse(lock.isLocked)
    }
}
#endif
