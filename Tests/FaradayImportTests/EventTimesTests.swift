import BluetoothTypes
import RandomCases
import Testing

@testable import FaradayImport

/// Of many events some are kept, and these tell the same.
@Suite struct EventTimesTests {
    private static func times(_ count: Int, _ interval: (Int) -> Double, seed: UInt64) -> [UInt64] {
        var numbers = SeededNumbers(seed: seed)
        var time: UInt64 = 1_700_000_000_000_000_000
        return (0..<count).map { index in
            time += UInt64(interval(index) * 1_000_000) + UInt64(numbers.below(10_000_001))
            return time
        }
    }

    private static func kept(_ times: [UInt64]) -> EventTimes {
        times.reduce(into: EventTimes()) { $0.add($1) }
    }

    @Test func fewEventsAreAllKept() {
        let times = Self.times(EventTimes.most, { _ in 20 }, seed: 1)
        #expect(Self.kept(times).times == times)
        #expect(Self.kept(times).last == times.last && EventTimes().last == nil)
    }

    @Test(arguments: [20, 152.5, 1022.5]) func manyEventsTellTheirIntervalFromSamples(_ interval: Double)
        throws
    {
        for count in [EventTimes.most + 1, 20_000, 100_000] {
            let all = Self.times(count, { _ in interval }, seed: UInt64(count))
            let events = Self.kept(all)
            #expect(events.times.count <= EventTimes.most && events.times.count >= EventTimes.most / 2)
            #expect(events.last == all.last)
            // From the beginning to the end, in runs.
            #expect(events.times.first == all.first && events.times.last ?? 0 > all[count * 9 / 10])
            guard case .estimated(let found, let error, _) = IntervalEstimate.estimate(events.times) else {
                Issue.record("no estimate of \(count) events")
                continue
            }
            #expect(abs(found.milliseconds - interval) <= 0.313 && error.milliseconds <= 0.7)
        }
    }

    /// Samples of the beginning alone would tell another interval.
    @Test func aFastBeginningCountsAsItDoesAmongAllEvents() {
        let all = Self.times(100_000, { $0 < 3000 ? 20 : 417.5 }, seed: 3)
        for times in [all, Self.kept(all).times] {
            #expect(IntervalEstimate.estimate(times).interval == .microseconds(417_500))
        }
    }

    @Test func theEventsOfSeveralAddressesAreBoundTogether() {
        let all = Self.times(60_000, { _ in 100 }, seed: 4)
        var joined = Self.kept(Array(all[..<20_000]))
        for start in [20_000, 40_000] { joined.join(Self.kept(Array(all[start..<(start + 20_000)]))) }
        joined.join(EventTimes())
        #expect(joined.times.count <= EventTimes.most && joined.last == all.last)
        #expect(joined.times == joined.times.sorted())
        #expect(IntervalEstimate.estimate(joined.times).interval == .milliseconds(100))
    }
}
