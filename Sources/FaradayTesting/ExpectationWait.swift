#if canImport(XCTest) && !canImport(Darwin)
import BluetoothTypes
import Foundation
import XCTest

/// A wait for expectations in virtual time: when it ends, and its result.
struct ExpectationWait {
    private let expectations: [XCTestExpectation]
    private let timeout: TimeInterval
    private let place: WaitPlace
    /// Whether this code can see which of the expectations are fulfilled.
    let isTransparent: Bool
    let hasInverted: Bool
    let predicates: PredicateWatch

    init(_ expectations: [XCTestExpectation], _ timeout: TimeInterval, _ place: WaitPlace) {
        (self.expectations, self.timeout, self.place) = (expectations, timeout, place)
        hasInverted = expectations.contains(where: \.isInverted)
        isTransparent = XCTestInsight.knowsFulfilment(of: expectations)
        predicates = PredicateWatch(isTransparent ? expectations : [], place)
    }

    private var open: [XCTestExpectation] {
        expectations.filter { !$0.isInverted && XCTestInsight.isFulfilled($0) != true }
    }

    /// Whether all expectations are fulfilled, except the inverted ones.
    var isOver: Bool { open.isEmpty }

    /// Evaluates the predicates; returns whether all expectations are fulfilled, except the inverted ones.
    @available(*, noasync)
    func evaluatesToOver() -> Bool {
        predicates.evaluate()
        return isOver
    }

    /// Begins a wait in virtual time for these expectations; `nil` if time is real.
    func begin() -> VirtualWait? {
        nonisolated(unsafe) let wait = self
        let isOver: @Sendable () -> Bool = {
            wait.predicates.evaluateHere()
            return wait.predicates.isDone && !wait.hasInverted && wait.isOver
        }
        let virtual = VirtualWait(timeout, isExact: hasInverted, predicates.isDone ? nil : isOver)
        virtual?.note(file: place.file, line: place.line)
        return virtual
    }

    /// Lets virtual time pass until the expectations are fulfilled, or until the timeout.
    @available(*, noasync)
    func pass(in virtual: VirtualWait) {
        if hasInverted {
            predicates.evaluate()
            virtual.pass()
        }
        if isTransparent { virtual.pass(until: self) }
    }

    /// Lets virtual time pass until the expectations are fulfilled, or until the timeout.
    nonisolated(nonsending) func pass(in virtual: VirtualWait) async {
        if hasInverted {
            await predicates.evaluate()
            await virtual.pass()
        }
        if isTransparent { await virtual.pass(until: self) }
        // A task that has slept is not known to a clock that waits for tasks; after this it is.
        await Task.yield()
    }

    /// Expectations that XCTest judges together, and how long it may wait.
    struct Part {
        var expectations: [XCTestExpectation]
        var timeout: TimeInterval
    }

    /// Inverted expectations have already waited for the whole timeout. If this code cannot see whether the others are
    /// fulfilled, XCTest waits for those.
    func parts(_ enforceOrder: Bool) -> [Part] {
        let rest = isTransparent ? 0 : VirtualWait.realTimeout(timeout)
        let inverted = expectations.filter(\.isInverted)
        if inverted.isEmpty { return [Part(expectations: expectations, timeout: rest)] }
        if enforceOrder || inverted.count == expectations.count {
            return [Part(expectations: expectations, timeout: 0)]
        }
        return [
            Part(expectations: expectations.filter { !$0.isInverted }, timeout: rest),
            Part(expectations: inverted, timeout: 0),
        ]
    }

    // MARK: A wait that fails

    /// Fails the test if an expectation is not fulfilled; returns whether it failed the test.
    ///
    /// XCTest requires its own wait for each expectation. That wait runs with a timeout of 0 s and would report this
    /// timeout, so its failure is not used.
    ///
    /// - Parameter overtime: How much longer than the timeout the wait took in virtual time.
    func fails(_ test: XCTestCase, _ enforceOrder: Bool, overtime: Nanoseconds = .zero) -> Bool {
        guard let text = failure(overtime) else { return false }
        _ = XCTWaiter().wait(
            for: expectations, timeout: 0, enforceOrder: enforceOrder, file: place.file, line: place.line)
        record(text, test)
        return true
    }

    /// As `fails(_:_:overtime:)`.
    nonisolated(nonsending) func fails(
        _ test: XCTestCase, _ enforceOrder: Bool, overtime: Nanoseconds
    ) async -> Bool {
        guard let text = failure(overtime) else { return false }
        _ = await XCTWaiter().fulfillment(
            of: expectations, timeout: 0, enforceOrder: enforceOrder, file: place.file, line: place.line)
        record(text, test)
        return true
    }

    private func failure(_ overtime: Nanoseconds) -> String? {
        guard isTransparent, !open.isEmpty else { return nil }
        let names = open.map(\.expectationDescription).joined(separator: ", ").asciiText
        let seconds = Nanoseconds.seconds(max(0, min(timeout, 1e8))).shortText
        var text =
            "Asynchronous wait failed - Exceeded timeout of \(seconds) of virtual time, with unfulfilled "
            + "expectations: \(names)"
        if overtime > .zero {
            text +=
                " (the wait went on for \(overtime.shortText) more, because a task or a thread, which works in real "
                + "time, called the simulation when the timeout had nearly or wholly passed)"
        }
        return text
    }

    private func record(_ text: String, _ test: XCTestCase) {
        test.recordFailure(
            withDescription: text, inFile: "\(place.file)", atLine: place.line, expected: true)
    }
}
#endif
