import FaradaySimulation

/// What a process does of an exploration: its blocks of runs, and where their results are kept.
struct ShardWork {
    /// The blocks that are still to be run.
    let blocks: [RunBlock]
    /// What earlier processes of this shard found.
    let knownFailures: [ExplorationFailure]
    /// Whether the results are kept in a file.
    var isKept: Bool { log != nil }

    private let log: CampaignLog?

    /// How many runs are made from the same knowledge, and recorded together where nothing else is asked for.
    private static let blockSize = 256

    /// - Parameters:
    ///   - runs: How many runs all shards have together.
    ///   - seed: The base seed.
    ///   - start: What starts the exploration from a shell.
    init(
        of exploration: String, runs: Int, seed: UInt64, start: String?,
        _ environment: ExplorationEnvironment
    ) throws(CampaignError) {
        let shard = environment.shard
        guard let folder = environment.results else {
            log = nil
            knownFailures = []
            blocks = RunBlock.blocks(of: shard, runs: runs, size: Self.blockSize)
            return
        }
        guard environment.names.take("\(seed) \(exploration)") else {
            throw CampaignError(
                "Two explorations have the name \(exploration) and the same seed: their results can't be told apart. Give one another name."
            )
        }
        let log = try CampaignLog(
            folder: folder, test: exploration, seed: seed, runs: runs, shard: shard, start: start)
        self.log = log
        blocks = log.blocks
        knownFailures = try log.knownFailures.map { known throws(CampaignError) in
            try ExplorationFailure(known)
        }
    }

    /// Keeps a failure. Call it before `finish` of its block.
    func record(_ failure: ExplorationFailure, run: Int) throws(CampaignError) {
        try log?.record(CampaignFailure(failure, run: run))
    }

    /// Keeps that the runs of a block have ended.
    func finish(_ block: RunBlock, failed: [String: [Int]], coverage: Coverage) throws(CampaignError) {
        try log?.finish(block, failed: failed, coverage: coverage.counts)
    }

    /// Keeps that there is nothing more to do.
    func end() throws(CampaignError) { try log?.end() }
}

extension CampaignFailure {
    init(_ failure: ExplorationFailure, run: Int) {
        self.init(
            signature: failure.signature.description, run: run, message: failure.message,
            found: failure.found.description, shrunk: failure.shrunk.description, plan: failure.plan,
            story: failure.story, replay: failure.command)
    }
}

extension ExplorationFailure {
    /// A failure that was kept by an earlier process.
    init(_ known: CampaignFailure) throws(CampaignError) {
        guard let signature = FailureSignature(known.signature), let found = ExploredCase(known.found),
            let shrunk = ExploredCase(known.shrunk)
        else { throw CampaignError("The kept failure of run \(known.run) was written by another version.") }
        self.init(
            signature: signature, message: known.message, run: known.run, found: found, shrunk: shrunk,
            attempts: 0, isReproducible: true, story: known.story, capture: nil, command: known.replay,
            place: nil)
    }
}
