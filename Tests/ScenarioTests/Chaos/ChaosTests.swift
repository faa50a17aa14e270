import BluetoothPort
import FaradaySimulation
import RandomCases
import Testing

/// Apps that do anything at any time, and users who do anything with phones and devices. Nothing traps or hangs,
/// requests are answered, and equal seeds give equal runs.
@Suite struct ChaosTests {
    /// Longer with `FARADAY_CHAOS_STEPS=300`; `FARADAY_CHAOS_SHOW=1` prints what happens.
    private static let steps = Int(chaosNumber("FARADAY_CHAOS_STEPS", or: 80))
    private static let showsRuns = chaosNumber("FARADAY_CHAOS_SHOW", or: 0) > 0
    private static let seeds = chaosSeeds(4)

    @Test(
        "Chaotic runs obey the rules, when repeated and in parallel threads",
        .enabled(if: World().holdsAppWork))
    func runs() async {
        let first = Self.seeds.map { seed in
            let chaos = ChaosRun.played(seed: seed, steps: Self.steps, keepsTail: true)
            if Self.showsRuns { print(chaos.tail.joined(separator: "\n")) }
            for violation in chaos.violations.prefix(3) { Issue.record("seed \(seed): \(violation)") }
            return chaos
        }
        let again = await withTaskGroup(of: (UInt64, Chaos).self) { group in
            for seed in Self.seeds {
                group.addTask { (seed, ChaosRun.played(seed: seed, steps: Self.steps, keepsTail: true)) }
            }
            var runs: [UInt64: Chaos] = [:]
            for await (seed, chaos) in group { runs[seed] = chaos }
            return runs
        }
        for (seed, chaos) in zip(Self.seeds, first) {
            let other = again[seed]
            #expect(
                other?.digest == chaos.digest,
                "seed \(seed) gives another run: \(difference(chaos.tail, other?.tail ?? []))")
        }
        #expect(Set(first.map(\.digest)).count == first.count, "another seed gives another run")
    }

    /// The place where two runs differ, with the lines before it.
    private func difference(_ one: [String], _ other: [String]) -> String {
        let place = zip(one, other).prefix { $0 == $1 }.count
        let before = one[max(0, place - 25)..<place].joined(separator: "\n")
        let ends = [one, other].map { $0.dropFirst(place).prefix(3).joined(separator: "\n") }
        return "after \(place) happenings\n\(before)\n— one\n\(ends[0])\n— the other\n\(ends[1])"
    }
}
