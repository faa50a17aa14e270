import BluetoothTypes
import FaradayAppTime

// Threads that nobody will ever wake.
extension WorldState {
    /// Whether a piece of the apps' work, which may be the test itself, waits for what only others can give it.
    var hasStuckWork: Bool { !work.strands.isEmpty && work.strands.contains(where: \.isStuck) }

    /// Nothing is left to happen, or nothing that a blocked test waits for comes in time: lets the test's thread go on, and
    /// makes the world fail. Returns whether there was one.
    mutating func breakDeadlock() -> Bool {
        let ofTest = work.strands.last { strand in
            guard let kept = strand.keepsake as? StrandTurn else { return false }
            return kept.turn.map { $0.runs > 0 } ?? !strand.isOfApp
        }
        guard let strand = ofTest ?? (driver.runs.scopes > 0 ? work.strands.last(where: \.isStuck) : nil)
        else {
            return false
        }
        if failure == nil {
            failure = .deadlock(at: now, waits: waitDescriptions(), pending: pendingDescriptions())
        }
        work.break(strand, .deadlocked)
        return true
    }

    /// How a run ends for which nothing is left to happen.
    func idleEnd() -> World.RunResult {
        let (waits, pending) = (waitDescriptions(), pendingDescriptions())
        return waits.isEmpty
            ? .idle(pending: pending) : .failed(.deadlock(at: now, waits: waits, pending: pending))
    }

    /// Which threads of apps wait for what, one line each.
    func waitDescriptions() -> [String] {
        work.strands.filter { $0.wait != .idle }.map { strand in
            WaitText(strand, in: work).text + ", since \(Instant(nanoseconds: strand.since)) s"
        }
    }
}

extension Strand {
    /// Whether it is a piece, or the test itself, that waits for what only others can give it.
    fileprivate var isStuck: Bool {
        guard deadline == nil, !isOfApp, let kept = keepsake as? StrandTurn else { return false }
        switch wait {
        case .semaphore, .group, .condition, .lock, .queue, .thread: return kept.turn?.isDrains == true
        case .sleep, .turn, .runLoop, .idle: return false
        }
    }
}
