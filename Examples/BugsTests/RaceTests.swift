import FaradayExploration
import FaradayTesting
import Foundation
import Testing

/// Bugs that need no fault: another order of the app's own pieces is enough.
@Suite(.enabled(if: World().holdsAppWork)) struct RaceTests {
    @Test(
        "In the order in which pieces came both apps pass", .simulated, arguments: Bug.races, Version.allCases
    )
    func passes(_ bug: Bug, _ version: Version) async throws {
        try await bug.story(World.current, version)
    }

    @Test("Exploration finds the race in the schedule alone", arguments: Bug.races)
    func finds(_ bug: Bug) async throws {
        let start = Date()
        let failure = try #require(
            await ExplorationFailure.found { try await Self.explore(bug, .buggy, runs: 2_000) },
            "nothing found")
        #expect(failure.isReproducible)
        #expect(failure.run != 0, "it needs no schedule")
        #expect(!failure.shrunk.schedule.isPlain, "\(failure)")
        #expect(failure.shrunk.schedule.parts.each.count <= 3, "\(failure)")
        if ProcessInfo.processInfo.environment["FARADAY_BUGS_TABLE"] != nil {
            print(
                "| \(bug.folder) | \(failure.run ?? 0) | \(Date().timeIntervalSince(start)) s | `\(failure.shrunk)` | \(failure.signature)"
            )
            print(failure)
        }
    }

    /// A few runs. `.ci/more explore` plays 200 of each app, `.ci/nightly` 20,000.
    @Test("Exploration finds nothing in the mended app", arguments: Bug.races)
    func findsNothing(_ bug: Bug) async throws {
        try await Self.explore(bug, .mended, runs: 20)
    }

    private static func explore(_ bug: Bug, _ version: Version, runs: Int) async throws {
        // A continuation that is resumed twice ends its process.
        try await FaradayTesting.explore(
            runs: runs, faults: nil, childProcesses: version == .buggy && bug.folder == "Scale"
        ) { world in
            try await bug.play(version, in: world)
        }
    }
}
