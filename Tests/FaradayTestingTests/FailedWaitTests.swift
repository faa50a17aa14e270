#if canImport(XCTest) && !canImport(Darwin)
import FaradayTesting
import Foundation
import XCTest

/// A run that records failures, so that a test can check them.
final class LenientRun: XCTestCaseRun {
    /// The lines at which waits failed; `nil`: a failure is a failure.
    var lines: [Int]?
    /// What the failures said.
    private(set) var texts: [String] = []

    override func recordFailure(
        withDescription description: String, inFile filePath: String?, atLine lineNumber: Int,
        expected: Bool
    ) {
        guard lines != nil, let filePath,
            filePath.contains("FaradayTestingTests/") || filePath.hasPrefix("FaradayTestingTests.")
        else {
            return super.recordFailure(
                withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
        }
        lines?.append(lineNumber)
        texts.append(description)
    }

    override var totalFailureCount: Int { super.totalFailureCount + (lines?.count ?? 0) }
}

extension XCTestCase {
    func startTaking() { (testRun as? LenientRun)?.lines = [] }

    /// The lines at which waits have failed since.
    func takeFailures() -> [Int]? {
        defer { (testRun as? LenientRun)?.lines = nil }
        return (testRun as? LenientRun)?.lines
    }
}

/// The lines at which waits that time out are reported.
final class FailedWaitTests: XCTestCase {
    override var testRunClass: AnyClass? { LenientRun.self }

    override func setUp() {
        super.setUp()
        startTaking()
    }

    private func expectation() -> XCTestExpectation { XCTestExpectation(description: "never") }

    func testAtTheirLine() {
        let never = expectation()
        wait(for: [never], timeout: 0.01)
        XCTAssertEqual(takeFailures(), [#line - 1])
    }

    func testInOrder() {
        let never = XCTestExpectation(description: "never"), line = #line + 1
        wait(for: [never, expectation()], timeout: 0.01, enforceOrder: true)
        XCTAssertEqual(takeFailures(), [line])
    }

    func testAsynchronous() async {
        let never = expectation()
        await fulfillment(of: [never], timeout: 0.01)
        XCTAssertEqual(takeFailures(), [#line - 1])
    }

    func testAsynchronousInOrder() async {
        let never = XCTestExpectation(description: "never"), line = #line + 1
        await fulfillment(of: [never, expectation()], timeout: 0.01, enforceOrder: true)
        XCTAssertEqual(takeFailures(), [line])
    }

    @MainActor func testForAll() {
        let line = #line + 3
        _ = expectation(description: "never")
        _ = expectation(description: "nor this")
        waitForExpectations(timeout: 0.01, handler: nil)
        XCTAssertEqual(takeFailures(), [line])
    }

    @MainActor func testForAllAtTheirLine() {
        _ = expectation(description: "never")
        waitForExpectations(timeout: 0.01)
        XCTAssertEqual(takeFailures(), [#line - 1])
    }

    func testOfWaiters() {
        _ = XCTWaiter(delegate: self).wait(for: [expectation()], timeout: 0.01)
        XCTAssertEqual(takeFailures(), [#line - 1])
    }

    func testOfWaitersInOrder() {
        let never = XCTestExpectation(description: "never"), line = #line + 1
        _ = XCTWaiter(delegate: self).wait(for: [never], timeout: 0.01, enforceOrder: true)
        XCTAssertEqual(takeFailures(), [line])
    }
}
#endif
