#if canImport(XCTest)
import FaradayTesting
import XCTest

final class BatteryTests: SimulatedTestCase {
    func testShowsTheLevel() throws {
        world.add(.battery(name: "Lamp", level: 42), at: .meters(2))
        let app = world.addPhone(.iOS(18)).run { BatteryApp() }
        try world.run(until: { app.level == 42 }, timeout: .seconds(10))
    }

    /// Everything that is random in the world follows from this.
    override var seed: UInt64 { 7 }
    /// What follows when the app misuses the API: the test fails, unless this says otherwise.
    override var misusePolicy: World.MisusePolicy { .record }

    #if !canImport(Darwin)
    // An hour of real time there.
    func testStaysQuietWhenTheLampIsFarAway() {
        world.add(.battery(), at: .outOfRange)
        let app = world.addPhone().run { BatteryApp() }
        let shown = expectation(description: "level shown")
        shown.isInverted = true
        app.onLevel = { _ in shown.fulfill() }
        wait(for: [shown], timeout: 3600)
    }
    #endif

    func testReadsAgain() throws {
        let lamp = world.add(.battery(level: 42))
        let app = world.addPhone().run { BatteryApp() }
        try world.run(until: { app.level == 42 })
        lamp.update("2A19", [41])
        app.refresh()
        try world.runUntilRequestsAreDone()
        XCTAssertEqual(app.level, 41)
    }

    func testShowsTheLevelAsynchronously() async throws {
        world.add(.battery(level: 42))
        let app = world.addPhone().run { BatteryApp() }
        try await world.run(until: { app.level == 42 })
    }
}

final class OrdinaryTests: XCTestCase {
    func testInAWorld() throws {
        try withWorld(seed: 7) { world in
            world.add(.battery(level: 42))
            let app = world.addPhone().run { BatteryApp() }
            try world.run(until: { app.level == 42 })
        }
    }

    func testInAWorldAsynchronously() async throws {
        try await withWorld(seed: 7) { world in
            world.add(.battery(level: 42))
            let app = world.addPhone().run { BatteryApp() }
            try await world.sleep(for: .seconds(5))
            XCTAssertEqual(app.level, 42)
        }
    }
}
#endif
