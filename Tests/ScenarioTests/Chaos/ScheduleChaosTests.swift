import BluetoothPort
import FaradaySimulation
import RandomCases
import Testing

/// Chaotic apps and users in worlds with schedules: what CoreBluetooth promises holds whatever the order and the delays
/// are, and the same seeds give the same run.
///
/// `swift test` plays each kind of freedom alone three times, and `.ci/more chaos` ten times as many schedules.
/// `FARADAY_CHAOS_SEEDS=5000` plays more, and `FARADAY_CHAOS_STEPS=80` longer runs.
@Suite struct ScheduleChaosTests {
    private static let steps = Int(chaosNumber("FARADAY_CHAOS_STEPS", or: 24))

    /// All kinds of freedom together, and now and then a single one.
    private static func schedule(_ seed: UInt64) -> Schedule {
        let each = Schedule.Parts.all.each
        let place = Int(seed % 16)
        return .any(seed: seed, parts: place < each.count ? each[place] : .all)
    }

    @Test("What CoreBluetooth promises holds under any schedule")
    func promises() async {
        let chaos = await play(chaosSeeds(12)) { seed in
            ChaosRun.played(seed: seed, steps: Self.steps, schedule: Self.schedule(seed))
        }
        var happenings = 0
        for (seed, chaos) in chaos {
            happenings += chaos.happenings
            guard let violation = chaos.violations.first else { continue }
            let again = ChaosRun.played(
                seed: seed, steps: Self.steps, schedule: Self.schedule(seed), keepsTail: true)
            let before = again.tail.prefix { !$0.hasPrefix("!!!") }.suffix(40).joined(separator: "\n")
            Issue.record("seed \(seed), \(Self.schedule(seed)): \(violation)\n\(before)")
        }
        #expect(happenings > 100 * chaos.count, "the apps did next to nothing")
    }

    @Test("The same seeds give the same trace under the same schedule, and other schedules other traces")
    func determinism() async {
        let digests = await play(chaosSeeds(8)) { seed in
            let schedule = Schedule.any(seed: seed)
            return (0..<2).map { _ in
                ChaosRun.digests(seed: 1, steps: Self.steps, schedule: schedule).line
            }
        }
        for (seed, lines) in digests {
            #expect(lines[0] == lines[1], "schedule \(seed) gives another trace the second time")
        }
        let different = Set(digests.map { $0.1[0] }).count
        #expect(different > digests.count * 9 / 10, "\(different) different traces of \(digests.count)")
    }

    private func play<Value: Sendable>(
        _ seeds: Range<UInt64>, _ run: @escaping @Sendable (UInt64) -> Value
    ) async -> [(UInt64, Value)] {
        await withTaskGroup(of: (UInt64, Value).self) { group in
            for seed in seeds { group.addTask { (seed, run(seed)) } }
            var all: [(UInt64, Value)] = []
            for await one in group { all.append(one) }
            return all.sorted { $0.0 < $1.0 }
        }
    }
}
