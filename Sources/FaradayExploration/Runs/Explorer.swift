import BluetoothPort
import BluetoothTypes
import FaradaySimulation
import Foundation

/// One exploration at work: runs in blocks, then the failures one by one.
///
/// A block is the unit in which runs learn from others. All cases of a block are made before it begins, and what its runs
/// found is taken in the order of their numbers: so results follow from the settings alone.
struct Explorer {
    typealias Entry = Findings.Entry

    private let exploration: Exploration
    private let stage: RunStage
    private let environment: ExplorationEnvironment
    private let player: CasePlayer
    private let runs: Int
    private let wantsCoverage: Bool
    /// How many different failures are kept.
    private static let mostFailures = 50

    init(_ exploration: Exploration, _ stage: RunStage) {
        self.exploration = exploration
        self.stage = stage
        environment = exploration.environment
        let runner = CaseRunner(
            stage: stage, longest: exploration.longest, limits: exploration.limits,
            findsLeaks: exploration.leaks)
        player = CasePlayer(
            runner, exploration, wantsChildren: exploration.wantsChildren && environment.served == nil)
        runs = environment.runs ?? exploration.runs
        wantsCoverage = exploration.coverage || environment.showsCoverage
    }

    /// Explores. `main` is the main thread, if it waits for this and can run synchronous bodies.
    func run(main: MainLane? = nil) async -> ExplorationResult {
        var result = ExplorationResult()
        result.problems = environment.problems
        guard result.problems.isEmpty else { return result }
        if let served = environment.served {
            await serve(served, main)
            // It is another exploration: nothing of it is wanted in this process.
            return result
        }
        let lanes = ParallelRuns(
            width: exploration.parallelRuns ?? ProcessInfo.processInfo.activeProcessorCount,
            withThreads: stage.isSynchronous || player.blocks, main: player.blocks ? nil : main)
        defer { lanes.end() }
        defer { player.end() }
        if let replayed = environment.replayed ?? exploration.replayed {
            await replay(replayed, lanes, &result)
        } else {
            await explore(lanes, &result)
        }
        if let problem = player.problem {
            // What could not be run has not passed.
            result = ExplorationResult()
            result.problems = [problem.asciiLine]
        }
        return result
    }

    /// Plays cases for the process that started this one, if it does so for this exploration.
    private func serve(_ served: String, _ main: MainLane?) async {
        #if os(Linux)
        guard exploration.wantsChildren, environment.takeTurn(of: exploration.name) == served else { return }
        let lane = ParallelRuns(width: 1, withThreads: stage.isSynchronous, main: main)
        await ChildService(runner: player.runner, thread: lane.threads.first).serve()
        #endif
    }

    /// Runs one case; a failure is told as it is.
    private func replay(_ explored: ExploredCase, _ lanes: ParallelRuns, _ result: inout ExplorationResult)
        async
    {
        let outcome = await player.run(
            explored, wishes(.account), as: running("the replayed run"), on: lanes.threads.first)
        result.runs = 1
        result.coverage = outcome.coverage
        if let failure = outcome.failures.first {
            result.failures = [told(failure, outcome, found: explored, run: nil, attempts: 0)]
        }
    }

    // MARK: Blocks

    private func explore(_ lanes: ParallelRuns, _ result: inout ExplorationResult) async {
        let seed = environment.seed ?? exploration.seed
        let corpus = Corpus(folder: environment.corpus ?? exploration.corpus)
        result.problems += corpus.problems
        var findings = Findings(
            corpus: corpus,
            source: CaseSource(seed: seed, faults: exploration.faults, schedules: exploration.schedule),
            found: FoundFailures(most: Self.mostFailures), isSteered: isSteered)
        let progress = ExplorationProgress(
            exploration.name, of: environment.shard.count(ofRuns: runs) + corpus.cases.count)
        do throws(CampaignError) {
            let work = try ShardWork(
                of: exploration.name, runs: runs, seed: seed, start: exploration.start, environment)
            result.failures = work.knownFailures
            for failure in work.knownFailures { findings.found.know(failure.signature) }
            if isOver(result) {
                // An earlier process may have been killed before it could keep that this shard has stopped.
                try work.end()
            } else {
                try await perform(work, lanes, progress, &findings, &result)
            }
        } catch {
            result.problems.append(error.description.asciiLine)
        }
        progress.end()
        result.runs = findings.runs
        if wantsCoverage { result.coverage = findings.coverage }
    }

    private func perform(
        _ work: ShardWork, _ lanes: ParallelRuns, _ progress: ExplorationProgress, _ findings: inout Findings,
        _ result: inout ExplorationResult
    ) async throws(CampaignError) {
        // A failure of theirs has no run to be kept with.
        if !work.isKept, !findings.corpus.cases.isEmpty {
            let entries = findings.corpus.cases.map { Entry(number: nil, explored: $0) }
            let record = findings.take(
                entries, await run(entries, wishes(), lanes, progress), endsEarly: exploration.mode == .first)
            for entry in record.new { result.failures.append(await shrink(entry, lanes, progress)) }
            if isOver(result) { return }
        }
        // The first run alone shows what later plans can name. If it is another shard's, it is only looked at.
        if let first = work.blocks.first, first.first != 0 {
            let outcome = await player.run(
                findings.source.makeCase(0), .surroundings, as: running("run 0"), on: lanes.threads.first)
            if let surroundings = outcome.surroundings { findings.source.surroundings = surroundings }
        }
        for block in work.blocks {
            let record = await perform(block, lanes, progress, &findings)
            for entry in record.new {
                let failure = await shrink(entry, lanes, progress)
                result.failures.append(failure)
                try work.record(failure, run: entry.run ?? 0)
            }
            if let done = block.prefix(record.done) {
                try work.finish(done, failed: record.failed, coverage: record.coverage)
            }
            if isOver(result) { break }
        }
        try work.end()
    }

    /// Runs the runs of a block; the first run of all is a block of its own inside it.
    private func perform(
        _ block: RunBlock, _ lanes: ParallelRuns, _ progress: ExplorationProgress, _ findings: inout Findings
    ) async -> BlockRecord {
        var record = BlockRecord()
        let numbers = Array(block.runs)
        let pieces = numbers.first == 0 ? [[0], Array(numbers.dropFirst())] : [numbers]
        for piece in pieces where !record.isOver {
            let entries = piece.map { number in
                let interesting = isSteered ? findings.corpus.cases : []
                return Entry(number: number, explored: makeCase(number, findings.source, interesting))
            }
            let wishes = wishes(piece.first == 0 ? .surroundings : [])
            let outcomes = await run(entries, wishes, lanes, progress)
            record.add(findings.take(entries, outcomes, endsEarly: exploration.mode == .first))
        }
        return record
    }

    private func isOver(_ result: ExplorationResult) -> Bool {
        player.problem != nil || exploration.mode == .first && !result.failures.isEmpty
    }

    /// Whether runs are made from cases that reached something new.
    private var isSteered: Bool { (environment.corpus ?? exploration.corpus) != nil }

    private func makeCase(_ number: Int, _ source: CaseSource, _ interesting: [ExploredCase]) -> ExploredCase
    {
        guard number > 0, !interesting.isEmpty, number % 2 == 1 else { return source.makeCase(number) }
        var entropy = CaseEntropy(seed: source.seed, "corpus", number: UInt64(number))
        let (one, other) = (entropy.below(interesting.count), entropy.below(interesting.count))
        return source.mutate(interesting[one], interesting[other], number: number)
    }

    private func wishes(_ wishes: CaseRunner.Wishes = []) -> CaseRunner.Wishes {
        wantsCoverage || isSteered ? wishes.union(.coverage) : wishes
    }

    /// Runs a block. If the exploration ends at the first failure, runs behind a failed one are left out; all runs before
    /// it have ended.
    private func run(
        _ block: [Entry], _ wishes: CaseRunner.Wishes, _ lanes: ParallelRuns, _ progress: ExplorationProgress
    ) async -> [RunOutcome?] {
        let firstFailed = Lock(Int.max)
        let endsEarly = exploration.mode == .first
        return await lanes.map(block.count) { place in
            player.problem == nil && (!endsEarly || place < firstFailed.withLock { $0 })
        } _: { place, thread in
            let running = running(block[place].number.map { "run \($0)" } ?? "a case of the corpus")
            progress.begins(running)
            let outcome = await player.run(block[place].explored, wishes, as: running, on: thread)
            if outcome.servesMainQueue { lanes.narrow() }
            let isFailed = !outcome.failures.isEmpty
            if isFailed { firstFailed.withLock { $0 = min($0, place) } }
            progress.ended(running, failed: isFailed)
            return outcome
        }
    }

    private func running(_ name: String) -> RunningCase { RunningCase(name, of: exploration.name) }

    // MARK: Failures

    /// How many simpler cases are tried that go as far as a run may go. Each of them takes seconds.
    private static let mostLongAttempts = 5

    /// Cuts a failing case down, and runs the simplest case once more with a trace.
    private func shrink(
        _ entry: FoundFailures.Entry, _ lanes: ParallelRuns, _ progress: ExplorationProgress
    ) async -> ExplorationFailure {
        let (outcome, signature) = (entry.outcome, entry.signature)
        let thread = lanes.threads.first
        let running = running("making run \(entry.run.map(String.init) ?? "of the corpus") simpler")
        progress.begins(running)
        defer { progress.ended(running, failed: nil) }
        // The case with explicit parameters is the same run; if it does not fail again, nothing simpler is worth trying.
        let again = await player.run(
            outcome.explored, .account, as: running, like: signature, on: thread)
        guard again.failure(like: signature) != nil else {
            let failure = outcome.failures[0]
            var told = told(failure, again, found: outcome.explored, run: entry.run, attempts: 0)
            told.isReproducible = false
            return told
        }
        var shrinker = Shrinker(
            outcome.explored, parameters: outcome.parameters, unfired: outcome.unfired,
            mostAttempts: exploration.attempts)
        var longAttempts = 0
        while longAttempts < Self.mostLongAttempts, let candidate = shrinker.next() {
            let tried = await player.run(
                candidate, signature.kind == .hang ? .quickHang : [], as: running, on: thread)
            if tried.isEndless { longAttempts += 1 }
            if tried.failure(like: signature) != nil {
                shrinker.accept(tried.explored, parameters: tried.parameters, unfired: tried.unfired)
            }
        }
        let last = await player.run(
            shrinker.best, .account, as: running, like: signature, on: thread)
        guard let failure = last.failure(like: signature) else {
            var told = told(
                outcome.failures[0], last, found: outcome.explored, run: entry.run,
                attempts: shrinker.attempts)
            told.isReproducible = false
            return told
        }
        return told(
            failure, last, found: outcome.explored, run: entry.run, attempts: shrinker.attempts)
    }

    private func told(
        _ failure: RunNotes.Failure, _ outcome: RunOutcome, found: ExploredCase, run: Int?, attempts: Int
    ) -> ExplorationFailure {
        let shrunk = outcome.explored
        return ExplorationFailure(
            signature: failure.signature, message: failure.message.asciiText, run: run, found: found,
            shrunk: shrunk, attempts: attempts, isReproducible: true, story: outcome.account?.story ?? "",
            capture: outcome.account?.capture, command: exploration.command(shrunk), place: failure.place)
    }
}
