// On Apple's platforms XCTest's own waits cannot be replaced: see XCTestCase+Waits.
#if canImport(XCTest) && !canImport(Darwin)
import Foundation
import XCTest

extension XCTestCase {
    /// Waits for all expectations that the test case has created.
    @MainActor @preconcurrency
    public func waitForExpectations(
        timeout: TimeInterval, file: StaticString = #filePath, line: Int = #line
    ) {
        waitForAll(timeout, WaitPlace(file: file, line: line), nil)
    }

    /// Waits for all expectations that the test case has created.
    @MainActor @preconcurrency
    public func waitForExpectations(
        timeout: TimeInterval, file: StaticString = #filePath, line: Int = #line,
        handler: @escaping XCWaitCompletionHandler
    ) {
        waitForAll(timeout, WaitPlace(file: file, line: line), handler)
    }

    /// Waits for all expectations that the test case has created; failures are reported where the first was created.
    @MainActor @preconcurrency
    public func waitForExpectations(
        timeout: TimeInterval, file: StaticString = #filePath, handler: XCWaitCompletionHandler?
    ) {
        let place = WaitPlace(file, of: XCTestInsight.openExpectations(of: self))
        waitForAll(timeout, place, handler)
    }

    @MainActor
    private func waitForAll(
        _ timeout: TimeInterval, _ place: WaitPlace, _ handler: XCWaitCompletionHandler?
    ) {
        let open = XCTestInsight.openExpectations(of: self)
        let wait = ExpectationWait(open, timeout, place)
        guard let virtual = wait.begin() else {
            return judgeAll(timeout, place, handler)
        }
        defer { virtual.end() }
        wait.pass(in: virtual)
        if wait.isTransparent, !open.isEmpty {
            if wait.fails(self, false, overtime: virtual.overtime) {
                handler?(XCTestError(.timeoutWhileWaiting))
                return
            }
            return judgeAll(0, place, handler)
        }
        guard wait.hasInverted else { return judgeAll(VirtualWait.realTimeout(timeout), place, handler) }
        let inverted = open.filter(\.isInverted)
        if inverted.count == open.count { return judgeAll(0, place, handler) }
        // Inverted expectations have already waited for the whole timeout; the others may wait for the app's work in
        // real time.
        let failure = failure(of: inverted, place)
        judgeAll(
            VirtualWait.realTimeout(timeout), place,
            handler.map { handler in { handler($0 ?? failure) } })
    }

    /// XCTest's own wait for all expectations that the test case has created.
    @MainActor
    private func judgeAll(
        _ timeout: TimeInterval, _ place: WaitPlace, _ handler: XCWaitCompletionHandler?
    ) {
        let xctest: (TimeInterval, StaticString, Int, XCWaitCompletionHandler?) -> Void =
            waitForExpectations(timeout:file:line:handler:)
        xctest(timeout, place.file, place.line, handler)
    }

    /// XCTest's own wait for inverted expectations whose timeout has passed; returns the error if one was fulfilled.
    @MainActor
    private func failure(of expectations: [XCTestExpectation], _ place: WaitPlace) -> XCTestError? {
        let failures = testRun?.totalFailureCount
        wait(for: expectations, timeout: 0, enforceOrder: false, file: place.file, line: place.line)
        return testRun?.totalFailureCount == failures ? nil : XCTestError(.timeoutWhileWaiting)
    }
}
#endif
