import CoreBluetoothMock
import FaradayTesting
import XCTest

/// The same tests in virtual time.
final class BlinkyVirtualTimeTests: BlinkyRealTimeTests {
    override func setUp() {
        super.setUp()
        CBMCentralManagerMock.simulateVirtualTime()
    }

    /// On Linux, a class inherits tests only if it has one of its own.
    func testAMinuteIsOverAtOnce() {
        let start = Date()
        let minute = expectation(description: "a minute of the simulation")
        CBMCentralManagerMock.simulatedPhone.world.after(.seconds(60)) { minute.fulfill() }
        wait(for: [minute], timeout: 60)
        XCTAssertLessThan(Date().timeIntervalSince(start), 10)
    }
}
