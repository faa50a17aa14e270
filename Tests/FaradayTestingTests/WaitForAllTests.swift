#if canImport(XCTest) && !canImport(Darwin)
import BluetoothTypes
import FaradayTesting
import Foundation
import XCTest

/// Waits for all expectations of a test case, in virtual time.
final class WaitForAllTests: SimulatedTestCase {
    override var testRunClass: AnyClass? { LenientRun.self }

    private func never() -> XCTestExpectation {
        let expectation = expectation(description: "never")
        expectation.isInverted = true
        return expectation
    }

    @MainActor func testWhatMustNotHappenHasItsVirtualTime() {
        for step in 1...3 {
            _ = never()
            var errors: [Error?] = []
            switch step {
            case 1: waitForExpectations(timeout: 600)
            case 2: waitForExpectations(timeout: 600, handler: nil)
            default: waitForExpectations(timeout: 600) { errors.append($0) }
            }
            XCTAssertEqual(world.now, .zero + .seconds(600 * step))
            XCTAssert(step < 3 || errors.count == 1 && errors[0] == nil)
        }
    }

    @MainActor func testOthersMayBeFulfilledByAThreadMeanwhile() {
        _ = never()
        let (late, later) = (expectation(description: "late"), expectation(description: "later"))
        let end = world.now + .seconds(60)
        world.after(.seconds(50)) { late.fulfill() }
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 55)
            later.fulfill()
        }
        var errors: [Error?] = []
        waitForExpectations(timeout: 60) { errors.append($0) }
        XCTAssert(errors.count == 1 && errors[0] == nil)
        XCTAssertEqual(world.now, end)
    }

    @MainActor func testWhatHappensAllTheSameIsAFailureOfTheWait() {
        for hasOthers in [false, true] {
            let wrong = never()
            world.after(.seconds(5)) { wrong.fulfill() }
            if hasOthers {
                let met = expectation(description: "met")
                world.after(.seconds(7)) { met.fulfill() }
            }
            var errors: [Error?] = []
            startTaking()
            waitForExpectations(timeout: 10) { errors.append($0) }
            XCTAssertEqual(takeFailures()?.count, 1)
            XCTAssert(errors.count == 1 && errors[0] is XCTestError)
        }
    }

    /// Asynchronous, since SwiftPM makes no list of a class in which all is the main actor's or nobody's.
    func testWhatMustNotHappenAndWhatHasToInTheirOrder() async {
        let first = never()
        let second = expectation(description: "second")
        startTaking()
        await fulfillment(of: [first, second], timeout: 10, enforceOrder: true)
        XCTAssertEqual(takeFailures()?.count, 1)
        XCTAssertEqual(world.now, .zero + .seconds(10))
    }
}
#endif
