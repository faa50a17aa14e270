import FaradayExploration
import FaradayTesting
import Foundation
import Testing

/// Exploration finds each bug without being told where to look, and finds nothing in the mended apps.
@Suite struct ExplorationTests {
    @Test("Exploration finds the bug, and needs at most two faults for it", arguments: Bug.all)
    func finds(_ bug: Bug) async throws {
        let start = Date()
        let failure = try #require(
            await ExplorationFailure.found { try await Self.explore(bug, .buggy, runs: 2_000) },
            "nothing found")
        #expect(failure.isReproducible)
        #expect(failure.command.hasSuffix("swift test --filter 'BugsTests.ExplorationTests/finds'"))
        #expect(failure.run != 0, "it needs no fault")
        #expect(failure.shrunk.faults.count <= 2, "\(failure)")
        if ProcessInfo.processInfo.environment["FARADAY_BUGS_TABLE"] != nil {
            let plan = failure.shrunk.faults.faults.map(\.description).joined(separator: ", ")
            print(
                "| \(bug.folder) | \(failure.run ?? 0) | \(Date().timeIntervalSince(start)) s | `\(plan)` | \(failure.signature)"
            )
        }
    }

    /// A few runs. `.ci/more explore` plays 200 of each app, `.ci/nightly` 20,000.
    @Test("Exploration finds nothing in the mended app", arguments: Bug.all)
    func findsNothing(_ bug: Bug) async throws {
        try await Self.explore(bug, .mended, runs: 20)
    }

    private static func explore(_ bug: Bug, _ version: Version, runs: Int) async throws {
        try await FaradayTesting.explore(runs: runs, faults: bug.faults) { world in
            try await bug.play(version, in: world)
        }
    }
}
