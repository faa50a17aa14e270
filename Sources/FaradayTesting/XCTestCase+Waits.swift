// On Apple's platforms XCTest's own waits have exactly these names and parameters, so that nothing can stand
// before them there; they wait in real time.
#if canImport(XCTest) && !canImport(Darwin)
import Foundation
import XCTest

/// Waits whose timeouts are virtual time where time is virtual: in a world that moves by itself, and in one that
/// the test drives, which they drive. Elsewhere they are XCTest's.
///
/// Inverted expectations have their whole timeout of virtual time, which takes next to none.
///
/// To be called in place of XCTest's, a wait has a parameter less. Where that has to be the line, failures are told at
/// that of the first expectation.
extension XCTestCase {
    /// Waits for expectations in any order; failures are told at `file` and `line`.
    @available(*, noasync, message: "use await fulfillment(of:timeout:)")
    public func wait(
        for expectations: [XCTestExpectation], timeout: TimeInterval, file: StaticString = #filePath,
        line: Int = #line
    ) {
        wait(for: expectations, timeout, enforceOrder: false, WaitPlace(file: file, line: line))
    }

    /// Waits for expectations, in their order if `enforceOrder` says so; failures are told where the first was made.
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
        let hasInverted = expectations.contains(where: \.isInverted)
        guard let virtual = VirtualWait(timeout, isExact: hasInverted) else {
            return wait(
                for: expectations, timeout: timeout, enforceOrder: enforceOrder, file: place.file,
                line: place.line)
        }
        defer { virtual.end() }
        if hasInverted { virtual.pass() }
        for part in WaitPart.parts(of: expectations, enforceOrder: enforceOrder, timeout) {
            wait(
                for: part.expectations, timeout: part.timeout, enforceOrder: enforceOrder, file: place.file,
                line: place.line)
        }
    }

    /// Waits for expectations in any order; failures are told at `file` and `line`.
    nonisolated(nonsending) public func fulfillment(
        of expectations: [XCTestExpectation], timeout: TimeInterval, file: StaticString = #filePath,
        line: Int = #line
    ) async {
        await fulfillment(
            of: expectations, timeout, enforceOrder: false, WaitPlace(file: file, line: line))
    }

    /// Waits for expectations, in their order if `enforceOrder` says so; failures are told where the first was made.
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
        let hasInverted = expectations.contains(where: \.isInverted)
        guard let virtual = VirtualWait(timeout, isExact: hasInverted) else {
            return await fulfillment(
                of: expectations, timeout: timeout, enforceOrder: enforceOrder, file: place.file,
                line: place.line)
        }
        defer { virtual.end() }
        if hasInverted { await virtual.pass() }
        for part in WaitPart.parts(of: expectations, enforceOrder: enforceOrder, timeout) {
            await fulfillment(
                of: part.expectations, timeout: part.timeout, enforceOrder: enforceOrder, file: place.file,
                line: place.line)
        }
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
