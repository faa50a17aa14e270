import BluetoothTypes
import RandomCases
import Testing

@testable import FaradayEngine

@Suite("The scheduler")
struct SchedulerTests {
    /// The behaviour of a scheduler, implemented in the simplest way.
    private struct Reference {
        var waiting: [(time: Int64, order: UInt32)] = []
        var now: Int64 = 0

        mutating func next(until limit: Int64) -> UInt32? {
            let first = waiting.indices.min { waiting[$0] < waiting[$1] }
            guard let first, waiting[first].time <= limit else { return nil }
            now = waiting[first].time
            return waiting.remove(at: first).order
        }
    }

    /// Few and many events, near and far, many at the same time: heap, wheel and both.
    @Test(
        "returns events by time, then insertion, however they are spread",
        arguments: [
            (spread: Int64(1), burst: 8), (300_000, 3), (20_000_000, 40), (110_000_000, 200),
            (1_100_000_000, 100), (5_000_000_000, 150), (40_000_000_000_000, 90),
        ])
    func order(spread: Int64, burst: Int) {
        for seed in 1...UInt64(randomCases(1)) {
            let scheduler = Scheduler()
            var reference = Reference()
            var random = Entropy(seed: seed).stream("order")
            var inserted: UInt32 = 0
            for round in 0..<30 {
                for _ in 0..<Int(random.below(UInt64(burst) + 1)) {
                    inserted += 1
                    // Some events share one of a few times, so that insertion decides.
                    let step = random.below(4) == 0 ? spread / 4 : Int64(random.below(UInt64(spread) + 1))
                    let time = reference.now + step
                    reference.waiting.append((time, inserted))
                    scheduler.schedule(.init(.radio, index: inserted), at: Instant(nanoseconds: time))
                }
                let limit = round == 29 ? Int64.max : reference.now + Int64(random.below(UInt64(spread) + 1))
                for _ in 0..<(round == 29 ? Int.max : Int(random.below(UInt64(burst) + 1))) {
                    let expected = reference.next(until: limit)
                    #expect(scheduler.next(until: Instant(nanoseconds: limit))?.index == expected)
                    #expect(scheduler.now.nanoseconds == reference.now)
                    if expected == nil { break }
                }
                #expect(scheduler.count == reference.waiting.count)
                #expect(scheduler.nextTime?.nanoseconds == reference.waiting.map(\.time).min())
                #expect(
                    scheduler.pending.map(\.1.index)
                        == reference.waiting.sorted { $0 < $1 }.map(\.order))
            }
            #expect(scheduler.count == 0)
        }
    }

    @Test("it looks ahead to all events of the next quarter of a millisecond, except those in the heap")
    func lookingAhead() {
        let scheduler = Scheduler()
        var random = Entropy(seed: 1).stream("ahead")
        for index in 0..<20_000 {
            let time = 1_000_000 + Int64(random.below(100_000_000))
            scheduler.schedule(.init(.radio, index: UInt32(index)), at: Instant(nanoseconds: time))
        }
        var known: Set<UInt32> = []
        var stretch = scheduler.stretch
        var surprises = 0
        while let event = scheduler.next(until: .init(nanoseconds: .max)) {
            if scheduler.stretch != stretch {
                stretch = scheduler.stretch
                known = []
                scheduler.lookAhead { known.insert($0.index) }
                #expect(known.count < 200)
            } else if !known.contains(event.index) {
                surprises += 1
            }
        }
        // The first 64 events are in the heap.
        #expect(surprises <= 64)
    }

    @Test("an event for a past time is due now, after those already there")
    func past() {
        let scheduler = Scheduler()
        let one = Instant(nanoseconds: 1_000_000_000)
        scheduler.schedule(.init(.action, index: 1), at: one)
        scheduler.schedule(.init(.action, index: 2), at: one)
        #expect(scheduler.next(until: one)?.index == 1)
        scheduler.schedule(.init(.action, index: 3), at: .zero)
        #expect(scheduler.next(until: one)?.index == 2)
        #expect(scheduler.next(until: one)?.index == 3)
        #expect(scheduler.now == one)
        #expect(scheduler.eventCount == 3)
    }

    @Test("the clock can be moved over an idle time, and later events keep their times")
    func idle() {
        let scheduler = Scheduler()
        for index in 0..<200 {
            let time = 10_000_000_000 + Int64(index) * 1_000_000
            scheduler.schedule(.init(.radio, index: UInt32(index)), at: Instant(nanoseconds: time))
        }
        scheduler.advance(to: Instant(nanoseconds: 9_999_999_999))
        for index in 200..<400 {
            let time = 10_000_000_000 + Int64(index) * 1_000_000
            scheduler.schedule(.init(.radio, index: UInt32(index)), at: Instant(nanoseconds: time))
        }
        for index in 0..<400 {
            #expect(scheduler.next(until: .init(nanoseconds: .max))?.index == UInt32(index))
        }
    }
}
