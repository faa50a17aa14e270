#if os(Linux)
import Foundation
import Testing

@testable import FaradayExploration

/// `faraday merge`, as a shell or CI calls it.
@Suite struct MergeCommandTests {
    struct Run {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs the tool, which lies beside the binary of these tests.
    private static func merge(_ arguments: String...) throws -> Run {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("faraday")
        process.arguments = ["merge"] + arguments
        // Files, because a pipe must be read while the process writes.
        let folder = try ResultsFolder()
        try folder.write("", to: "out")
        try folder.write("", to: "err")
        process.standardOutput = FileHandle(forWritingAtPath: folder.path + "/out")
        process.standardError = FileHandle(forWritingAtPath: folder.path + "/err")
        try process.run()
        process.waitUntilExit()
        return Run(
            status: process.terminationStatus,
            output: try String(contentsOfFile: folder.path + "/out", encoding: .utf8),
            errors: try String(contentsOfFile: folder.path + "/err", encoding: .utf8))
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
}
#endif
