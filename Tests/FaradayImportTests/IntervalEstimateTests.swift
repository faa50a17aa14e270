import BluetoothTypes
import RandomCases
import Testing

@testable import FaradayImport

/// The interval follows from the times of events, and how sure it is, too.
@Suite struct IntervalEstimateTests {
    private struct Row: CustomStringConvertible {
        var milliseconds: Double
        var missed: Double
        var events: Int
        /// The most that an estimate may be unsure.
        var error: Double

        var description: String { "\(milliseconds) ms, \(events) events, \(missed) of them missed" }
    }

    @Test func theTruthLiesWithinTheErrorOfTheEstimate() {
        let rows = [20, 30, 100, 152.5, 211.25, 417.5, 1022.5, 2000, 10_240].flatMap { milliseconds in
            [
                Row(milliseconds: milliseconds, missed: 0, events: 400, error: 0.7),
                Row(milliseconds: milliseconds, missed: 0.3, events: 100, error: 1.5),
                Row(milliseconds: milliseconds, missed: 0.7, events: 300, error: 1.5),
                Row(milliseconds: milliseconds, missed: 0, events: 6, error: 6),
            ]
        }
        for row in rows {
            for seed in 0..<UInt64(10) {
                let estimate = IntervalEstimate.estimate(Self.events(row, seed))
                guard case .estimated(let interval, let error, _) = estimate else {
                    Issue.record("\(row), seed \(seed): \(estimate)")
                    continue
                }
                #expect(error.milliseconds <= row.error, "\(row), seed \(seed)")
                let difference = abs(interval.milliseconds - row.milliseconds)
                #expect(difference <= error.milliseconds + 0.313, "\(row), seed \(seed): \(estimate)")
                #expect(interval.count % 625_000 == 0)
            }
        }
    }

    private static func events(_ row: Row, _ seed: UInt64) -> [UInt64] {
        var numbers = SeededNumbers(seed: seed)
        var time = UInt64(5_000_000)
        var events: [UInt64] = []
        while events.count < row.events {
            time += UInt64(row.milliseconds * 1_000_000) + UInt64(numbers.below(10_000_001))
            if Double(numbers.below(1000)) >= row.missed * 1000 { events.append(time) }
        }
        return events
    }

    @Test(arguments: [
        (0, IntervalEstimate.Reason.tooFewEvents(0)), (1, .tooFewEvents(1)), (4, .tooFewEvents(4)),
    ]) func fewEventsTellNothing(_ count: Int, _ reason: IntervalEstimate.Reason) {
        let events = (0..<count).map { UInt64($0) * 105_000_000 }
        #expect(IntervalEstimate.estimate(events) == .unknown(reason))
    }

    @Test func aScannerThatFiltersDuplicatesTellsNothing() {
        let events = (0..<100).map { UInt64($0) * 105_000_000 }
        #expect(IntervalEstimate.estimate(events, isFiltered: true) == .unknown(.duplicatesFiltered))
    }

    @Test func gapsWithoutPatternTellNothing() {
        let events: [UInt64] = [0, 100, 350, 900, 2000, 4100].map { $0 * 1_000_000 }
        #expect(IntervalEstimate.estimate(events) == .unknown(.noPattern))
    }

    @Test func timesThatRunBackwardsAreNoTrap() {
        var numbers = SeededNumbers(seed: 4)
        for _ in 0..<100 { _ = IntervalEstimate.estimate((0..<50).map { _ in numbers.next() }) }
    }
}
