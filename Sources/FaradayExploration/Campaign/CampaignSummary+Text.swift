import BluetoothTypes

extension CampaignSummary {
    /// The summary for a person: tests, runs, missing runs, failures with their plans, and coverage if asked for.
    package func text(withCoverage: Bool) -> String {
        var blocks = tests.map { $0.text(withCoverage: withCoverage) }
        blocks.append(lastLine)
        return blocks.joined(separator: "\n\n")
    }

    private var lastLine: String {
        guard !tests.isEmpty else { return "There are no results: incomplete." }
        let done = tests.reduce(0) { $0 + $1.done }
        let wanted = tests.reduce(0) { $0 + $1.runs }
        let found = tests.reduce(0) { $0 + $1.failures.count }
        let tests = Self.count(tests.count, "test")
        return
            "\(tests), \(done) of \(Self.count(wanted, "run")), \(Self.count(found, "failure")): \(verdict.rawValue)."
    }

    static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

extension TestSummary {
    /// As many ranges or shards as a person reads.
    private static let shown = 12

    func text(withCoverage: Bool) -> String {
        var lines = ["\(test.asciiLine), seed \(seed)"]
        lines.append("  \(done) of \(CampaignSummary.count(runs, "run")) done, \(failed) failed")
        if !missing.isEmpty {
            let ranges = missing.map { $0[0] == $0[1] ? "\($0[0])" : "\($0[0])-\($0[1])" }
            lines.append("  missing runs: \(Self.list(ranges))")
        }
        if !openShards.isEmpty { lines.append("  shards to run again: \(Self.list(openShards))") }
        for (index, failure) in failures.enumerated() {
            lines.append("")
            lines += failure.lines(title: "failure \(index + 1) of \(failures.count)").map { "  " + $0 }
        }
        if withCoverage, let coverage {
            lines.append("")
            lines.append("  coverage: \(CampaignSummary.count(coverage.count, "thing")) reached")
            lines += Self.table(coverage).map { "  " + $0 }
        }
        return lines.joined(separator: "\n")
    }

    private static func list(_ texts: [String]) -> String {
        let more = texts.count - shown
        return texts.prefix(shown).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    private static func table(_ coverage: [String: Int]) -> [String] {
        let width = coverage.values.map { String($0).count }.max() ?? 0
        return coverage.sorted { $0.key < $1.key }.map { key, count in
            let digits = String(count)
            return String(repeating: " ", count: width - digits.count) + digits + "  " + key.asciiLine
        }
    }
}

extension TestSummary.DistinctFailure {
    fileprivate func lines(title: String) -> [String] {
        let seen = "in \(CampaignSummary.count(runs, "run")), first in run \(firstRun)"
        var lines = ["\(title), \(seen): \(signature.asciiLine)"]
        guard let details else {
            return lines + ["  its record is lost: run its shard again in an empty folder"]
        }
        lines += Self.part("message:", details.message)
        lines += Self.part("plan:", details.plan)
        lines += Self.part("what happens:", details.story)
        lines += Self.part("replay:", details.replay)
        return lines
    }

    private static func part(_ title: String, _ text: String) -> [String] {
        guard !text.isEmpty else { return [] }
        let lines = text.asciiText.split(separator: "\n", omittingEmptySubsequences: false)
        return ["  " + title] + lines.map { "    " + $0 }
    }
}
