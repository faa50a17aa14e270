import Foundation
import RandomCases
import Testing

@testable import FaradayExploration

/// A shard that was killed continues where it was.
@Suite struct ContinuingTests {
    let test = PlayedTest()

    @Test("A shard that was stopped plays the rest, and then nothing")
    func playsTheRest() throws {
        let folder = try ResultsFolder()
        let shard = Shard(index: 1, of: 4)
        let first = try test.play(shard, in: folder.path, limit: 3)
        let rest = try test.play(shard, in: folder.path)
        #expect(first + rest == (0..<500).filter { shard.contains($0) })
        #expect(first.count > 30 && rest.count > 30)
        #expect(try test.play(shard, in: folder.path).isEmpty)
        #expect(try test.log(shard, in: folder.path).doneRuns == 125)
        #expect(try folder.files.count == 1)
    }

    /// Wherever a process was killed in the file, nothing but the block that it was in is played again.
    @Test(
        "Whatever was written last, a shard continues, and the results are those of a shard that was not killed"
    )
    func aTornLine() throws {
        let reference = try ResultsFolder()
        try test.play(in: reference.path)
        let expected = try reference.merged()
        let file = try #require(try reference.files.first)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        var dice = SeededNumbers(seed: 2)
        var ends = (0..<60).map { _ in Int.random(in: 0...bytes.count, using: &dice) }
        ends += [0, 1, bytes.count - 1, bytes.count]
        for end in ends {
            let folder = try ResultsFolder()
            let torn = folder.path + "/" + (file as NSString).lastPathComponent
            try bytes.prefix(end).write(to: URL(fileURLWithPath: torn))
            let whole = bytes.prefix(end).split(separator: 10, omittingEmptySubsequences: false).dropLast()
            let blocks = whole.filter { String(decoding: $0, as: UTF8.self).contains("\"block\"") }.count
            let played = try test.play(in: folder.path)
            #expect(played == Array(min(blocks * 16, 500)..<500), "cut after \(end) bytes")
            #expect(try CampaignResults.read(folder: folder.path).1.isEmpty)
            #expect(try folder.merged() == expected, "cut after \(end) bytes")
        }
    }

    @Test("A shard knows the failures that it found before")
    func knowsItsFailures() throws {
        let folder = try ResultsFolder()
        try test.play(in: folder.path, limit: 10)
        let log = try test.log(.whole, in: folder.path)
        #expect(
            log.knownFailures == [
                test.failure(96, "error at line 97"), test.failure(149, "error at line 150"),
            ])
    }

    @Test("Another seed, another test, other shards: other files")
    func otherCampaigns() throws {
        let folder = try ResultsFolder()
        try test.play(in: folder.path)
        for other in [
            PlayedTest(name: "Straps.scans"), PlayedTest(seed: 8), PlayedTest(name: "Straps reconnects"),
        ] {
            #expect(try other.play(in: folder.path).count == 500)
        }
        #expect(try test.play(Shard(index: 0, of: 2), in: folder.path).count == 250)
        #expect(try folder.files.count == 5)
        #expect(try folder.merged().tests.count == 4)
    }

    @Test("A campaign can be made longer: what was done is not done again")
    func longer() throws {
        let folder = try ResultsFolder()
        try test.play(in: folder.path)
        var longer = test
        longer.runs = 700
        let played = try longer.play(in: folder.path)
        #expect(played.count < 220 && Set(500..<700).isSubset(of: played))
        let summary = try #require(try folder.merged().tests.first)
        #expect(summary.runs == 700 && summary.done == 700)
        #expect(summary.missing.isEmpty && summary.openShards.isEmpty)
    }

    @Test("A shard that runs twice at the same time writes two files")
    func twiceAtOnce() throws {
        let folder = try ResultsFolder()
        let first = try test.log(.whole, in: folder.path)
        let second = try test.log(.whole, in: folder.path)
        #expect(try folder.files.count == 2)
        for log in [first, second] {
            for block in log.blocks {
                try log.finish(block, failed: [:], coverage: ["callback": block.count])
            }
        }
        let summary = try #require(try folder.merged().tests.first)
        #expect(summary.done == 500)
        #expect(summary.coverage == ["callback": 500])
        withExtendedLifetime(first) {}
        // What the other process did is known to a third one.
        #expect(try test.log(.whole, in: folder.path).blocks.isEmpty)
    }

    @Test("Many threads write whole lines")
    func threads() async throws {
        let folder = try ResultsFolder()
        let log = try test.log(.whole, in: folder.path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for block in log.blocks {
                group.addTask {
                    let text = String(repeating: "x", count: 10_000)
                    try log.finish(block, failed: [:], coverage: [text: 1])
                }
            }
            try await group.waitForAll()
        }
        let (_, problems) = try CampaignResults.read(folder: folder.path)
        #expect(problems.isEmpty)
        #expect(try folder.merged().tests.first?.done == 500)
    }

    @Test("A folder that can't be is told")
    func noFolder() throws {
        let folder = try ResultsFolder()
        try folder.write("", to: "file")
        #expect(throws: CampaignError("the folder of results \(folder.path)/file/x can't be created")) {
            try test.play(in: folder.path + "/file/x")
        }
        var large = test
        large.runs = 1_000_000_001
        #expect(throws: CampaignError("a campaign has at most 1000000000 runs, not 1000000001")) {
            try large.play(in: folder.path)
        }
    }
}
