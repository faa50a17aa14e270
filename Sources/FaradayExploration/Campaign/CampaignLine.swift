import Foundation

/// One line of a file of results. What it says is true by itself, so lines may be lost, repeated, and in any order.
struct CampaignLine: Hashable, Sendable, Codable {
    /// Which test's exploration the line is about.
    let of: CampaignKey
    var header: CampaignHeader?
    var block: FinishedBlock?
    var failure: CampaignFailure?
    var end: ShardEnd?

    init(_ header: CampaignHeader) {
        of = header.key
        self.header = header
    }

    init(of key: CampaignKey, _ block: FinishedBlock) {
        of = key
        self.block = block
    }

    init(of key: CampaignKey, _ failure: CampaignFailure) {
        of = key
        self.failure = failure
    }

    init(of key: CampaignKey, _ end: ShardEnd) {
        of = key
        self.end = end
    }

    /// The line with its end.
    func encoded() -> Data {
        let encoder = JSONEncoder()
        // Keys in order, so that the same results are the same bytes.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard var data = try? encoder.encode(self) else {
            preconditionFailure("a line of results has a value that JSON has no text for")
        }
        data.append(UInt8(ascii: "\n"))
        return data
    }

    /// Reads a line without its end. Throws a `CampaignError` that says what is wrong with it.
    init(reading bytes: Data) throws(CampaignError) {
        let format: Format
        do {
            format = try JSONDecoder().decode(Format.self, from: bytes)
        } catch {
            throw CampaignError("is no line of a campaign's results")
        }
        if let number = format.header?.format, number != CampaignHeader.currentFormat {
            throw CampaignError(
                "has format \(number) of results; this version reads format \(CampaignHeader.currentFormat)")
        }
        do {
            self = try JSONDecoder().decode(CampaignLine.self, from: bytes)
        } catch {
            throw CampaignError("is no line of a campaign's results")
        }
        if let complaint { throw CampaignError(complaint) }
    }

    /// What must be readable in any version.
    private struct Format: Codable {
        struct Header: Codable { let format: Int }
        let of: CampaignKey
        var header: Header?
    }

    /// Why the line can't be what a shard wrote.
    private var complaint: String? {
        let parts = [header != nil, block != nil, failure != nil, end != nil].filter { $0 }.count
        guard parts == 1 else { return "has \(parts) of the parts header, block, failure and end, not one" }
        if let header {
            if header.key != of { return "has a header of another campaign" }
            if !(0...RunBlock.limit ~= header.runs) { return "wants \(header.runs) runs" }
        }
        if let block, !block.isSound { return "has a block of runs that can't be" }
        if let failure, !(0..<RunBlock.limit ~= failure.run) { return "has a failure of run \(failure.run)" }
        if let end, !(0...RunBlock.limit ~= end.runs) { return "has an end after \(end.runs) runs" }
        return nil
    }
}

/// Which exploration a line belongs to: a checksum of the test's name and the base seed.
struct CampaignKey: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
    let description: String

    init(test: String, seed: UInt64) {
        // FNV-1a: unlike `Hasher`, it gives the same result in each process.
        let hash = "\(seed) \(test)".utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
        }
        let digits = String(hash, radix: 16)
        description = String(repeating: "0", count: 16 - digits.count) + digits
    }

    init(from decoder: any Decoder) throws {
        description = try decoder.singleValueContainer().decode(String.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}

/// What a shard explores.
struct CampaignHeader: Hashable, Sendable, Codable {
    /// The number of the format; another one when an older tool would read the lines wrongly.
    static let currentFormat = 1

    var format = Self.currentFormat
    let test: String
    /// The seed from which the runs' seeds follow. As text, because many readers of JSON round large numbers.
    let seed: String
    /// How many runs all shards have together.
    let runs: Int
    let shard: Shard
    /// How the test or program is started from a shell, without variables; `nil` if nobody knows.
    let start: String?

    init(test: String, seed: UInt64, runs: Int, shard: Shard, start: String? = nil) {
        self.test = test
        self.seed = String(seed)
        self.runs = runs
        self.shard = shard
        self.start = start
    }

    var key: CampaignKey { CampaignKey(test: test, seed: UInt64(seed) ?? 0) }
}

/// A block whose runs have all ended.
struct FinishedBlock: Hashable, Sendable, Codable {
    let runs: RunBlock
    /// The runs that failed, by the signature of the failure.
    let failed: [String: [Int]]
    /// How many of the block's runs passed; the others failed. For readers of the file: it follows from the rest.
    let passed: Int
    /// How often the block's runs reached what is counted.
    let coverage: [String: Int]

    init(runs: RunBlock, failed: [String: [Int]], coverage: [String: Int]) {
        self.runs = runs
        self.failed = failed.mapValues { $0.sorted() }
        passed = runs.count - Set(failed.values.joined()).count
        self.coverage = coverage
    }

    var isSound: Bool {
        runs.isSound && failed.values.joined().allSatisfy(runs.contains)
            && coverage.values.allSatisfy { $0 >= 0 }
            && passed == runs.count - Set(failed.values.joined()).count
    }
}

/// Says that a shard has nothing more to do.
struct ShardEnd: Hashable, Sendable, Codable {
    let shard: Shard
    /// How many runs all shards together had to do.
    let runs: Int
}
