// On Apple's platforms XCTest's own waits have exactly these names and parameters, so they cannot be replaced there;
// they wait in real time.
#if canImport(XCTest) && !canImport(Darwin)
import Foundation
import XCTest

/// Waits whose timeouts are virtual time if the test's world has virtual time. If the test drives the world, the wait
/// drives it meanwhile. Without such a world, XCTest's own waits run.
///
/// A timeout of virtual time takes almost no real time, even if the wait fails or waits for the whole timeout because
/// of an inverted expectation.
///
/// A wait here has one parameter less than XCTest's, so that Swift prefers it. If the missing parameter is the line,
/// failures are reported at the line of the first expectation.
extension XCTestCase {
    /// Waits for expectations in any order; failures are reported at `file` and `line`.
    @available(*, noasync, message: "use await fulfillment(of:timeout:)")
    public func wait(
        for expectations: [XCTestExpectation], timeout: TimeInterval, file: StaticString = #filePath,
        line: Int = #line
    ) {
        wait(for: expectations, timeout, enforceOrder: false, WaitPlace(file: file, line: line))
    }

    /// Waits for expectations, in their order if `enforceOrder` is `true`; failures are reported at the line where the
    /// first expectation was created.
    @available(*, noasync, message: "use await fulfillment(of:timeout:enforceOrder:)")
    public func wait(
        for expectations: [XCTestExpectation], timeout: TimeInterval, enforceOrder: Bool,
        file: StaticString = #filePath
    ) {
        wait(for: expectations, timeout, enforceOrder: enforceOrder, WaitPlace(file, of: expectations))
    }

    private func wait(
        for expectations: [XCTestExpectation], _ timeout: TimeInterval, enforceOrder: Bool,
        _ place: WaitPlace
    ) {
        let wait = ExpectationWait(expectations, timeout, place)
        guard let virtual = wait.begin() else {
            return self.wait(
                for: expectations, timeout: timeout, enforceOrder: enforceOrder, file: place.file,
                line: place.line)
        }
        defer { virtual.end() }
        wait.pass(in: virtual)
        if wait.fails(self, enforceOrder, overtime: virtual.overtime) { return }
        for part in wait.parts(enforceOrder) {
            self.wait(
                for: part.expectations, timeout: part.timeout, enforceOrder: enforceOrder, file: place.file,
                line: place.line)
        }
    }

    /// Waits for expectations in any order; failures are reported at `file` and `line`.
    nonisolated(nonsending) public func fulfillment(
        of expectations: [XCTestExpectation], timeout: TimeInterval, file: StaticString = #filePath,
        line: Int = #line
    ) async {
        await fulfillment(
            of: expectations, timeout, enforceOrder: false, WaitPlace(file: file, line: line))
    }

    /// Waits for expectations, in their order if `enforceOrder` is `true`; failures are reported at the line where the
    /// first expectation was created.
    nonisolated(nonsending) public func fulfillment(
        of expectations: [XCTestExpectation], timeout: TimeInterval, enforceOrder: Bool,
        file: StaticString = #filePath
    ) async {
        await fulfillment(
            of: expectations, timeout, enforceOrder: enforceOrder, WaitPlace(file, of: expectations))
    }

    nonisolated(nonsending) private func fulfillment(
        of expectations: [XCTestExpectation], _ timeout: TimeInterval, enforceOrder: Bool,
        _ place: WaitPlace
    ) async {
        let wait = ExpectationWait(expectations, timeout, place)
        guard let virtual = wait.begin() else {
            return await fulfillment(
                of: expectations, timeout: timeout, enforceOrder: enforceOrder, file: place.file,
                line: place.line)
        }
        defer { virtual.end() }
        await wait.pass(in: virtual)
        if await wait.fails(self, enforceOrder, overtime: virtual.overtime) { return }
        for part in wait.parts(enforceOrder) {
            await fulfillment(
                of: part.expectations, timeout: part.timeout, enforceOrder: enforceOrder, file: place.file,
                line: place.line)
        }
    }
}
#endif
