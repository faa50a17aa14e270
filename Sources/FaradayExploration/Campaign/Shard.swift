/// One part of a campaign: number `index` of `count` parts that together explore all runs.
///
/// Run `k` belongs to shard `k % count`. So every run belongs to exactly one shard, all shards have as many runs as the
/// others or one more, and early runs are spread over all of them. A process learns its shard from `FARADAY_SHARD`:
///
/// ```swift
/// let shard = try Shard(environment: ["FARADAY_SHARD": "3/64"])
/// shard.contains(67)         // true, since 67 = 64 + 3
/// shard.count(ofRuns: 100)   // 2: runs 3 and 67
/// ```
public struct Shard: Hashable, Sendable, Codable, LosslessStringConvertible {
    /// The number of this shard, from 0.
    public let index: Int
    /// How many shards there are, from 1 to `Shard.limit`.
    public let count: Int

    /// The largest number of shards.
    public static let limit = 1_000_000

    /// The only shard of a campaign that is not divided.
    public static let whole = Shard(index: 0, of: 1)

    /// Creates shard `index` of `count`. `index` is from 0 to `count - 1`, and `count` from 1 to `Shard.limit`.
    public init(index: Int, of count: Int) {
        precondition(1...Self.limit ~= count, "there can be 1 to \(Self.limit) shards, not \(count)")
        precondition(0..<count ~= index, "shard \(index) of \(count) is none: they are 0 to \(count - 1)")
        self.index = index
        self.count = count
    }

    /// Reads `index/count`, as `3/64`; `nil` if the text is none, or if there is no such shard.
    public init?(_ description: String) {
        let parts = description.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let index = Self.number(parts[0]), let count = Self.number(parts[1]),
            1...Self.limit ~= count, index < count
        else { return nil }
        self.init(index: index, of: count)
    }

    /// The shard that the variable `FARADAY_SHARD` names; the whole campaign if there is no such variable.
    ///
    /// Throws a `CampaignError` that shows the value, if that is no shard.
    public init(environment: [String: String]) throws(CampaignError) {
        guard let text = environment["FARADAY_SHARD"] else {
            self = .whole
            return
        }
        guard let shard = Shard(text) else {
            throw CampaignError("FARADAY_SHARD is '\(text)', which is no shard: \(Self.reason(text))")
        }
        self = shard
    }

    /// `index/count`, as `3/64`.
    public var description: String { "\(index)/\(count)" }

    /// Whether run number `run`, counted from 0, is one of this shard's.
    public func contains(_ run: Int) -> Bool { run >= 0 && run % count == index }

    /// How many of the runs `0..<runs` are this shard's.
    public func count(ofRuns runs: Int) -> Int { runs > index ? (runs - index - 1) / count + 1 : 0 }

    /// Decodes what `encode(to:)` wrote: a text such as `3/64`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let shard = Shard(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no shard")
        }
        self = shard
    }

    /// Encodes `description`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// A number in digits only: `Int` would also read `+3`.
    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(text) : nil
    }

    private static func reason(_ text: String) -> String {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let index = number(parts[0]), let count = number(parts[1]) else {
            return "it has the form INDEX/COUNT, as 0/64"
        }
        guard 1...limit ~= count else { return "there can be 1 to \(limit) shards" }
        return "of \(count) shards the last one is \(count - 1)/\(count), not \(index)/\(count)"
    }
}
