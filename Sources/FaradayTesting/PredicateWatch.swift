#if canImport(XCTest) && !canImport(Darwin)
import Foundation
import XCTest

/// Evaluates the predicates of a wait in virtual time, and fulfils their expectations.
///
/// XCTest's own wait evaluates a predicate every 10 ms of real time. A world does a lot in 10 ms, so the wait would end
/// at a time that depends on the machine, and short states would pass unseen. All is done on the main thread, on which
/// the clock moves: so time stands still meanwhile.
final class PredicateWatch {
    /// The expectations whose predicates have not been true yet.
    private var open: [XCTNSPredicateExpectation]
    private var isEvaluating = false

    /// XCTest reports there that an inverted expectation was fulfilled.
    private let place: WaitPlace

    init(_ expectations: [XCTestExpectation], _ place: WaitPlace) {
        self.place = place
        open = expectations.compactMap { $0 as? XCTNSPredicateExpectation }
    }

    /// Whether no predicate has to be evaluated any more.
    var isDone: Bool { open.isEmpty }

    /// Evaluates the predicates that have not been true yet; on any thread.
    @available(*, noasync)
    func evaluate() {
        if isDone { return }
        if Thread.isMainThread { return evaluateHere() }
        nonisolated(unsafe) let watch = self
        DispatchQueue.main.sync { watch.evaluateHere() }
    }

    /// Evaluates the predicates that have not been true yet.
    nonisolated(nonsending) func evaluate() async {
        if isDone { return }
        nonisolated(unsafe) let watch = self
        await MainActor.run { watch.evaluateHere() }
    }

    /// Evaluates the predicates that have not been true yet; on the main thread.
    func evaluateHere() {
        // A predicate or a handler may let the run loop run.
        guard !isEvaluating else { return }
        isEvaluating = true
        defer { isEvaluating = false }
        open = open.filter { !isTrue($0) }
    }

    /// Whether the predicate is true and its handler agrees; if so, the expectation is fulfilled.
    private func isTrue(_ expectation: XCTNSPredicateExpectation) -> Bool {
        guard expectation.predicate.evaluate(with: expectation.object), expectation.handler?() ?? true else {
            return false
        }
        if XCTestInsight.isFulfilled(expectation) != true {
            expectation.fulfill(place.file, line: place.line)
        }
        return true
    }
}
#endif
