#if os(Linux)
import FaradayInspection
import FaradaySimulation
import Foundation
import Testing

@testable import FaradayExploration

/// `faraday merge`, as a shell or CI calls it.
@Suite struct MergeCommandTests {
    private static func merge(_ arguments: String...) throws -> Tool.Run {
        try Tool.run(["merge"] + arguments)
    }

    @Test("Nothing found and all runs there: status 0")
    func passed() throws {
        let folder = try ResultsFolder()
        for index in 0..<4 { try PlayedTest(bugs: []).play(Shard(index: index, of: 4), in: folder.path) }
        let run = try Self.merge(folder.path)
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(
            run.output == """
                Straps.reconnects, seed 7
                  500 of 500 runs done, 0 failed

                1 test, 500 of 500 runs, 0 failures: passed.

                """)
    }

    @Test("Something found: status 1, with the plan and the command that plays it again")
    func failed() throws {
        let folder = try ResultsFolder()
        for index in [0, 2] { try PlayedTest(bugs: [97]).play(Shard(index: index, of: 3), in: folder.path) }
        let run = try Self.merge(folder.path, "--coverage")
        #expect(run.status == 1)
        #expect(run.errors == "")
        #expect(
            run.output == """
                Straps.reconnects, seed 7
                  333 of 500 runs done, 3 failed
                  missing runs: 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 34 and 155 more
                  shards to run again: 1/3
                    FARADAY_SHARD=1/3 FARADAY_RESULTS=\(folder.path) FARADAY_RUNS=500 FARADAY_SEED=7 swift test --filter Straps

                  failure 1 of 1, in 3 runs, first in run 96: error at line 97
                    message:
                      it failed
                    plan:
                      [.fault(96)]
                    what happens:
                      0.000 app: connects
                      0.96 app: fails
                    replay:
                      FARADAY_REPLAY='small 96' swift test

                  coverage: 2 things reached
                  333  callback didConnect
                  333  error CBError 6

                1 test, 333 of 500 runs, 1 failure: failed.

                """)
    }

    @Test("A shard that stopped at its failure is named, with the run, and its other runs have a command")
    func stopped() throws {
        let folder = try ResultsFolder()
        let test = PlayedTest(runs: 60, bugs: [])
        for index in 0..<2 { try test.play(Shard(index: index, of: 3), in: folder.path) }
        let log = try test.log(Shard(index: 2, of: 3), in: folder.path)
        try log.record(test.failure(5, "error at line 9"))
        try log.finish(
            try #require(log.blocks[0].prefix(2)), failed: ["error at line 9": [5]], coverage: [:])
        try log.end()
        let run = try Self.merge(folder.path)
        #expect(run.status == 1)
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(
            lines[1..<6] == [
                "  42 of 60 runs done, 1 failed",
                "  missing runs: 8, 11, 14, 17, 20, 23, 26, 29, 32, 35, 38, 41 and 6 more",
                "  shard 2/3 stopped at its failure in run 5: error at line 9",
                "  for their other runs, explore with `mode: .all`:",
                "    FARADAY_SHARD=2/3 FARADAY_RESULTS=\(folder.path) FARADAY_RUNS=60 FARADAY_SEED=7 swift test --filter Straps",
            ])
        let summary = try folder.merged().tests[0]
        #expect(summary.openShards == [])
        #expect(summary.stoppedShards.map(\.shard) == ["2/3"])
    }

    @Test("A folder with a gap in its name is a word of the command")
    func quoted() throws {
        let test = PlayedTest(runs: 10, bugs: [])
        let folder = try ResultsFolder()
        try test.play(Shard(index: 0, of: 2), in: folder.path)
        let text = try folder.merged().text(withCoverage: false, folder: "it's here")
        #expect(text.contains("FARADAY_RESULTS='it'\\''s here' FARADAY_RUNS=10"), "\(text)")
    }

    @Test("Runs are missing, or all results: status 3")
    func incomplete() throws {
        let folder = try ResultsFolder()
        let empty = try Self.merge(folder.path)
        #expect(empty.status == 3)
        #expect(empty.output == "There are no results: incomplete.\n")
        try PlayedTest(bugs: []).play(Shard(index: 0, of: 2), in: folder.path)
        let half = try Self.merge(folder.path)
        #expect(half.status == 3)
        #expect(half.output.hasSuffix("1 test, 250 of 500 runs, 0 failures: incomplete.\n"))
    }

    @Test("JSON has what the text has")
    func json() throws {
        let folder = try ResultsFolder()
        for index in 0..<2 { try PlayedTest().play(Shard(index: index, of: 3), in: folder.path) }
        for arguments in [["--json"], ["--json", "--coverage"]] {
            let run = try Self.merge(folder.path, arguments[0], arguments.count > 1 ? arguments[1] : "--json")
            #expect(run.status == 1)
            var summary = try JSONDecoder().decode(CampaignSummary.self, from: Data(run.output.utf8))
            #expect(summary.tests.map { $0.coverage == nil } == [arguments.count == 1])
            let expected = try folder.merged()
            if arguments.count == 1 {
                summary = try JSONDecoder().decode(
                    CampaignSummary.self, from: Data(expected.json(withCoverage: false).utf8))
                #expect(summary.tests.map(\.failures) == expected.tests.map(\.failures))
            } else {
                #expect(summary == expected)
            }
        }
    }

    @Test("Foreign lines are told with file and line, and do not end the merge")
    func foreignLines() throws {
        let folder = try ResultsFolder()
        try PlayedTest(bugs: []).play(in: folder.path)
        try folder.write("one\n", to: "x.jsonl")
        let run = try Self.merge(folder.path)
        #expect(run.status == 0)
        #expect(run.errors == "faraday: \(folder.path)/x.jsonl:1: is no line of a campaign's results\n")
    }

    @Test("Wrong use: one line and status 64; no folder: 66")
    func wrongUse() throws {
        let folder = try ResultsFolder()
        for wrong in ["", "--frobnicate"] {
            let run = try Self.merge(wrong)
            #expect(run.status == 64)
            #expect(run.output == "")
            #expect(
                run.errors.hasPrefix("faraday: merge ") && run.errors.hasSuffix("'faraday merge --help'\n")
                    || run.errors.contains("no option '--frobnicate'"))
        }
        #expect(try Self.merge(folder.path, folder.path).status == 64)
        let missing = try Self.merge(folder.path + "/x")
        #expect(missing.status == 66)
        #expect(missing.errors == "faraday: there is no folder \(folder.path)/x\n")
        let help = try Self.merge("--help")
        #expect(help.status == 0)
        #expect(help.output.contains("usage: faraday merge DIR"))
    }

    @Test("Reports in the folder: an index beside the results, with the campaign's failures, status 1")
    func reports() throws {
        let folder = try ResultsFolder()
        try PlayedTest(bugs: [97]).play(Shard(index: 0, of: 1), in: folder.path)
        try PlayedTest(name: "Straps.passes", bugs: []).play(Shard(index: 0, of: 1), in: folder.path)
        let world = World(seed: 9)
        let file = URL(fileURLWithPath: folder.path + "/shard-1/App-1/a.html")
        let failure = FailureLine(text: "it failed", place: nil, world.snapshot())
        try FailureReport.write(world, title: "AppTests.reads", failures: [failure], to: file)
        try folder.write("App-1/AppTests.writes\nApp-1/Straps.passes\n", to: "passed-1-x.txt")
        let run = try Self.merge(folder.path)
        #expect(run.status == 1)
        let line = "index of reports: \(folder.path)/index.html (2 failures, 2 tests passed)\n"
        #expect(run.output.hasSuffix(line), "\(run.output)")
        let html = try String(contentsOfFile: folder.path + "/index.html", encoding: .utf8)
        #expect(html.contains("href=\"./shard-1/App-1/a.html\"") && html.contains("Straps.reconnects"))
        // A second merge reads its own index for no report, and writes the same.
        #expect(try Self.merge(folder.path) == run)
        #expect(try String(contentsOfFile: folder.path + "/index.html", encoding: .utf8) == html)
    }

    @Test("A folder of reports alone is no campaign, and results alone have an index only when asked for")
    func reportsAlone() throws {
        let folder = try ResultsFolder()
        try folder.write("App-1/AppTests.writes\n", to: "passed-1-x.txt")
        let run = try Self.merge(folder.path)
        #expect(run.status == 0)
        #expect(run.output == "index of reports: \(folder.path)/index.html (no failures, 1 test passed)\n")
        let results = try ResultsFolder()
        try PlayedTest(bugs: [97]).play(Shard(index: 0, of: 1), in: results.path)
        #expect(try !Self.merge(results.path).output.contains("index of reports"))
        #expect(try results.files.count == 1)
        let asked = try Self.merge(results.path, "--index", folder.path + "/i.html")
        #expect(
            asked.status == 1 && asked.output.contains("\(folder.path)/i.html (1 failure, no tests passed)"))
        #expect(try Self.merge(results.path, "--index", "/dev/null/i.html").status == 73)
    }
}
#endif
