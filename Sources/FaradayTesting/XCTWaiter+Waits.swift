// On Apple's platforms XCTest's own waits cannot be replaced: see XCTestCase+Waits.
#if canImport(XCTest) && !canImport(Darwin)
import Foundation
import XCTest

/// The waits of `XCTWaiter`; like the waits of test cases, they count virtual time.
extension XCTWaiter {
    /// Waits for expectations in any order.
    @available(*, noasync, message: "use await fulfillment(of:timeout:)")
    public class func wait(
        for expectations: [XCTestExpectation], timeout: TimeInterval, file: StaticString = #filePath,
        line: Int = #line
    ) -> Result {
        XCTWaiter().wait(for: expectations, timeout: timeout, file: file, line: line)
    }

    /// Waits for expectations, in their order if `enforceOrder` is `true`.
    @available(*, noasync, message: "use await fulfillment(of:timeout:enforceOrder:)")
    public class func wait(
        for expectations: [XCTestExpectation], timeout: TimeInterval, enforceOrder: Bool,
        file: StaticString = #filePath
    ) -> Result {
        XCTWaiter().wait(for: expectations, timeout: timeout, enforceOrder: enforceOrder, file: file)
    }

    /// Waits for expectations in any order; a delegate reports failures at `file` and `line`.
    @available(*, noasync, message: "use await fulfillment(of:timeout:)")
    public func wait(
        for expectations: [XCTestExpectation], timeout: TimeInterval, file: StaticString = #filePath,
        line: Int = #line
    ) -> Result {
        wait(for: expectations, timeout, enforceOrder: false, WaitPlace(file: file, line: line))
    }

    /// Waits for expectations, in their order if `enforceOrder` is `true`; a delegate reports failures at the line
    /// where the first expectation was created.
    @available(*, noasync, message: "use await fulfillment(of:timeout:enforceOrder:)")
    public func wait(
        for expectations: [XCTestExpectation], timeout: TimeInterval, enforceOrder: Bool,
        file: StaticString = #filePath
    ) -> Result {
        wait(for: expectations, timeout, enforceOrder: enforceOrder, WaitPlace(file, of: expectations))
    }

    private func wait(
        for expectations: [XCTestExpectation], _ timeout: TimeInterval, enforceOrder: Bool,
        _ place: WaitPlace
    ) -> Result {
        let state = ExpectationWait(expectations, timeout, place)
        let virtual = state.begin()
        defer { virtual?.end() }
        if let virtual { state.pass(in: virtual) }
        let isJudged = virtual != nil && (state.isTransparent || state.hasInverted)
        return wait(
            for: expectations, timeout: isJudged ? 0 : timeout, enforceOrder: enforceOrder, file: place.file,
            line: place.line)
    }

    /// Waits for expectations in any order.
    nonisolated(nonsending) public class func fulfillment(
        of expectations: [XCTestExpectation], timeout: TimeInterval, file: StaticString = #filePath,
        line: Int = #line
    ) async -> Result {
        await XCTWaiter().fulfillment(of: expectations, timeout: timeout, file: file, line: line)
    }

    /// Waits for expectations in any order; a delegate reports failures at `file` and `line`.
    nonisolated(nonsending) public func fulfillment(
        of expectations: [XCTestExpectation], timeout: TimeInterval, file: StaticString = #filePath,
        line: Int = #line
    ) async -> Result {
        let state = ExpectationWait(expectations, timeout, WaitPlace(file: file, line: line))
        let virtual = state.begin()
        defer { virtual?.end() }
        if let virtual { await state.pass(in: virtual) }
        let isJudged = virtual != nil && (state.isTransparent || state.hasInverted)
        return await fulfillment(
            of: expectations, timeout: isJudged ? 0 : timeout, enforceOrder: false, file: file, line: line)
    }
}
#endif
