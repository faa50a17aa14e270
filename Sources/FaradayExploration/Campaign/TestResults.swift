/// What is known of a test's exploration from any lines of its shards.
///
/// Adding lines is a union: their order and repetitions make no difference.
struct TestResults: Hashable, Sendable {
    /// The same in all headers but for the number of runs, of which the largest counts: a campaign may be made longer.
    private(set) var header: CampaignHeader?
    /// The runs that have ended.
    private(set) var done = RunSet()
    /// The runs that failed, by signature.
    private(set) var failed: [String: RunSet] = [:]
    /// For each signature the failure of the lowest run.
    private(set) var failures: [String: CampaignFailure] = [:]
    /// The shards that a header or an end names, and after how many runs of all shards they ended; 0 if they did not.
    private(set) var ends: [Shard: Int] = [:]
    private var counts: [Division: [Int: [String: Int]]] = [:]

    /// How runs were divided into blocks. Blocks of two divisions may have runs in common.
    private struct Division: Hashable {
        let stride: Int
        let size: Int
    }

    mutating func add(_ line: CampaignLine) {
        if let header = line.header { add(header) }
        if let block = line.block { add(block) }
        if let failure = line.failure { add(failure) }
        if let end = line.end { ends[end.shard] = max(ends[end.shard] ?? 0, end.runs) }
    }

    mutating func add(_ other: TestResults) {
        if let header = other.header { add(header) }
        done.formUnion(other.done)
        failed.merge(other.failed) { $0.union($1) }
        for failure in other.failures.values { keep(failure) }
        ends.merge(other.ends) { max($0, $1) }
        for (division, blocks) in other.counts {
            for (first, block) in blocks { add(block, of: division, first) }
        }
    }

    private mutating func add(_ header: CampaignHeader) {
        if ends[header.shard] == nil { ends[header.shard] = 0 }
        guard let old = self.header else {
            self.header = header
            return
        }
        if Self.rank(header) > Self.rank(old) { self.header = header }
    }

    /// A campaign may have been made longer; else any order, but always the same.
    private static func rank(_ header: CampaignHeader) -> (Int, Int, Int, String) {
        (header.runs, -header.shard.count, -header.shard.index, header.start ?? "")
    }

    private mutating func add(_ block: FinishedBlock) {
        for run in block.runs.runs { done.insert(run) }
        for (signature, runs) in block.failed where !runs.isEmpty {
            for run in runs { failed[signature, default: RunSet()].insert(run) }
        }
        add(block.coverage, of: Division(stride: block.runs.stride, size: block.runs.size), block.runs.first)
    }

    private mutating func add(_ block: [String: Int], of division: Division, _ first: Int) {
        counts[division, default: [:]][first, default: [:]].merge(block) { max($0, $1) }
    }

    private mutating func add(_ failure: CampaignFailure) {
        done.insert(failure.run)
        failed[failure.signature, default: RunSet()].insert(failure.run)
        keep(failure)
    }

    private mutating func keep(_ failure: CampaignFailure) {
        if let old = failures[failure.signature], !failure.precedes(old) { return }
        failures[failure.signature] = failure
    }

    /// How many runs the test shall have.
    var wanted: Int { header?.runs ?? 0 }

    /// The runs that failed, whatever the signature.
    var failedRuns: RunSet { failed.values.reduce(into: RunSet()) { $0.formUnion($1) } }

    /// How often the runs reached what is counted.
    ///
    /// Blocks of one division have no run in common, so their counts are added. If shards of several divisions ran (of 8
    /// shards first, then of 64), the largest sum counts: no run is counted twice, and some may not be counted.
    var coverage: [String: Int] {
        var most: [String: Int] = [:]
        for blocks in counts.values {
            var sums: [String: Int] = [:]
            for block in blocks.values { sums.merge(block) { Self.sum($0, $1) } }
            most.merge(sums) { max($0, $1) }
        }
        return most
    }

    private static func sum(_ one: Int, _ other: Int) -> Int {
        let (sum, isTooLarge) = one.addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}
