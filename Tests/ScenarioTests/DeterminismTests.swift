import Dispatch
import FaradayTesting
import HeartRate
import RandomCases
import Testing

/// The same seed and the same calls give the same trace, byte for byte, whatever else the process does.
@Suite(.enabled(if: World().holdsAppWork)) struct DeterminismTests {
    private static let seeds = randomCases(20)

    @Test func eachSeedGivesTheSameTraceTwiceAndInParallelThreads() async throws {
        let first = try (0..<Self.seeds).map { try story(seed: UInt64($0)) }
        let second = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
            for seed in 0..<Self.seeds {
                group.addTask { (seed, try story(seed: UInt64(seed))) }
            }
            var traces = [[UInt8]](repeating: [], count: Self.seeds)
            for try await (seed, trace) in group { traces[seed] = trace }
            return traces
        }
        for seed in 0..<Self.seeds { #expect(first[seed] == second[seed], "seed \(seed)") }
        #expect(Set(first).count == Self.seeds, "another seed gives another trace")
        #expect(first.allSatisfy { $0.count > 10_000 })
    }
}

/// A lossy morning with the example app; its trace in JSON Lines.
private func story(seed: UInt64) throws -> [UInt8] {
    let world = World(seed: seed)
    world.startTrace(capacity: 1_000_000)
    world.configureMedium { $0.perPacketLoss = 0.05 }
    let strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
    let queue = DispatchQueue(label: "app")
    let app = world.addPhone(.iOS(18)).run { HeartRateApp(queue: queue) }
    try world.run(until: { app.readingCount >= 2 })
    strap.move(to: .outOfRange, for: .seconds(5))
    try world.run(until: { app.isReconnected })
    return Array(world.traceJSONLines().utf8)
}
