import FaradaySimulation

/// What the runs of an exploration have shown so far; taken in the order of their numbers.
struct Findings {
    /// A run, and its case.
    struct Entry: Sendable {
        /// `nil` for a case that is not one of the exploration's own.
        let number: Int?
        let explored: ExploredCase
    }

    var corpus: Corpus
    var source: CaseSource
    var found: FoundFailures
    /// Whether cases that reached something new are kept.
    let isSteered: Bool
    var coverage = Coverage()
    var runs = 0

    /// Takes what runs have shown, up to the first failure if the exploration ends at it.
    mutating func take(_ entries: [Entry], _ outcomes: [RunOutcome?], endsEarly: Bool) -> BlockRecord {
        var record = BlockRecord()
        for (entry, outcome) in zip(entries, outcomes) {
            guard let outcome else { continue }
            runs += 1
            record.done += 1
            if let surroundings = outcome.surroundings { source.surroundings = surroundings }
            if let reached = outcome.coverage {
                coverage.formUnion(reached)
                record.coverage.formUnion(reached)
                if isSteered { corpus.take(entry.explored, reached) }
            }
            guard let signature = outcome.signature else { continue }
            if let number = entry.number { record.failed[signature.description, default: []].append(number) }
            if let new = found.take(outcome, run: entry.number) { record.new.append(new) }
            record.isOver = endsEarly
            if endsEarly { break }
        }
        return record
    }
}

/// What the runs of one block have shown.
struct BlockRecord {
    /// How many of the block's first runs have ended.
    var done = 0
    /// The numbers of the runs that failed, by signature.
    var failed: [String: [Int]] = [:]
    var coverage = Coverage()
    /// Failures of signatures that were not known.
    var new: [FoundFailures.Entry] = []
    /// Whether the exploration ends here.
    var isOver = false

    mutating func add(_ other: BlockRecord) {
        done += other.done
        failed.merge(other.failed) { $0 + $1 }
        coverage.formUnion(other.coverage)
        new += other.new
        isOver = isOver || other.isOver
    }
}

/// Tells new failures of an exploration from those whose signature is known.
struct FoundFailures {
    struct Entry {
        let signature: FailureSignature
        let outcome: RunOutcome
        let run: Int?
    }

    private var count = 0
    private var known: Set<FailureSignature> = []
    private let most: Int

    init(most: Int) { self.most = most }

    /// A failure of this signature is no news.
    mutating func know(_ signature: FailureSignature) { known.insert(signature) }

    /// The failure, if it is the first of its signature.
    mutating func take(_ outcome: RunOutcome, run: Int?) -> Entry? {
        guard let signature = outcome.signature, count < most, known.insert(signature).inserted else {
            return nil
        }
        count += 1
        return Entry(signature: signature, outcome: outcome, run: run)
    }
}
