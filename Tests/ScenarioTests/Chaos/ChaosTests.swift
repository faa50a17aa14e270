import BluetoothPort
import Foundation
import Testing

/// Apps that do anything at any time, and people who do anything with phones and devices: nothing traps or hangs,
/// what was asked is answered, and equal seeds make equal runs.
@Suite struct ChaosTests {
    /// More with `FARADAY_CHAOS_SEEDS=2000`, from `FARADAY_CHAOS_FIRST` on, and longer with
    /// `FARADAY_CHAOS_STEPS=300`; `FARADAY_CHAOS_SHOW=1` prints what happens.
    private static func number(_ name: String, or other: UInt64) -> UInt64 {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? other
    }

    private static let seeds: Range<UInt64> = {
        let first = number("FARADAY_CHAOS_FIRST", or: 0)
        return first..<first + number("FARADAY_CHAOS_SEEDS", or: 30)
    }()

    private static let steps = Int(number("FARADAY_CHAOS_STEPS", or: 80))
    private static let showsRuns = number("FARADAY_CHAOS_SHOW", or: 0) > 0

    @Test("Chaotic runs keep the rules, twice and in parallel threads alike")
    func runs() async {
        let first = Self.seeds.map { seed in
            let chaos = ChaosRun.played(seed: seed, steps: Self.steps, keepsTail: Self.showsRuns)
            if Self.showsRuns { print(chaos.tail.joined(separator: "\n")) }
            for violation in chaos.violations.prefix(3) { Issue.record("seed \(seed): \(violation)") }
            return chaos.digest
        }
        let again = await withTaskGroup(of: (UInt64, Int).self) { group in
            for seed in Self.seeds {
                group.addTask { (seed, ChaosRun.played(seed: seed, steps: Self.steps).digest) }
            }
            var digests: [UInt64: Int] = [:]
            for await (seed, digest) in group { digests[seed] = digest }
            return digests
        }
        for (seed, digest) in zip(Self.seeds, first) {
            #expect(again[seed] == digest, "seed \(seed) makes another run")
        }
        #expect(Set(first).count == first.count, "another seed makes another run")
    }
}
