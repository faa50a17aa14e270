// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import FaradaySimulation
import Foundation
import XCTest

/// What XCTest notes of a test that leaves its world behind: how long the test took, not the world.
final class TestDateCase: XCTestCase {
    private final class Observer: NSObject, XCTestObservation {
        var ended: [XCTestRun] = []

        func testCaseDidFinish(_ testCase: XCTestCase) { ended += [testCase.testRun].compactMap(\.self) }
    }

    private nonisolated(unsafe) static let observer = Observer()
    private nonisolated(unsafe) static var leftBehind: (world: World, code: ThreadCode)?

    override class func setUp() {
        super.setUp()
        XCTestObservationCenter.shared.addTestObserver(observer)
    }

    override class func tearDown() {
        XCTestObservationCenter.shared.removeTestObserver(observer)
        super.tearDown()
    }

    func testLeavesItsWorldBehind() throws {
        let world = World()
        try XCTSkipUnless(world.holdsAppWork)
        Self.leftBehind = (world, ThreadCode(of: world, nil))
        let begin = Date()
        Thread.sleep(forTimeInterval: 1_000_000)
        // The test's own dates are the world's.
        XCTAssertEqual(Date().timeIntervalSince(begin), 1_000_000, accuracy: 0.001)
    }

    func testThenSeesWhatXCTestHasNoted() throws {
        try XCTSkipUnless(World().holdsAppWork)
        let code = try XCTUnwrap(Self.leftBehind?.code, "the other test runs first")
        code.end()
        Self.leftBehind = nil
        let run = try XCTUnwrap(Self.observer.ended.first)
        let (begin, end) = (try XCTUnwrap(run.startDate), try XCTUnwrap(run.stopDate))
        XCTAssertLessThanOrEqual(begin, end)
        XCTAssertLessThanOrEqual(end, Date())
        XCTAssertLessThan(run.totalDuration, 100_000)
        XCTAssertLessThanOrEqual(try XCTUnwrap(testRun?.startDate), Date())
    }
}
#endif
