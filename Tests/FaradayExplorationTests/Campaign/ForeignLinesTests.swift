import Foundation
import RandomCases
import Testing

@testable import FaradayExploration

/// What is no result is told with its place, and the rest counts.
@Suite struct ForeignLinesTests {
    private static let key = CampaignKey(test: "T", seed: 1).description
    private static let header =
        #"{"header":{"format":1,"runs":10,"seed":"1","shard":"0/1","test":"T"},"of":"\#(key)"}"#
    private static let none = "is no line of a campaign's results"

    private static func block(_ runs: String, failed: String = "{}", passed: Int, coverage: String = "{}")
        -> String
    {
        #"{"block":{"coverage":\#(coverage),"failed":\#(failed),"passed":\#(passed),"runs":{\#(runs)}},"of":"\#(key)"}"#
    }

    private static func failure(_ run: Int) -> String {
        #"{"failure":{"found":"f","message":"m","plan":"p","replay":"r","run":\#(run),"shrunk":"s","signature":"x","story":"y"},"of":"\#(key)"}"#
    }

    private static let ten = #""count":10,"first":0,"size":10,"stride":1"#

    @Test(
        "The lines that are refused are refused for their reason",
        arguments: [
            ("", none), ("hello", none), ("{}", none), ("[1]", none), ("{\"of\":3}", none),
            (#"{"of":"x","block":{"runs":3}}"#, none),
            (#"{"of":"\#(key)"}"#, "has 0 of the parts header, block, failure and end, not one"),
            (
                header.replacingOccurrences(of: "\"seed\":\"1\"", with: "\"seed\":\"2\""),
                "has a header of another campaign"
            ),
            (
                header.replacingOccurrences(of: "\"seed\":\"1\"", with: "\"seed\":\"x\""),
                "has a header of another campaign"
            ),
            (
                header.replacingOccurrences(of: "\"format\":1", with: "\"format\":2"),
                "has format 2 of results; this version reads format 1"
            ),
            (header.replacingOccurrences(of: "\"runs\":10", with: "\"runs\":-1"), "wants -1 runs"),
            (header.replacingOccurrences(of: "0/1", with: "1/1"), none),
            (block(ten, passed: 9), "has a block of runs that can't be"),
            (block(ten, failed: #"{"x":[10]}"#, passed: 9), "has a block of runs that can't be"),
            (block(ten, passed: 10, coverage: #"{"a":-1}"#), "has a block of runs that can't be"),
            (
                block(#""count":0,"first":0,"size":10,"stride":1"#, passed: 0),
                "has a block of runs that can't be"
            ),
            (
                block(#""count":5,"first":-1,"size":10,"stride":1"#, passed: 5),
                "has a block of runs that can't be"
            ),
            (
                block(#""count":5,"first":0,"size":10,"stride":0"#, passed: 5),
                "has a block of runs that can't be"
            ),
            (
                block(
                    #""count":1000000000,"first":0,"size":1000000000,"stride":1000000"#, passed: 1_000_000_000
                ),
                "has a block of runs that can't be"
            ),
            (
                block(#""count":1,"first":9223372036854775807,"size":1,"stride":1"#, passed: 1),
                "has a block of runs that can't be"
            ),
            (failure(-1), "has a failure of run -1"),
            (failure(1_000_000_000), "has a failure of run 1000000000"),
            (#"{"end":{"runs":-5,"shard":"0/1"},"of":"\#(key)"}"#, "has an end after -5 runs"),
        ])
    func refused(_ line: String, _ reason: String) throws {
        let folder = try ResultsFolder()
        try folder.write("\(Self.header)\n\(line)\n\(Self.block(Self.ten, passed: 10))\n", to: "a.jsonl")
        let (results, problems) = try CampaignResults.read(folder: folder.path)
        #expect(problems.map(\.description) == ["\(folder.path)/a.jsonl:2: \(reason)"])
        #expect(CampaignSummary(results).verdict == .passed)
    }

    @Test("A last line without an end is told, and files in folders are read")
    func torn() throws {
        let folder = try ResultsFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/b", withIntermediateDirectories: true)
        try folder.write("\(Self.header)\n{\"blo", to: "a.jsonl")
        try folder.write("\(Self.block(Self.ten, passed: 10))\n", to: "b/c.jsonl")
        try folder.write("nobody reads this\n", to: "b/c.txt")
        let (results, problems) = try CampaignResults.read(folder: folder.path)
        #expect(problems.map(\.description) == ["\(folder.path)/a.jsonl:2: was cut off when its shard ended"])
        #expect(CampaignSummary(results).verdict == .passed)
    }

    @Test("Lines whose header is lost are told, and left out")
    func nameless() throws {
        let folder = try ResultsFolder()
        try folder.write("\n\(Self.block(Self.ten, passed: 10))\n", to: "a.jsonl")
        let (results, problems) = try CampaignResults.read(folder: folder.path)
        #expect(
            problems.map(\.description) == [
                "\(folder.path)/a.jsonl:1: is no line of a campaign's results",
                "\(folder.path)/a.jsonl:2: no file has the header of campaign \(Self.key); its lines are left out",
            ])
        #expect(CampaignSummary(results).tests.isEmpty)
    }

    @Test("Any bytes are read without a trap, and what remains whole counts")
    func randomDamage() throws {
        let reference = try ResultsFolder()
        try PlayedTest().play(in: reference.path)
        let file = try #require(try reference.files.first)
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        var dice = SeededNumbers(seed: 6)
        for _ in 0..<100 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...20, using: &dice) {
                damaged[Int.random(in: 0..<damaged.count, using: &dice)] = UInt8.random(
                    in: 0...255, using: &dice)
            }
            let folder = try ResultsFolder()
            try Data(damaged).write(to: URL(fileURLWithPath: folder.path + "/x.jsonl"))
            let (results, _) = try CampaignResults.read(folder: folder.path)
            for test in CampaignSummary(results).tests { #expect(test.done <= test.runs) }
        }
    }

    @Test("A folder that is not there is told")
    func noFolder() throws {
        let folder = try ResultsFolder()
        #expect(throws: CampaignError("there is no folder \(folder.path)/x")) {
            try CampaignResults.read(folder: folder.path + "/x")
        }
        try folder.write("", to: "y")
        #expect(throws: CampaignError("\(folder.path)/y is no folder")) {
            try CampaignResults.read(folder: folder.path + "/y")
        }
    }
}
