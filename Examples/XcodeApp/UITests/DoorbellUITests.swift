import FaradayBridge
import FaradaySimulation
import XCTest

// The world is in the test's process, and the app under test is an app of its phone.
#if SIMULATED
final class DoorbellUITests: XCTestCase {
    @MainActor func testTheButtonIsHeardAgainAfterAWalk() throws {
        let world = World(seed: 7)
        let phone = world.addPhone(name: "iPhone")
        let button = world.add(.blinky(name: "Bell"), at: .meters(2))
        let server = try world.serve()
        defer { server.stop() }
        let app = XCUIApplication()
        app.launchEnvironment = ["FARADAY_PHONE": server.address(of: phone), "FARADAY_APP": "doorbell"]
        app.launch()
        _ = try server.app("doorbell")

        // The test owns the clock.
        try world.run(for: .seconds(5))
        XCTAssertTrue(app.staticTexts["ready"].waitForExistence(timeout: 60))
        button.update(Blinky.button, [1])
        button.update(Blinky.button, [0])
        try world.run(for: .seconds(1))
        XCTAssertTrue(app.staticTexts["1 ring"].waitForExistence(timeout: 60))
        button.move(to: .outOfRange)
        try world.run(for: .seconds(10))
        XCTAssertTrue(app.staticTexts["out of range"].waitForExistence(timeout: 60))
        button.move(to: .meters(2))
        try world.run(for: .seconds(10))
        XCTAssertTrue(app.staticTexts["ready"].waitForExistence(timeout: 60))
    }

    /// The scenario of the previews, whose steps are performed in the app's process.
    @MainActor func testTheScenarioRings() throws {
        let app = XCUIApplication()
        let remote = try RemoteControl()
        app.launchEnvironment = remote.environment(scenario: "doorbell")
        app.launch()
        XCTAssertTrue(app.staticTexts["ready"].waitForExistence(timeout: 60))
        try remote.perform("press")
        XCTAssertTrue(app.staticTexts["1 ring"].waitForExistence(timeout: 60))
    }
}
#endif
