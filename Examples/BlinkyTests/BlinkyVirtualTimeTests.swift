import BluetoothTypes
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
        let world = CBMCentralManagerMock.simulatedPhone.world
        let start = world.now
        let minute = expectation(description: "a minute of the simulation")
        world.after(.seconds(60)) { minute.fulfill() }
        wait(for: [minute], timeout: 60)
        XCTAssertGreaterThanOrEqual(world.now, start + .seconds(60))
        XCTAssertFalse(world.isPaced)
    }
}
