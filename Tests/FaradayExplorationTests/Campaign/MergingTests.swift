import Foundation
import RandomCases
import Testing

@testable import FaradayExploration

/// Any subset of results may be lost or be there twice: merging is a union.
@Suite struct MergingTests {
    private static func results(_ lines: some Sequence<String>) throws -> CampaignResults {
        var results = CampaignResults()
        for line in lines { results.add(try CampaignLine(reading: Data(line.utf8))) }
        return results
    }

    /// Two tests in 8 shards, of which one was also run as 3 shards, and one with another number of runs.
    private static func lines() throws -> [String] {
        let folder = try ResultsFolder()
        for index in 0..<8 {
            try PlayedTest().play(Shard(index: index, of: 8), in: folder.path)
            try PlayedTest(name: "Straps.scans", bugs: []).play(Shard(index: index, of: 8), in: folder.path)
        }
        for index in 0..<3 { try PlayedTest(runs: 300).play(Shard(index: index, of: 3), in: folder.path) }
        return try folder.lines
    }

    @Test("The order and the number of times in which lines are merged make no difference")
    func linesCommute() throws {
        let lines = try Self.lines()
        let expected = try Self.results(lines)
        var dice = SeededNumbers(seed: 3)
        for _ in 0..<20 {
            var shuffled = lines + lines.filter { _ in Bool.random(using: &dice) }
            shuffled.shuffle(using: &dice)
            let results = try Self.results(shuffled)
            #expect(results == expected)
            #expect(CampaignSummary(results) == CampaignSummary(expected))
        }
    }

    @Test("Merged parts give what the whole gives: in any order, in any groups, with parts in common")
    func partsCommute() throws {
        let lines = try Self.lines()
        let expected = try Self.results(lines)
        var dice = SeededNumbers(seed: 4)
        for _ in 0..<20 {
            let count = Int.random(in: 1...6, using: &dice)
            var parts: [[String]] = Array(repeating: [], count: count)
            for line in lines {
                parts[Int.random(in: 0..<count, using: &dice)].append(line)
                if Bool.random(using: &dice) { parts[Int.random(in: 0..<count, using: &dice)].append(line) }
            }
            let merged = try parts.map { try Self.results($0) }
            let left = merged.reduce(into: CampaignResults()) { $0.add($1) }
            let right = merged.reversed().reduce(into: CampaignResults()) { sum, part in
                var part = part
                part.add(sum)
                sum = part
            }
            #expect(left == expected)
            #expect(right == expected)
            var twice = left
            twice.add(left)
            #expect(twice == expected)
        }
    }

    @Test("What is lost is missing, and nothing else")
    func subsets() throws {
        let test = PlayedTest()
        let folder = try ResultsFolder()
        for index in 0..<16 { try test.play(Shard(index: index, of: 16), in: folder.path) }
        let lines = try folder.lines
        let whole = try #require(CampaignSummary(try Self.results(lines)).tests.first)
        #expect(whole.coverage == test.coverage)
        var dice = SeededNumbers(seed: 5)
        for _ in 0..<20 {
            let kept = lines.filter { $0.contains("\"header\"") || Bool.random(using: &dice) }
            let blocks = try kept.compactMap { try CampaignLine(reading: Data($0.utf8)).block }
            let failures = try kept.compactMap { try CampaignLine(reading: Data($0.utf8)).failure }
            let done = Set(blocks.flatMap { Array($0.runs.runs) } + failures.map(\.run))
            let summary = try #require(CampaignSummary(try Self.results(kept)).tests.first)
            #expect(summary.done == done.count)
            let missing = summary.missing.flatMap { Array($0[0]...$0[1]) }
            #expect(Set(missing) == Set(0..<500).subtracting(done))
            let failed = blocks.flatMap { $0.failed.values.joined() } + failures.map(\.run)
            #expect(summary.failed == Set(failed).count)
            for failure in summary.failures {
                let known = failures.filter { $0.signature == failure.signature }
                #expect(failure.details?.run == known.map(\.run).min())
            }
        }
    }

    @Test("Of failures with one signature the lowest run counts, and all their runs are counted")
    func lowestRun() throws {
        let test = PlayedTest()
        let folder = try ResultsFolder()
        for index in [3, 1, 2, 0] { try test.play(Shard(index: index, of: 4), in: folder.path) }
        let summary = try folder.merged()
        #expect(summary.verdict == .failed)
        let failures = try #require(summary.tests.first?.failures)
        #expect(failures.map(\.signature) == ["error at line 97", "error at line 150"])
        #expect(failures.map(\.runs) == [5, 3])
        #expect(failures.map(\.firstRun) == [96, 149])
        #expect(
            failures.compactMap(\.details) == [
                test.failure(96, "error at line 97"), test.failure(149, "error at line 150"),
            ])
    }

    @Test("A lost shard is named, with its runs, until it has run again")
    func aLostShard() throws {
        let test = PlayedTest(runs: 100, bugs: [])
        let folder = try ResultsFolder()
        for index in [0, 1, 3] { try test.play(Shard(index: index, of: 5), in: folder.path) }
        try test.play(Shard(index: 4, of: 5), in: folder.path, limit: 1)
        let summary = try #require(try folder.merged().tests.first)
        #expect(try folder.merged().verdict == .incomplete)
        #expect(summary.openShards == ["2/5", "4/5"])
        #expect(summary.done == 76)
        #expect(summary.missing.count == 24)
        #expect(summary.missing.last == [99, 99])
        for index in [2, 4] { try test.play(Shard(index: index, of: 5), in: folder.path) }
        #expect(try folder.merged().verdict == .passed)
        #expect(try folder.merged().tests.first?.openShards == [])
    }

    @Test("A shard whose lines were lost is named, though it has ended")
    func aLostBlock() throws {
        let folder = try ResultsFolder()
        for index in 0..<2 {
            try PlayedTest(runs: 100, bugs: []).play(Shard(index: index, of: 2), in: folder.path)
        }
        let lines = try folder.lines
        let lost = try #require(lines.first { $0.contains("\"first\":33") })
        let summary = try #require(CampaignSummary(try Self.results(lines.filter { $0 != lost })).tests.first)
        #expect(summary.openShards == ["1/2"])
        #expect(summary.stoppedShards == [])
        #expect(summary.command == "FARADAY_RUNS=100 FARADAY_SEED=7 swift test --filter Straps")
    }

    @Test("No run is counted twice in the coverage, however the runs were divided")
    func coverageOfDivisions() throws {
        let test = PlayedTest()
        let folder = try ResultsFolder()
        for index in 0..<8 { try test.play(Shard(index: index, of: 8), in: folder.path) }
        for index in 0..<3 { try test.play(Shard(index: index, of: 3), in: folder.path) }
        #expect(try folder.merged().tests.first?.coverage == test.coverage)
    }

    @Test("An empty folder is incomplete")
    func nothing() throws {
        let folder = try ResultsFolder()
        #expect(try folder.merged().verdict == .incomplete)
        #expect(
            try folder.merged().text(withCoverage: true, folder: "") == "There are no results: incomplete.")
    }
}
