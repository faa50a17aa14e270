import BluetoothTypes
import Foundation

extension CampaignSummary {
    /// The summary for a person: tests, runs, missing runs, failures with their plans, and coverage if asked for.
    ///
    /// - Parameter folder: Where the results are, for commands that go on with them.
    package func text(withCoverage: Bool, folder: String) -> String {
        var blocks = tests.map { $0.text(withCoverage: withCoverage, folder: folder) }
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

    func text(withCoverage: Bool, folder: String) -> String {
        var lines = ["\(test.asciiLine), seed \(seed)"]
        lines.append("  \(done) of \(CampaignSummary.count(runs, "run")) done, \(failed) failed")
        if !missing.isEmpty {
            let ranges = missing.map { $0[0] == $0[1] ? "\($0[0])" : "\($0[0])-\($0[1])" }
            lines.append("  missing runs: \(Self.list(ranges))")
        }
        lines += shardLines(folder: folder).map { "  " + $0 }
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

    /// Which shards have runs to do, and how they are run.
    private func shardLines(folder: String) -> [String] {
        var lines: [String] = []
        if !openShards.isEmpty {
            lines.append("shards to run again: \(Self.list(openShards))")
            lines += commands(openShards, folder: folder)
        }
        for stopped in stoppedShards.prefix(Self.shown) {
            lines.append(
                "shard \(stopped.shard) stopped at its failure in run \(stopped.run): \(stopped.signature.asciiLine)"
            )
        }
        if stoppedShards.count > Self.shown {
            lines.append("and \(stoppedShards.count - Self.shown) more shards stopped at their failures")
        }
        if !stoppedShards.isEmpty {
            lines.append("for their other runs, explore with `mode: .all`:")
            lines += commands(stoppedShards.map(\.shard), folder: folder)
        }
        return lines
    }

    /// A line for each shard, as a shell takes it.
    private func commands(_ shards: [String], folder: String) -> [String] {
        guard let command else { return [] }
        var lines = shards.prefix(Self.shown).map {
            "  FARADAY_SHARD=\($0) FARADAY_RESULTS=\(Self.quoted(folder)) \(command)".asciiText
        }
        if shards.count > Self.shown { lines.append("  and so on") }
        return lines
    }

    /// A word of a shell's command.
    private static func quoted(_ text: String) -> String {
        let isPlain = text.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+:@%".contains($0))
        }
        return isPlain ? text : "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
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
