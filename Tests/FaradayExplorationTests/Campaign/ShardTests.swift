import RandomCases
import Testing

@testable import FaradayExploration

@Suite struct ShardTests {
    @Test("Every run belongs to one shard, and shards have as many runs as the others or one more")
    func shardsDivideTheRuns() {
        for count in [1, 2, 3, 7, 64, 100] {
            for runs in [0, 1, 2, 63, 64, 65, 199] {
                let shards = (0..<count).map { Shard(index: $0, of: count) }
                for run in 0..<runs {
                    let owners = shards.filter { $0.contains(run) }
                    #expect(owners == [shards[run % count]])
                }
                let counts = shards.map { $0.count(ofRuns: runs) }
                #expect(counts.reduce(0, +) == runs)
                #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1)
                for (shard, number) in zip(shards, counts) {
                    let mine = (0..<runs).filter { shard.contains($0) }
                    #expect(mine.count == number)
                }
            }
        }
    }

    @Test("The blocks of a shard have its runs, each once, in order")
    func blocksDivideAShard() {
        for (count, runs) in [(1, 0), (1, 1), (1, 250), (3, 1_000), (64, 100), (64, 6_400), (7, 12_345)] {
            for index in [0, count / 2, count - 1] {
                let shard = Shard(index: index, of: count)
                let blocks = RunBlock.blocks(of: shard, runs: runs)
                let mine = (0..<runs).filter { shard.contains($0) }
                #expect(blocks.flatMap { Array($0.runs) } == mine)
                #expect(blocks.count <= 200)
                #expect(blocks.allSatisfy { $0.isSound })
                for block in blocks {
                    let inside = mine.filter { block.contains($0) }
                    #expect(inside == Array(block.runs))
                }
            }
        }
    }

    @Test("A million runs are a thousand blocks")
    func blocksOfMany() {
        let blocks = RunBlock.blocks(of: .whole, runs: 1_000_000)
        #expect(blocks.count == 1_000)
    }

    @Test(
        "A shard is read from FARADAY_SHARD",
        arguments: [
            ("0/1", 0, 1), ("3/64", 3, 64), ("63/64", 63, 64), ("999999/1000000", 999_999, 1_000_000),
        ])
    func aShardIsRead(_ text: String, _ index: Int, _ count: Int) throws {
        let shard = try Shard(environment: ["FARADAY_SHARD": text])
        #expect(shard == Shard(index: index, of: count))
        #expect(shard.description == text)
    }

    @Test("Without FARADAY_SHARD there is one shard")
    func theWhole() throws { #expect(try Shard(environment: [:]) == .whole) }

    @Test(
        "What is no shard is told, with the reason",
        arguments: [
            ("", "it has the form INDEX/COUNT, as 0/64"),
            ("3", "it has the form INDEX/COUNT, as 0/64"),
            ("3/", "it has the form INDEX/COUNT, as 0/64"),
            ("/64", "it has the form INDEX/COUNT, as 0/64"),
            ("1/2/3", "it has the form INDEX/COUNT, as 0/64"),
            ("+1/2", "it has the form INDEX/COUNT, as 0/64"),
            ("-1/2", "it has the form INDEX/COUNT, as 0/64"),
            ("1 / 2", "it has the form INDEX/COUNT, as 0/64"),
            ("a/b", "it has the form INDEX/COUNT, as 0/64"),
            ("99999999999999999999/2", "it has the form INDEX/COUNT, as 0/64"),
            ("0/0", "there can be 1 to 1000000 shards"),
            ("0/1000001", "there can be 1 to 1000000 shards"),
            ("64/64", "of 64 shards the last one is 63/64, not 64/64"),
        ])
    func whatIsNoShardIsTold(_ text: String, _ reason: String) {
        #expect(throws: CampaignError("FARADAY_SHARD is '\(text)', which is no shard: \(reason)")) {
            try Shard(environment: ["FARADAY_SHARD": text])
        }
    }
}

@Suite struct RunSetTests {
    @Test("Counts, gaps and union are those of a set of numbers")
    func isASet() {
        var dice = SeededNumbers(seed: 1)
        for _ in 0..<200 {
            let end = Int.random(in: 0...300, using: &dice)
            let density = Int.random(in: 0...10, using: &dice)
            let numbers = Set((0..<300).filter { _ in Int.random(in: 0..<10, using: &dice) < density })
            let others = Set((0..<300).filter { _ in Int.random(in: 0..<10, using: &dice) < density })
            let set = RunSet(numbers)
            #expect(set.count == numbers.count)
            #expect(set.first == numbers.min())
            #expect(set.isEmpty == numbers.isEmpty)
            let below = numbers.filter { $0 < end }
            #expect(set.count(below: end) == below.count)
            let missing = set.gaps(below: end).flatMap { Array($0) }
            #expect(missing == (0..<end).filter { !numbers.contains($0) })
            #expect(set.union(RunSet(others)) == RunSet(numbers.union(others)))
            #expect((0..<310).allSatisfy { set.contains($0) == numbers.contains($0) })
        }
    }

    @Test("Gaps are as long as they can be")
    func gapsAreLong() {
        #expect(RunSet(200..<300).gaps(below: 1_000) == [0...199, 300...999])
        #expect(RunSet(0..<1_000).gaps(below: 1_000).isEmpty)
        #expect(RunSet().gaps(below: 0).isEmpty)
    }
}
