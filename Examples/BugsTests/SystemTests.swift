import FaradayExploration
import FaradayTesting
import Testing

/// Bugs that show on some phones only: reports of different phones contradict each other, and an exploration draws which of them
/// a phone follows. Both were found in published libraries, by their users.
@Suite struct SystemTests {
    @Test(
        "On a phone of the usual kind both apps pass", .simulated, arguments: Bug.systems.map(\.bug),
        Version.allCases)
    func passes(_ bug: Bug, _ version: Version) async throws {
        try await bug.story(World.current, version)
    }

    @Test(
        "Exploration finds the bug, cuts the case down to the switch, and names it",
        arguments: Bug.systems.indices)
    func finds(_ index: Int) async throws {
        let (bug, part, switched) = Bug.systems[index]
        let failure = try #require(
            await ExplorationFailure.found { try await Self.explore(bug, .buggy, runs: 200) }, "nothing found"
        )
        #expect(failure.isReproducible)
        #expect(failure.shrunk.faults.isEmpty)
        #expect(failure.shrunk.schedule.parts == part, "\(failure)")
        #expect(failure.story.contains(switched), "\(failure)")
        #expect("\(failure)".contains("parts: \(part)"), "\(failure)")
    }

    /// A few runs. `.ci/more explore` plays 200 of each app, `.ci/nightly` 20,000.
    @Test("Exploration finds nothing in the mended app", arguments: Bug.systems.map(\.bug))
    func findsNothing(_ bug: Bug) async throws {
        try await Self.explore(bug, .mended, runs: 20)
    }

    private static func explore(_ bug: Bug, _ version: Version, runs: Int) async throws {
        try await FaradayTesting.explore(runs: runs, faults: nil) { world in
            try await bug.play(version, in: world)
        }
    }
}
