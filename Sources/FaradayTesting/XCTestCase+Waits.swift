// On Apple's platforms XCTest's own waits have exactly these names and parameters, so that nothing can stand
// before them there; they wait in real time.
#if canImport(XCTest) && !canImport(Darwin)
import Foundation
import XCTest

/// Waits whose timeouts are virtual time where time is virtual: in a world that moves by itself, and in one that
/// the test drives, which they drive. Elsewhere they are XCTest's.
///
/// Inverted expectations have their whole timeout of virtual time, which takes next to none.
extension XCTestCase {
    /// Waits for expectations in any order; failures are told at `file` and `line`.
    @available(*, noasync, message: "use await fulfillment(of:timeout:)")
    public func wait(
        for expectations: [XCTestExpectation], timeout: TimeInterval, file: StaticString = #file,
        line: Int = #line
    ) {
        wait(for: expectations, timeout, enforceOrder: false, file, line)
    }

    /// Waits for expectations, in their order if `enforceOrder` says so; failures are told at `file`.
    @available(*, noasync, message: "use await fulfillment(of:timeout:enforceOrder:)")
    public func wait(
        for expectations: [XCTestExpectation], timeout: TimeInterval, enforceOrder: Bool,
        file: StaticString = #file
    ) {
        wait(for: expectations, timeout, enforceOrder: enforceOrder, file, 0)
    }

    private func wait(
        for expectations: [XCTestExpectation], _ timeout: TimeInterval, enforceOrder: Bool,
        _ file: StaticString, _ line: Int
    ) {
        let hasInverted = expectations.contains(where: \.isInverted)
        guard let virtual = VirtualWait(timeout, isExact: hasInverted) else {
            return wait(
                for: expectations, timeout: timeout, enforceOrder: enforceOrder, file: file, line: line)
        }
        defer { virtual.end() }
        if hasInverted { virtual.pass(timeout) }
        for part in WaitPart.parts(of: expectations, enforceOrder: enforceOrder, timeout) {
            wait(
                for: part.expectations, timeout: part.timeout, enforceOrder: enforceOrder, file: file,
                line: line)
        }
    }

    /// Waits for expectations in any order; failures are told at `file` and `line`.
    nonisolated(nonsending) public func fulfillment(
        of expectations: [XCTestExpectation], timeout: TimeInterval, file: StaticString = #file,
        line: Int = #line
    ) async {
        await fulfillment(of: expectations, timeout, enforceOrder: false, file, line)
    }

    /// Waits for expectations, in their order if `enforceOrder` says so; failures are told at `file`.
    nonisolated(nonsending) public func fulfillment(
        of expectations: [XCTestExpectation], timeout: TimeInterval, enforceOrder: Bool,
        file: StaticString = #file
    ) async {
        await fulfillment(of: expectations, timeout, enforceOrder: enforceOrder, file, 0)
    }

    nonisolated(nonsending) private func fulfillment(
        of expectations: [XCTestExpectation], _ timeout: TimeInterval, enforceOrder: Bool,
        _ file: StaticString, _ line: Int
    ) async {
        let hasInverted = expectations.contains(where: \.isInverted)
        guard let virtual = VirtualWait(timeout, isExact: hasInverted) else {
            return await fulfillment(
                of: expectations, timeout: timeout, enforceOrder: enforceOrder, file: file, line: line)
        }
        defer { virtual.end() }
        if hasInverted { await virtual.pass(timeout) }
        for part in WaitPart.parts(of: expectations, enforceOrder: enforceOrder, timeout) {
            await fulfillment(
                of: part.expectations, timeout: part.timeout, enforceOrder: enforceOrder, file: file,
                line: line)
        }
    }

    /// Waits for all expectations that the test case has made; inverted ones take real time here.
    @MainActor @preconcurrency
    public func waitForExpectations(
        timeout: TimeInterval, file: StaticString = #file, line: Int = #line
    ) {
        waitForAll(timeout, file, line, nil)
    }

    /// Waits for all expectations that the test case has made; inverted ones take real time here.
    @MainActor @preconcurrency
    public func waitForExpectations(
        timeout: TimeInterval, file: StaticString = #file, line: Int = #line,
        handler: @escaping XCWaitCompletionHandler
    ) {
        waitForAll(timeout, file, line, handler)
    }

    /// Waits for all expectations that the test case has made; inverted ones take real time here.
    @MainActor @preconcurrency
    public func waitForExpectations(
        timeout: TimeInterval, file: StaticString = #file, handler: XCWaitCompletionHandler?
    ) {
        waitForAll(timeout, file, 0, handler)
    }

    @MainActor
    private func waitForAll(
        _ timeout: TimeInterval, _ file: StaticString, _ line: Int, _ handler: XCWaitCompletionHandler?
    ) {
        let virtual = VirtualWait(timeout, isExact: false)
        defer { virtual?.end() }
        let xctest: (TimeInterval, StaticString, Int, XCWaitCompletionHandler?) -> Void =
            waitForExpectations(timeout:file:line:handler:)
        xctest(virtual == nil ? timeout : VirtualWait.realTimeout(timeout), file, line, handler)
    }
}

/// Expectations that XCTest judges together, and how long it may wait.
private struct WaitPart {
    var expectations: [XCTestExpectation]
    var timeout: TimeInterval

    /// Inverted ones have had their time; the others may wait for what an app does in real time.
    static func parts(
        of expectations: [XCTestExpectation], enforceOrder: Bool, _ timeout: TimeInterval
    ) -> [WaitPart] {
        let real = VirtualWait.realTimeout(timeout)
        let inverted = expectations.filter(\.isInverted)
        if inverted.isEmpty { return [WaitPart(expectations: expectations, timeout: real)] }
        if enforceOrder || inverted.count == expectations.count {
            return [WaitPart(expectations: expectations, timeout: 0)]
        }
        return [
            WaitPart(expectations: expectations.filter { !$0.isInverted }, timeout: real),
            WaitPart(expectations: inverted, timeout: 0),
        ]
    }
}
#endif
