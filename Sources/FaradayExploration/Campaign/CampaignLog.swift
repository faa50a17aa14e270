import BluetoothPort

/// What one shard has explored of one test, kept in a file while it runs, so that a killed shard continues where it was.
///
/// ```swift
/// let log = try CampaignLog(folder: folder, test: "Straps.reconnects", seed: 7, runs: 1_000_000, shard: shard)
/// for block in log.blocks {
///     // … runs block.runs, and calls log.record for each failure of a new signature …
///     try log.finish(block, failed: failed, coverage: counts)
/// }
/// try log.end()
/// ```
///
/// All methods may be called from any thread.
package final class CampaignLog: Sendable {
    /// The blocks that are still to be run, in their order.
    package let blocks: [RunBlock]
    /// The failures that earlier processes of this shard recorded, by their runs: one for each signature.
    package let knownFailures: [CampaignFailure]
    /// How many of the shard's runs earlier processes did.
    package let doneRuns: Int

    private let header: CampaignHeader
    private let file: Lock<ResultsFile>

    /// Opens the results of `test` in `folder`, which is created if it is not there.
    ///
    /// `runs` is the number of runs of all shards together, and `start` what starts a shard from a shell. Throws if the file can't be created, read or written.
    package init(
        folder: String, test: String, seed: UInt64, runs: Int, shard: Shard, start: String? = nil
    ) throws(CampaignError) {
        guard 0...RunBlock.limit ~= runs else {
            throw CampaignError("a campaign has at most \(RunBlock.limit) runs, not \(runs)")
        }
        let header = CampaignHeader(test: test, seed: seed, runs: runs, shard: shard, start: start)
        let name = Self.fileName(header)
        let file = try ResultsFile(folder: folder, name: name)
        // What is not ours is told by the merge.
        let own = try file.takeLines().compactMap { try? CampaignLine(reading: $0) }
        let others = file.linesOfOthers(folder: folder, name: name).compactMap {
            try? CampaignLine(reading: $0)
        }
        var known = TestResults()
        for line in own + others where line.of == header.key { known.add(line) }
        if !own.contains(CampaignLine(header)) { try file.append(CampaignLine(header).encoded()) }
        blocks = RunBlock.blocks(of: shard, runs: runs).filter { block in
            !block.runs.allSatisfy(known.done.contains)
        }
        knownFailures = known.failures.values.sorted { $0.precedes($1) }
        doneRuns = known.done.count(below: runs)
        self.header = header
        self.file = Lock(file)
    }

    /// Records a failure. Call it once for each signature, before `finish` of the block that found it.
    package func record(_ failure: CampaignFailure) throws(CampaignError) {
        try append(CampaignLine(of: header.key, failure))
    }

    /// Records that all runs of `block` have ended.
    ///
    /// `failed` has the numbers of the runs that failed, by signature; all others passed. `coverage` counts what they
    /// reached.
    package func finish(
        _ block: RunBlock, failed: [String: [Int]], coverage: [String: Int]
    ) throws(CampaignError) {
        let finished = FinishedBlock(runs: block, failed: failed, coverage: coverage)
        precondition(finished.isSound, "\(finished) has runs that are not its own, or counts below 0")
        try append(CampaignLine(of: header.key, finished))
    }

    /// Records that the shard does no more: it has done all its runs, or stopped at a failure.
    package func end() throws(CampaignError) {
        try append(CampaignLine(of: header.key, ShardEnd(shard: header.shard, runs: header.runs)))
    }

    private func append(_ line: CampaignLine) throws(CampaignError) {
        let bytes = line.encoded()
        try file.withLock { file throws(CampaignError) in try file.append(bytes) }
    }

    /// A name that a person recognises, with the key that makes it the only one, and the shard.
    static func fileName(_ header: CampaignHeader) -> String {
        var name = ""
        for scalar in header.test.unicodeScalars.prefix(80) {
            let isKept =
                scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            if isKept { name.unicodeScalars.append(scalar) } else if name.last != "-" { name += "-" }
        }
        return "\(name).\(header.key).shard-\(header.shard.index)-of-\(header.shard.count)"
    }
}
