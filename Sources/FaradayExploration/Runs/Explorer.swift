import BluetoothPort
import BluetoothTypes
import FaradaySimulation
import Foundation

/// One exploration at work: runs in blocks, then the failures one by one.
///
/// A block is the unit in which runs learn from others. All cases of a block are made before it begins, and what its runs
/// found is taken in the order of their numbers: so results follow from the settings alone.
struct Explorer {
    /// A run, and its case.
    private struct Entry: Sendable {
        /// `nil` for a case that is not one of the exploration's own.
        let number: Int?
        let explored: ExploredCase
    }

    private let exploration: Exploration
    private let stage: RunStage
    private let environment: ExplorationEnvironment
    private let runner: CaseRunner
    private let runs: Int
    private let wantsCoverage: Bool
    /// How many runs are made from the same knowledge.
    private static let blockSize = 256
    /// How many different failures are kept.
    private static let mostFailures = 50

    init(_ exploration: Exploration, _ stage: RunStage) {
        self.exploration = exploration
        self.stage = stage
        environment = exploration.environment
        runner = CaseRunner(
            stage: stage, longest: exploration.longest, findsLeaks: exploration.leaks)
        runs = environment.runs ?? exploration.runs
        wantsCoverage = exploration.coverage || environment.showsCoverage
    }

    /// Explores. `main` is the main thread, if it waits for this and can run synchronous bodies.
    func run(main: MainLane? = nil) async -> ExplorationResult {
        var result = ExplorationResult()
        result.problems = environment.problems
        guard result.problems.isEmpty else { return result }
        var isSynchronous = false
        if case .synchronous = stage.body { isSynchronous = true }
        let lanes = ParallelRuns(
            width: exploration.parallelRuns ?? ProcessInfo.processInfo.activeProcessorCount,
            withThreads: isSynchronous, main: main)
        defer { lanes.end() }
        if let replayed = environment.replayed ?? exploration.replayed {
            await replay(replayed, lanes, &result)
        } else {
            await explore(lanes, &result)
        }
        return result
    }

    /// Runs one case; a failure is told as it is.
    private func replay(_ explored: ExploredCase, _ lanes: ParallelRuns, _ result: inout ExplorationResult)
        async
    {
        let outcome = await runner.run(explored, wishes(.account), on: lanes.threads.first)
        result.runs = 1
        result.coverage = outcome.coverage
        if let failure = outcome.failures.first {
            result.failures = [told(failure, outcome, found: explored, run: nil, attempts: 0)]
        }
    }

    // MARK: Blocks

    private func explore(_ lanes: ParallelRuns, _ result: inout ExplorationResult) async {
        let progress = ExplorationProgress(exploration.name, of: runs)
        var corpus = Corpus(folder: environment.corpus ?? exploration.corpus)
        result.problems += corpus.problems
        var source = CaseSource(
            seed: environment.seed ?? exploration.seed, faults: exploration.faults,
            schedules: exploration.schedule)
        var found = FoundFailures(most: Self.mostFailures)
        let isSteered = (environment.corpus ?? exploration.corpus) != nil
        var next = 0
        var coverage = Coverage()
        var block = corpus.cases.map { Entry(number: nil, explored: $0) }
        while true {
            if block.isEmpty {
                guard next < runs else { break }
                // The first run alone shows what later plans can name.
                let size = next == 0 ? 1 : min(Self.blockSize, runs - next)
                block = (next..<next + size).map { number in
                    Entry(number: number, explored: makeCase(number, source, isSteered ? corpus.cases : []))
                }
                next += size
            }
            let isFirst = block.first?.number == 0
            var wishes = wishes(isFirst ? .surroundings : [])
            if isSteered { wishes.insert(.coverage) }
            let outcomes = await run(block, wishes, lanes, progress)
            for (entry, outcome) in zip(block, outcomes) {
                guard let outcome else { continue }
                result.runs += 1
                if let surroundings = outcome.surroundings { source.surroundings = surroundings }
                if let reached = outcome.coverage {
                    coverage.formUnion(reached)
                    if isSteered { corpus.take(entry.explored, reached) }
                }
                if outcome.signature != nil {
                    found.take(outcome, run: entry.number)
                    if exploration.mode == .first { break }
                }
            }
            block = []
            if exploration.mode == .first, !found.all.isEmpty { break }
        }
        progress.end()
        for entry in found.all { result.failures.append(await shrink(entry, lanes)) }
        if wantsCoverage { result.coverage = coverage }
    }

    private func makeCase(_ number: Int, _ source: CaseSource, _ interesting: [ExploredCase]) -> ExploredCase
    {
        guard number > 0, !interesting.isEmpty, number % 2 == 1 else { return source.makeCase(number) }
        var entropy = CaseEntropy(seed: source.seed, "corpus", number: UInt64(number))
        let (one, other) = (entropy.below(interesting.count), entropy.below(interesting.count))
        return source.mutate(interesting[one], interesting[other], number: number)
    }

    private func wishes(_ wishes: CaseRunner.Wishes) -> CaseRunner.Wishes {
        wantsCoverage ? wishes.union(.coverage) : wishes
    }

    /// Runs a block. If the exploration ends at the first failure, runs behind a failed one are left out; all runs before
    /// it have ended.
    private func run(
        _ block: [Entry], _ wishes: CaseRunner.Wishes, _ lanes: ParallelRuns, _ progress: ExplorationProgress
    ) async -> [RunOutcome?] {
        let firstFailed = Lock(Int.max)
        let endsEarly = exploration.mode == .first
        let runner = runner
        return await lanes.map(block.count) { place in
            !endsEarly || place < firstFailed.withLock { $0 }
        } _: { place, thread in
            let outcome = await runner.run(block[place].explored, wishes, on: thread)
            let isFailed = !outcome.failures.isEmpty
            if isFailed { firstFailed.withLock { $0 = min($0, place) } }
            progress.ended(failed: isFailed)
            return outcome
        }
    }

    // MARK: Failures

    /// Cuts a failing case down, and runs the simplest case once more with a trace.
    private func shrink(_ entry: FoundFailures.Entry, _ lanes: ParallelRuns) async -> ExplorationFailure {
        let (outcome, signature) = (entry.outcome, entry.signature)
        let thread = lanes.threads.first
        // The case with explicit parameters is the same run; if it does not fail again, nothing simpler is worth trying.
        let again = await runner.run(outcome.explored, .account, on: thread)
        guard again.failure(like: signature) != nil else {
            let failure = outcome.failures[0]
            var told = told(failure, again, found: outcome.explored, run: entry.run, attempts: 0)
            told.isReproducible = false
            return told
        }
        var shrinker = Shrinker(
            outcome.explored, parameters: outcome.parameters, unfired: outcome.unfired,
            mostAttempts: exploration.attempts)
        while let candidate = shrinker.next() {
            let tried = await runner.run(candidate, on: thread)
            if tried.failure(like: signature) != nil {
                shrinker.accept(tried.explored, parameters: tried.parameters, unfired: tried.unfired)
            }
        }
        let last = await runner.run(shrinker.best, .account, on: thread)
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
        let command = exploration.command?(shrunk) ?? "FARADAY_REPLAY='\(shrunk)' \(exploration.name)"
        return ExplorationFailure(
            signature: failure.signature, message: failure.message.asciiText, run: run, found: found,
            shrunk: shrunk, attempts: attempts, isReproducible: true, story: outcome.account?.story ?? "",
            capture: outcome.account?.capture, command: command, place: failure.place)
    }
}

/// The failures of an exploration, by signature, in the order in which they were found.
struct FoundFailures {
    struct Entry {
        let signature: FailureSignature
        let outcome: RunOutcome
        let run: Int?
    }

    private(set) var all: [Entry] = []
    private var known: Set<FailureSignature> = []
    private let most: Int

    init(most: Int) { self.most = most }

    mutating func take(_ outcome: RunOutcome, run: Int?) {
        guard let signature = outcome.signature, all.count < most, known.insert(signature).inserted else {
            return
        }
        all.append(Entry(signature: signature, outcome: outcome, run: run))
    }
}
