import Foundation

@testable import FaradayExploration

/// A folder of results for one test; it goes away with this value.
final class ResultsFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/campaign-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var files: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: path).sorted().map { "\(path)/\($0)" }
        }
    }

    /// The lines of all files, without their ends.
    var lines: [String] {
        get throws {
            try files.flatMap { try String(contentsOfFile: $0, encoding: .utf8).split(separator: "\n") }.map(
                String.init)
        }
    }

    func write(_ text: String, to name: String) throws {
        try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
    }

    func merged() throws -> CampaignSummary { CampaignSummary(try CampaignResults.read(folder: path).0) }
}

/// An exploration with a known result: which runs fail, how, and what each run reaches.
struct PlayedTest: Sendable {
    var name = "Straps.reconnects"
    var seed: UInt64 = 7
    var runs = 500
    /// Run `k` fails in the way of the first of these numbers that divides `k + 1`.
    var bugs = [97, 150]

    func signature(of run: Int) -> String? {
        bugs.first { (run + 1).isMultiple(of: $0) }.map { "error at line \($0)" }
    }

    func coverage(of run: Int) -> [String: Int] {
        run.isMultiple(of: 3)
            ? ["callback didConnect": 1, "error CBError 6": run % 5] : ["callback didConnect": 1]
    }

    func failure(_ run: Int, _ signature: String) -> CampaignFailure {
        CampaignFailure(
            signature: signature, run: run, message: "it failed", found: "case \(run)",
            shrunk: "small \(run)",
            plan: "[.fault(\(run))]",
            story: "0.000 app: connects\n0.\(run) app: fails",
            replay: "FARADAY_REPLAY='small \(run)' swift test")
    }

    func log(_ shard: Shard, in folder: String) throws -> CampaignLog {
        try CampaignLog(
            folder: folder, test: name, seed: seed, runs: runs, shard: shard,
            start: "swift test --filter Straps")
    }

    /// Plays the blocks that are left, at most `limit` of them. Returns the runs that it played.
    @discardableResult
    func play(_ shard: Shard = .whole, in folder: String, limit: Int = .max) throws -> [Int] {
        let log = try log(shard, in: folder)
        var known = Set(log.knownFailures.map(\.signature))
        var played: [Int] = []
        for block in log.blocks.prefix(limit) {
            var failed: [String: [Int]] = [:]
            var counts: [String: Int] = [:]
            for run in block.runs {
                played.append(run)
                counts.merge(coverage(of: run), uniquingKeysWith: +)
                guard let signature = signature(of: run) else { continue }
                failed[signature, default: []].append(run)
                if known.insert(signature).inserted { try log.record(failure(run, signature)) }
            }
            try log.finish(block, failed: failed, coverage: counts)
        }
        if limit >= log.blocks.count { try log.end() }
        return played
    }

    /// What a merge of all shards must give.
    var coverage: [String: Int] {
        (0..<runs).reduce(into: [:]) { $0.merge(coverage(of: $1), uniquingKeysWith: +) }
    }
}
