#if canImport(XCTest) && !canImport(Darwin)
import BluetoothTypes
import Foundation
import XCTest

/// A wait for expectations in virtual time: when it is over, and what it comes to.
struct ExpectationWait {
    private let expectations: [XCTestExpectation]
    private let timeout: TimeInterval
    private let place: WaitPlace
    /// Whether it can be seen from outside XCTest what is fulfilled.
    let isTransparent: Bool
    let hasInverted: Bool

    init(_ expectations: [XCTestExpectation], _ timeout: TimeInterval, _ place: WaitPlace) {
        (self.expectations, self.timeout, self.place) = (expectations, timeout, place)
        hasInverted = expectations.contains(where: \.isInverted)
        isTransparent = XCTestInsight.knowsFulfilment(of: expectations)
    }

    private var open: [XCTestExpectation] {
        expectations.filter { !$0.isInverted && XCTestInsight.isFulfilled($0) != true }
    }

    /// Whether everything is fulfilled that has to be.
    var isOver: Bool { open.isEmpty }

    /// Expectations that XCTest judges together, and how long it may wait.
    struct Part {
        var expectations: [XCTestExpectation]
        var timeout: TimeInterval
    }

    /// Inverted ones have had their time; where it is not known what fulfils the others, XCTest waits for those.
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

    /// Fails the test if something is not fulfilled; whether it did.
    ///
    /// XCTest's own wait, which must have been there for each expectation, has no time left and would speak of a timeout
    /// of 0 s.
    func fails(_ test: XCTestCase, _ enforceOrder: Bool) -> Bool {
        guard let text = failure else { return false }
        _ = XCTWaiter().wait(
            for: expectations, timeout: 0, enforceOrder: enforceOrder, file: place.file, line: place.line)
        record(text, test)
        return true
    }

    /// As `fails(_:_:)`.
    nonisolated(nonsending) func fails(_ test: XCTestCase, _ enforceOrder: Bool) async -> Bool {
        guard let text = failure else { return false }
        _ = await XCTWaiter().fulfillment(
            of: expectations, timeout: 0, enforceOrder: enforceOrder, file: place.file, line: place.line)
        record(text, test)
        return true
    }

    private var failure: String? {
        guard isTransparent, !open.isEmpty else { return nil }
        let names = open.map(\.expectationDescription).joined(separator: ", ").asciiText
        let seconds = Nanoseconds.seconds(max(0, min(timeout, 1e8))).shortText
        return "Asynchronous wait failed - Exceeded timeout of \(seconds) of virtual time, with unfulfilled "
            + "expectations: \(names)"
    }

    private func record(_ text: String, _ test: XCTestCase) {
        test.recordFailure(
            withDescription: text, inFile: "\(place.file)", atLine: place.line, expected: true)
    }
}
#endif
