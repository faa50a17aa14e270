import BluetoothTypes
import Testing

@testable import FaradayEngine

/// Events that are due at the same instant, and the order in which they happen.
@Suite struct TieTests {
    /// Events about three nodes, a link and closures, two each, all for the same instant; returns what they are about, in
    /// the order in which they happen.
    private static func order(_ seed: UInt64?, before: Int = 0) -> [String] {
        let scheduler = Scheduler()
        if let seed { scheduler.mixTies(seed: seed) }
        // Many events are kept elsewhere than a few.
        for index in 0..<before {
            let event = Scheduler.Event(.deadline, index: UInt32(index))
            scheduler.schedule(event, at: Instant.zero + .milliseconds(index % 700))
        }
        let time = Instant.zero + .milliseconds(800)
        for generation in 0..<2 as Range<UInt32> {
            for node in 0..<3 as Range<UInt32> {
                scheduler.schedule(.init(.deadline, index: node, generation: generation), at: time)
            }
            scheduler.schedule(.init(.radio, code: 7, index: 0, generation: generation), at: time)
            scheduler.schedule(.init(.action, index: 40 + generation, generation: generation), at: time)
        }
        var told: [String] = []
        while let event = scheduler.next(until: .zero + .seconds(1)) {
            guard scheduler.now == time else { continue }
            let index = event.kind == .action ? 0 : event.index
            told.append("\(event.kind) \(index) \(event.generation)")
        }
        return told
    }

    @Test(
        "Without a seed, events of one instant happen in the order in which they were scheduled",
        arguments: [0, 300])
    func plain(_ before: Int) {
        let subjects = ["deadline 0", "deadline 1", "deadline 2", "radio 0", "action 0"]
        let expected = subjects.map { $0 + " 0" } + subjects.map { $0 + " 1" }
        #expect(Self.order(nil, before: before) == expected)
    }

    @Test(
        "With a seed, different things change places, and events about one thing keep their order",
        arguments: [0, 300])
    func mixed(_ before: Int) {
        var orders: Set<[String]> = []
        for seed in 1...60 as ClosedRange<UInt64> {
            let order = Self.order(seed, before: before)
            #expect(order == Self.order(seed, before: before))
            #expect(order.count == 10)
            for subject in ["deadline 0", "deadline 1", "deadline 2", "radio 0", "action 0"] {
                let own = order.filter { $0.hasPrefix(subject) }
                #expect(own == ["\(subject) 0", "\(subject) 1"], "seed \(seed)")
            }
            orders.insert(order)
        }
        #expect(orders.count > 40, "\(orders.count) different orders of 120")
    }
}
