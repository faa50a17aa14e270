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
        let nothing = expectation(description: "nothing")
        nothing.isInverted = true
        wait(for: [nothing], timeout: 60)
        XCTAssertLessThan(Date().timeIntervalSince(start), 10)
    }
}
