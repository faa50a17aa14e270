import FaradaySimulation
import Foundation
import Testing

@testable import FaradayExploration

/// Explorations as parts of a campaign.
@Suite struct ExplorationInShardsTests {
    struct Unlucky: Error {}
    struct Unluckier: Error {}

    /// Explores, as a process with these variables does, a body that fails in some runs in one way and in some in another.
    private static func explore(
        _ variables: [String: String], runs: Int = 300, mode: Exploration.Mode = .all, name: String = "Dice",
        isMended: Bool = false
    ) -> ExplorationResult {
        var exploration = Exploration(
            name, runs: runs, seed: 5, faults: nil, schedule: .plain, mode: mode, parallelRuns: 2)
        exploration.environment = ExplorationEnvironment(variables)
        return exploration.run { world in
            let number = world.parameter("number", in: 0...60)
            if isMended { return }
            if number == 7 { throw Unlucky() }
            if number == 9 { throw Unluckier() }
        }
    }

    private static func variables(_ shard: Shard, _ folder: ResultsFolder) -> [String: String] {
        ["FARADAY_SHARD": shard.description, "FARADAY_RESULTS": folder.path]
    }

    @Test("Shards together do and find what one process does and finds")
    func shardsAreTheWhole() throws {
        let whole = Self.explore([:])
        #expect(whole.runs == 300)
        #expect(whole.failures.count == 2)
        for count in [1, 2, 7] {
            let folder = try ResultsFolder()
            var runs = 0
            for index in 0..<count {
                let result = Self.explore(Self.variables(Shard(index: index, of: count), folder))
                #expect(result.problems.isEmpty)
                runs += result.runs
            }
            #expect(runs == 300)
            let summary = try #require(try folder.merged().tests.first)
            #expect(summary.test == "Dice" && summary.seed == "5")
            #expect(summary.runs == 300 && summary.done == 300)
            #expect(summary.failures.map(\.signature) == whole.failures.map(\.signature.description))
            #expect(summary.failures.map(\.firstRun) == whole.failures.map(\.run))
            let details = summary.failures.compactMap(\.details)
            #expect(details.map(\.shrunk) == whole.failures.map(\.shrunk.description))
            #expect(details.map(\.replay) == whole.failures.map(\.command))
            #expect(details.map(\.story) == whole.failures.map(\.story))
        }
    }

    @Test("What a shard found before is told again, and not looked for again")
    func startedAgain() throws {
        let folder = try ResultsFolder()
        let variables = Self.variables(.whole, folder)
        let first = Self.explore(variables)
        #expect(first.failures.count == 2)
        let again = Self.explore(variables)
        #expect(again.runs == 0)
        #expect(again.failures.map(\.signature) == first.failures.map(\.signature))
        #expect(again.failures.map(\.shrunk) == first.failures.map(\.shrunk))
        #expect(again.failures.map(\.command) == first.failures.map(\.command))
        #expect(again.report.contains(first.failures[0].command))
    }

    @Test("An exploration that ends at the first failure keeps what it did up to there, and stays ended")
    func firstFailure() throws {
        let folder = try ResultsFolder()
        let variables = Self.variables(.whole, folder)
        let first = Self.explore(variables, mode: .first)
        let run = try #require(first.failures.first?.run)
        #expect(first.failures.count == 1)
        let summary = try #require(try folder.merged().tests.first)
        #expect(summary.done == run + 1)
        #expect(summary.failed == 1)
        #expect(Self.explore(variables, mode: .first).runs == 0)
        #expect(Self.explore(variables, mode: .first).failures.map(\.run) == [run])
    }

    @Test("A shard that was killed behind its failure has stopped when it is started again")
    func killedBehindFailure() throws {
        let folder = try ResultsFolder()
        let variables = Self.variables(.whole, folder)
        let run = try #require(Self.explore(variables, mode: .first).failures.first?.run)
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
        let kept = try folder.lines.filter { !$0.contains("\"end\":{") && !$0.contains("\"block\":{") }
        try folder.write(kept.map { $0 + "\n" }.joined(), to: name)
        let killed = try #require(try folder.merged().tests.first)
        #expect(killed.openShards == ["0/1"] && killed.stoppedShards.isEmpty)
        _ = Self.explore(variables, mode: .first)
        let again = try #require(try folder.merged().tests.first)
        #expect(again.openShards == [])
        #expect(again.stoppedShards.map(\.run) == [run])
        #expect(again.stoppedShards.map(\.shard) == ["0/1"])
    }

    @Test("A longer campaign does the new runs only")
    func longer() throws {
        let folder = try ResultsFolder()
        _ = Self.explore(Self.variables(.whole, folder), isMended: true)
        var variables = Self.variables(.whole, folder)
        variables["FARADAY_RUNS"] = "400"
        let result = Self.explore(variables, isMended: true)
        #expect(result.runs < 120 && result.isSuccess)
        #expect(try folder.merged().verdict == .passed)
        #expect(try folder.merged().tests.first?.done == 400)
    }

    @Test("Without a folder a shard does its runs, too")
    func withoutResults() {
        #expect(Self.explore(["FARADAY_SHARD": "2/7"]).runs == 43)
    }

    @Test("Two explorations of a process with one name are told")
    func oneName() throws {
        let folder = try ResultsFolder()
        var exploration = Exploration("Twins", runs: 10, faults: nil)
        exploration.environment = ExplorationEnvironment(Self.variables(.whole, folder))
        #expect(exploration.run { _ in }.problems.isEmpty)
        #expect(
            exploration.run { _ in }.problems == [
                "Two explorations have the name Twins and the same seed: their results can't be told apart. Give one another name."
            ])
    }

    @Test("What can't be read or written is a problem of the exploration")
    func problems() throws {
        let shard = Self.explore(["FARADAY_SHARD": "7/7"])
        #expect(
            shard.problems == [
                "FARADAY_SHARD is '7/7', which is no shard: of 7 shards the last one is 6/7, not 7/7."
            ])
        #expect(shard.runs == 0)
        let folder = try ResultsFolder()
        try folder.write("", to: "file")
        let results = Self.explore(["FARADAY_RESULTS": folder.path + "/file"])
        #expect(results.problems == ["the folder of results \(folder.path)/file can't be created"])
        #expect(results.runs == 0)
    }
}
