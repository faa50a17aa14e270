import BluetoothPort
import BluetoothTypes
import Dispatch
@testable import FaradayExploration
import FaradaySimulation
import Foundation
import Testing

/// What an exploration says while it is under way.
struct ProgressTests {
    @Test("It speaks while no run ends")
    func speaks() {
        let lines = Lock<[String]>([])
        let hasSpoken = DispatchSemaphore(value: 0)
        let manner = ExplorationProgress.Manner(interval: 0.001, replacesLine: false) { line in
            lines.withLock { $0.append(line) }
            hasSpoken.signal()
        }
        let progress = ExplorationProgress("Straps", of: 7, manner)
        for _ in 0..<3 { hasSpoken.wait() }
        progress.end()
        #expect(lines.withLock { $0 }.allSatisfy { $0 == "Straps: 0 of 7 runs, 0 a second\n" })
    }

    @Test("A run that takes long is named, with how far its world has come")
    func longRun() throws {
        let quiet = ExplorationProgress.Manner(interval: 3_600, replacesLine: false) { _ in }
        let progress = ExplorationProgress("Straps", of: 7, quiet)
        defer { progress.end() }
        let running = RunningCase("run 3", of: "Straps")
        let quick = RunningCase("run 2", of: "Straps")
        progress.begins(quick)
        progress.begins(running)
        progress.ended(quick, failed: true)
        let world = World()
        try world.run(for: .hours(2))
        running.begin(in: world)
        let now = monotonicNanoseconds()
        #expect(progress.line(at: now).hasPrefix("Straps: 1 of 7 runs, "))
        #expect(progress.line(at: now).hasSuffix(", 1 failed"))
        #expect(!progress.line(at: now).contains("run 3"))
        let later = progress.line(at: now + 34_500_000_000)
        #expect(
            later.hasSuffix(
                "; run 3 has taken 34 s so far: 7200 s of virtual time, \(WorldLife(of: world).way.steps) steps"
            ),
            "\(later)")
        running.end()
        #expect(progress.line(at: now + 34_500_000_000).hasSuffix("; run 3 has taken 34 s so far"))
        progress.ended(running, failed: nil)
        #expect(!progress.line(at: now + 34_500_000_000).contains("run 3"))
        #expect(running.description == "run 3 of Straps")
    }
}
