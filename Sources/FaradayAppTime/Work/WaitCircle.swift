/// Blocked threads that wait for each other: each for a lock that another has, or for a queue that another is on.
///
/// Nothing that happens in the world, and no time, can end that. So it is told at once, and not when nothing else is left.
package struct WaitCircle {
    private let strands: [Strand]
    private let queues: WorkQueues

    package init(_ strands: [Strand], on queues: WorkQueues) {
        (self.strands, self.queues) = (strands, queues)
    }

    /// Whether a strand waits, over others, for itself.
    package func contains(_ strand: Strand) -> Bool {
        var seen: [Strand] = []
        var open = holders(of: strand)
        while let next = open.popLast() {
            if next === strand { return true }
            guard !seen.contains(where: { $0 === next }) else { continue }
            seen.append(next)
            open += holders(of: next)
        }
        return false
    }

    /// The strands that must go on before this one can.
    private func holders(of strand: Strand) -> [Strand] {
        guard strand.deadline == nil, !strand.isReady else { return [] }
        switch strand.wait {
        case .lock(let owner): return strands.filter { $0.thread == owner }
        case .queue(let queue):
            // Who is on another queue stops a barrier at most, and who waits there waits for pieces in front.
            guard queues.isSerial(queue) else { return [] }
            return strands.filter { other in
                other.queues.contains(queue)
                    || queue == AppWork.mainQueue && other.blocksMain
            }
        case .sleep, .semaphore, .group, .condition, .turn, .thread, .runLoop, .idle: return []
        }
    }
}
