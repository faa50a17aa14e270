#if os(Linux)
import FaradayBridge
import FaradaySimulation
import XCTest

/// The UI test of the documentation with the world in this process, and the app in another one.
final class DoorbellOnServedPhoneUITests: XCTestCase {
    /// The test owns the clock: forty virtual seconds pass as fast as both processes can.
    func testTheWholeDoorbellWithAPhoneOfTheTest() throws {
        let world = World(seed: 7)
        let phone = world.addPhone(name: "Ada's iPhone")
        phone.setAuthorization(.notDetermined)
        phone.onSystemAlert { _ in .ignore }
        let button = world.add(.blinky(name: "Bell"), at: .meters(2))
        let server = try world.serve()
        defer { server.stop() }
        let app = XCUIApplication()
        app.launchEnvironment = ["FARADAY_PHONE": server.address(of: phone)]
        app.launch()
        let doorbell = try server.app("doorbell")

        // The system asks for the permission, and the user takes a while.
        try world.run(for: .seconds(5))
        let alert = try XCTUnwrap(phone.systemAlerts.last)
        XCTAssertEqual(alert.kind, .bluetoothPermission)
        XCTAssertTrue(app.staticTexts["looking for the button"].waitForExistence(timeout: 60))
        phone.answer(alert, with: .allow)
        try world.run(for: .seconds(5))
        XCTAssertTrue(app.staticTexts["ready"].waitForExistence(timeout: 60))

        press(button)
        try world.run(for: .seconds(1))
        XCTAssertTrue(app.staticTexts["1 ring"].waitForExistence(timeout: 60))

        button.move(to: .outOfRange)
        try world.run(for: .seconds(10))
        XCTAssertTrue(app.staticTexts["out of range"].waitForExistence(timeout: 60))

        // A suspended app hears nothing, and all of it when it is in the foreground again.
        doorbell.suspend()
        button.move(to: .meters(2))
        try world.run(for: .seconds(10))
        XCTAssertEqual(doorbell.appState, .suspended)
        XCTAssertTrue(app.staticTexts["out of range"].waitForExistence(timeout: 0))
        doorbell.enterForeground()
        try world.run(for: .seconds(5))
        XCTAssertTrue(app.staticTexts["ready"].waitForExistence(timeout: 60))
        press(button)
        try world.run(for: .seconds(1))
        XCTAssertTrue(app.staticTexts["2 rings"].waitForExistence(timeout: 60))

        // The system ends the app: its program is no app of the phone any more. The test ends its process.
        doorbell.terminate(.memoryPressure)
        try world.run(for: .seconds(1))
        XCTAssertThrowsError(try server.app("doorbell", within: 0))
    }

    /// The same world follows the clock, as for a person who looks at the app.
    func testTheDoorbellRingsInRealTime() throws {
        let world = World(seed: 7)
        let phone = world.addPhone(name: "Ada's iPhone")
        let button = world.add(.blinky(name: "Bell"), at: .meters(2))
        world.pace(speed: 20)
        defer { world.stopPacing() }
        let server = try world.serve([phone])
        defer { server.stop() }
        let app = XCUIApplication()
        app.launchEnvironment = ["FARADAY_PHONE": server.address(of: phone), "FARADAY_APP": "bell"]
        app.launch()
        _ = try server.app("bell", on: phone)
        XCTAssertTrue(app.staticTexts["ready"].waitForExistence(timeout: 60))
        press(button)
        XCTAssertTrue(app.staticTexts["1 ring"].waitForExistence(timeout: 60))
    }

    func testAnAppThatDoesNotJoinIsNamedWithWhatItNeeds() throws {
        let world = World(seed: 7)
        let phone = world.addPhone(name: "phone")
        let server = try world.serve()
        defer { server.stop() }
        XCTAssertThrowsError(try server.app("com.example.absent", within: 0)) { error in
            XCTAssertEqual(
                "\(error)",
                "com.example.absent has not joined within 0.0 s: start it with "
                    + "FARADAY_PHONE=\(server.address(of: phone)), and link FaradayAttachment")
        }
    }

    private func press(_ button: Device) {
        button.update(Blinky.button, [1])
        button.update(Blinky.button, [0])
    }
}
#endif
