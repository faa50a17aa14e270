#if canImport(XCTest) && os(Linux)
import FaradayCoreBluetooth
import FaradayTesting
import XCTest

/// A misuse is found at the end of a test. It is reported in the test's file, not in this package's.
final class CasePlaceTests: SimulatedTestCase {
    override var testRunClass: AnyClass? { LenientRun.self }

    private var expected: [Int] = []

    override func tearDown() {
        startTaking()
        super.tearDown()
        let run = testRun as? LenientRun
        XCTAssertEqual(takeFailures(), expected)
        XCTAssertEqual(run?.texts.last?.contains("scanForPeripherals"), true)
    }

    /// A scan before the manager is powered on.
    private func misuse() {
        let manager = world.addPhone().run { CBCentralManager() }
        manager.scanForPeripherals(withServices: nil)
    }

    func testAMisuseIsReportedAtTheLastRun() throws {
        misuse()
        try world.run(for: .seconds(1))
        expected = [#line - 1]
    }

    func testAWaitOfXCTestHasNoPlace() {
        misuse()
        let soon = expectation(description: "soon")
        world.after(.seconds(1)) { soon.fulfill() }
        wait(for: [soon], timeout: 10)
        expected = [0]
    }

    func testWithoutARunTheClassIsNamed() {
        misuse()
        expected = [0]
    }
}
#endif
