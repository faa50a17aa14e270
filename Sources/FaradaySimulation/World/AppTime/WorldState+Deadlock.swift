import BluetoothTypes
import FaradayAppTime

// Threads that nobody will ever wake.
extension WorldState {
    /// Whether a piece of the apps' work, which may be the test itself, waits for what only others can give it.
    var hasStuckWork: Bool { work.hasStrands && work.strands.contains(where: \.isStuck) }

    /// Nothing is left to happen, or nothing that a blocked test waits for comes in time: lets the test's thread go on, and
    /// makes the world fail. Returns whether there was one.
    mutating func breakDeadlock() -> Bool {
        let ofTest = work.strands.last { strand in
            guard strand.canEnd, let kept = strand.keepsake as? StrandTurn else { return false }
            return kept.turn.map { $0.runs > 0 } ?? !strand.isOfApp
        }
        guard let strand = ofTest ?? (driver.runs.scopes > 0 ? work.strands.last(where: \.isStuck) : nil)
        else { return false }
        noteDeadlock()
        shell.noteBrokenDeadlock(&driver.life, isAtEnd: now >= driver.bodyHorizon, failure)
        // No call for a lock or for a queue returns without it. A process that hangs would say less.
        guard strand.canEnd else { preconditionFailure("\(failure.map { "\($0)" } ?? "deadlock")") }
        work.break(strand, .deadlocked)
        return true
    }

    /// Threads wait for each other: the world fails, and a run that waits for the rest to run hears of it.
    mutating func failInDeadlock() {
        noteDeadlock()
        if let run = work.strands.last(where: { $0.wait == .idle }) { work.break(run, .deadlocked) }
    }

    private mutating func noteDeadlock() {
        guard failure == nil else { return }
        kept[ObjectIdentifier(MainQueueWait.self)] = work.mainQueueWait
        failure = .deadlock(at: now, waits: waitDescriptions(), pending: pendingDescriptions())
    }

    /// How a run ends for which nothing is left to happen.
    mutating func idleEnd() -> World.RunResult {
        kept[ObjectIdentifier(MainQueueWait.self)] = work.mainQueueWait
        let (waits, pending) = (waitDescriptions(), pendingDescriptions())
        return waits.isEmpty
            ? .idle(pending: pending) : .failed(.deadlock(at: now, waits: waits, pending: pending))
    }

    /// Which threads of apps wait for what, one line each.
    func waitDescriptions() -> [String] {
        WaitText.lines(of: work) { "\(Instant(nanoseconds: $0))" }
    }
}

/// Kept with a world in a deadlock: where code on the main queue waits for the main queue.
struct MainQueueWait: Sendable {
    let caller: CallPlace?
}

extension AppWork {
    fileprivate var mainQueueWait: MainQueueWait? {
        strands.first { $0.wait == .queue(Self.mainQueue) && $0.queues.first == Self.mainQueue }.map {
            MainQueueWait(caller: CallPlace.of($0.origin.addresses.filter { $0 != 0 }))
        }
    }
}

extension Strand {
    /// Whether its call can return without what it waits for.
    fileprivate var canEnd: Bool {
        switch wait {
        case .lock, .queue, .thread: false
        case .sleep, .semaphore, .group, .condition, .turn, .runLoop, .idle: true
        }
    }

    /// Whether it is a piece, or the test itself, that waits for what only others can give it.
    fileprivate var isStuck: Bool {
        guard deadline == nil, !isOfApp, let kept = keepsake as? StrandTurn else { return false }
        switch wait {
        case .semaphore, .group, .condition, .lock, .queue, .thread: return kept.turn?.isDrains == true
        case .sleep, .turn, .runLoop, .idle: return false
        }
    }
}
