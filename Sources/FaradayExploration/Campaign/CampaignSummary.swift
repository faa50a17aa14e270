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
    /// The shards that began and did not end, as `3/64`, and those that nothing is known of.
    package let openShards: [String]
    /// One for each signature, by their first runs.
    package let failures: [DistinctFailure]
    /// How often runs reached what is counted; `nil` if nobody asked.
    package var coverage: [String: Int]?

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
        openShards = missing.isEmpty ? [] : Self.openShards(of: results, header)
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

    /// The shards without an end, of each number of shards that was used: whoever starts them again completes the runs.
    private static func openShards(of results: TestResults, _ header: CampaignHeader) -> [String] {
        Set(results.ends.keys.map(\.count)).sorted().flatMap { count in
            (0..<count).map { Shard(index: $0, of: count) }.filter { shard in
                shard.count(ofRuns: header.runs) > 0 && (results.ends[shard] ?? 0) < header.runs
            }
        }
        .map(\.description)
    }

    var withoutCoverage: TestSummary {
        var summary = self
        summary.coverage = nil
        return summary
    }
}
