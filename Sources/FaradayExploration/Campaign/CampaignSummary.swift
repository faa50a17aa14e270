import Foundation

/// What a campaign came to, test by test.
package struct CampaignSummary: Hashable, Sendable, Codable {
    package enum Verdict: String, Hashable, Sendable, Codable {
        /// All runs were done, and nothing was found.
        case passed
        /// Something was found.
        case failed
        /// Nothing was found, but runs are missing, or there are no results at all.
        case incomplete
    }

    package let verdict: Verdict
    /// Sorted by name, then by seed.
    package let tests: [TestSummary]

    package init(_ results: CampaignResults) {
        tests = results.tests.values.compactMap(TestSummary.init).sorted {
            ($0.test, $0.seed) < ($1.test, $1.seed)
        }
        if tests.contains(where: { !$0.failures.isEmpty }) {
            verdict = .failed
        } else {
            verdict = tests.isEmpty || tests.contains { $0.done < $0.runs } ? .incomplete : .passed
        }
    }

    /// The summary as JSON, with keys in order. The table of coverage is left out unless asked for.
    package func json(withCoverage: Bool) -> String {
        var summary = self
        if !withCoverage { summary = CampaignSummary(verdict: verdict, tests: tests.map(\.withoutCoverage)) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        guard let data = try? encoder.encode(summary) else {
            preconditionFailure("a summary has a value that JSON has no text for")
        }
        return String(decoding: data, as: UTF8.self)
    }

    private init(verdict: Verdict, tests: [TestSummary]) {
        self.verdict = verdict
        self.tests = tests
    }
}

/// What the exploration of one test came to.
package struct TestSummary: Hashable, Sendable, Codable {
    package let test: String
    /// The seed from which the runs' seeds follow, in digits.
    package let seed: String
    /// How many runs there should be.
    package let runs: Int
    /// How many of them ended.
    package let done: Int
    /// How many of those failed.
    package let failed: Int
    /// The runs that are not there, each range as its first and its last run.
    package let missing: [[Int]]
    /// The shards that have runs to do, as `3/64`: they did not end, nothing is known of them, or their lines were lost.
    package let openShards: [String]
    /// The shards that stopped at their first failure, and did not do their other runs.
    package let stoppedShards: [StoppedShard]
    /// The command that runs a shard again, without the variables that say which, and in which folder; `nil` if all runs
    /// were done.
    package let command: String?
    /// One for each signature, by their first runs.
    package let failures: [DistinctFailure]
    /// How often runs reached what is counted; `nil` if nobody asked.
    package var coverage: [String: Int]?

    /// A shard that stopped at its first failure.
    package struct StoppedShard: Hashable, Sendable, Codable {
        /// As `3/64`.
        package let shard: String
        /// The run that failed, and how.
        package let run: Int
        package let signature: String
    }

    /// A failure, and how often it was found.
    package struct DistinctFailure: Hashable, Sendable, Codable {
        package let signature: String
        /// How many runs failed in this way.
        package let runs: Int
        /// The lowest of them.
        package let firstRun: Int
        /// What was found; `nil` if the line with it was lost.
        package let details: CampaignFailure?
    }

    init?(_ results: TestResults) {
        guard let header = results.header else { return nil }
        test = header.test
        seed = header.seed
        runs = header.runs
        done = results.done.count(below: header.runs)
        failed = results.failedRuns.count
        missing = results.done.gaps(below: header.runs).map { [$0.lowerBound, $0.upperBound] }
        let shards = missing.isEmpty ? [] : Self.incompleteShards(of: results, header)
        stoppedShards = shards.compactMap { Self.stop(of: $0, results, header) }
        let stopped = Set(stoppedShards.map(\.shard))
        openShards = shards.map(\.description).filter { !stopped.contains($0) }
        command = missing.isEmpty ? nil : Self.command(header)
        failures = results.failed.compactMap { signature, runs in
            runs.first.map {
                DistinctFailure(
                    signature: signature, runs: runs.count, firstRun: $0, details: results.failures[signature]
                )
            }
        }
        .sorted { ($0.firstRun, $0.signature) < ($1.firstRun, $1.signature) }
        coverage = results.coverage
    }

    /// The shards of which runs are missing, for one number of shards: whoever starts them again completes the runs. Of the
    /// numbers that were used the one counts with the fewest such shards.
    private static func incompleteShards(of results: TestResults, _ header: CampaignHeader) -> [Shard] {
        let gaps = results.done.gaps(below: header.runs)
        let divisions = Set(results.ends.keys.map(\.count)).sorted().map { count in
            // So many runs in a row are of all shards.
            let indices = gaps.flatMap { $0.prefix(count).map { $0 % count } }
            return Set(indices).sorted().map { Shard(index: $0, of: count) }
        }
        return divisions.min { $0.count < $1.count } ?? []
    }

    /// The failure at which a shard has stopped: it has ended before all its runs were done.
    private static func stop(
        of shard: Shard, _ results: TestResults, _ header: CampaignHeader
    ) -> StoppedShard? {
        guard results.ends[shard] ?? 0 >= header.runs else { return nil }
        let failed = results.failed.compactMap { signature, runs in
            runs.first(where: shard.contains).map { (run: $0, signature: signature) }
        }
        return failed.min { $0 < $1 }.map {
            StoppedShard(shard: shard.description, run: $0.run, signature: $0.signature)
        }
    }

    /// Which shard, and in which folder, the caller knows.
    private static func command(_ header: CampaignHeader) -> String {
        var parts = ["FARADAY_RUNS=\(header.runs)"]
        if header.seed != "0" { parts.append("FARADAY_SEED=\(header.seed)") }
        return (parts + [header.start ?? header.test]).joined(separator: " ")
    }

    var withoutCoverage: TestSummary {
        var summary = self
        summary.coverage = nil
        return summary
    }
}
