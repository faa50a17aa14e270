#if os(Linux)
import FaradayBridge
import XCTest

/// The UI test of the documentation, in this process, and the app in another one. `XCUIApplication` is a stand-in.
final class DoorbellUITests: XCTestCase {
    func testTheButtonIsHeardAgainAfterAWalk() throws {
        let app = XCUIApplication()
        let remote = try RemoteControl()
        app.launchEnvironment = remote.environment(scenario: "doorbell")
        app.launch()
        XCTAssertTrue(app.staticTexts["ready"].waitForExistence(timeout: 60))
        try remote.perform("press")
        XCTAssertTrue(app.staticTexts["1 ring"].waitForExistence(timeout: 60))
        try remote.perform("walk away")
        XCTAssertTrue(app.staticTexts["out of range"].waitForExistence(timeout: 60))
        try remote.perform("come back")
        XCTAssertTrue(app.staticTexts["ready"].waitForExistence(timeout: 60))
        try remote.perform("press")
        XCTAssertTrue(app.staticTexts["2 rings"].waitForExistence(timeout: 60))
    }

    func testAStepThatIsNotThereIsAnsweredWithThoseThatAre() throws {
        let app = XCUIApplication()
        let remote = try RemoteControl()
        app.launchEnvironment = remote.environment(scenario: "doorbell")
        app.launch()
        XCTAssertThrowsError(try remote.perform("jump")) { error in
            XCTAssertEqual(
                "\(error)",
                "there is no step 'jump'; there are: press, walk away, come back, stand still")
        }
    }

    func testAScenarioThatIsNotThereEndsTheApp() throws {
        let app = XCUIApplication()
        app.launchEnvironment = ["FARADAY_SCENARIO": "doorbel"]
        app.launch()
        XCTAssertTrue(
            app.waitForEnd().contains(
                "FARADAY_SCENARIO names the unknown scenario 'doorbel'; there are: doorbell"))
    }
}
#endif
