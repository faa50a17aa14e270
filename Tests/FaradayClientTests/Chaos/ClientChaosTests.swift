import FaradayTesting
import Foundation
import RandomCases
import Testing

/// An app that asks for anything at any time, and lets go of it at any time, while devices and Bluetooth come and go.
///
/// `.ci/more chaos` plays 2,500 schedules. `FARADAY_CHAOS_SEEDS=10000` plays so many, `FARADAY_CHAOS_FIRST` says the first
/// one and `FARADAY_CHAOS_STEPS` how long each is; `FARADAY_CHAOS_LOGS` names a folder for what happened in those that
/// fail.
@Suite("Chaos around a client")
struct ClientChaosTests {
    private static let steps = Int(chaosNumber("FARADAY_CHAOS_STEPS", or: 25))
    private static let seeds = Array(chaosSeeds(20)) + found
    /// Schedules in which something was wrong once: a subscription whose last reader had left waited for news.
    private static let found: [UInt64] = [152, 1384]

    @Test("Under any schedule every request ends once, nothing hangs and nothing is left behind")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func anySchedule() async {
        let lanes = 2
        await withTaskGroup(of: Void.self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    for seed in Self.seeds where seed % UInt64(lanes) == lane { await Self.check(seed) }
                }
            }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    private static func check(_ seed: UInt64) async {
        let record = await ChaosRun.play(seed, steps: steps)
        if record.problems.isEmpty {
            #expect(record.requestCount > 0)
            return
        }
        Issue.record(
            "\(record.problems.count) in seed \(seed): \(record.problems.prefix(3)); \(replay(seed))")
        await keep(seed)
    }

    private static func replay(_ seed: UInt64) -> Comment {
        "replay: FARADAY_CHAOS_FIRST=\(seed) FARADAY_CHAOS_SEEDS=1 FARADAY_CHAOS_STEPS=\(steps) swift test --filter ClientChaos"
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    private static func keep(_ seed: UInt64) async {
        guard let folder = ProcessInfo.processInfo.environment["FARADAY_CHAOS_LOGS"] else { return }
        let record = await ChaosRun.play(seed, steps: steps, keepsLines: true)
        let text = record.lines.joined(separator: "\n")
        try? Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/client-\(seed).log"))
    }

    @Test("The same seed gives the same run, in parallel too", .enabled(if: World().holdsAppWork))
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func replays() async {
        for seed in Self.seeds.prefix(5) {
            async let first = ChaosRun.play(seed, steps: Self.steps)
            async let second = ChaosRun.play(seed, steps: Self.steps)
            let (one, other) = await (first, second)
            #expect(one.digest == other.digest, "seed \(seed) gives another run")
            #expect(one.happenings == other.happenings)
            #expect(one.happenings > 50)
        }
    }
}
