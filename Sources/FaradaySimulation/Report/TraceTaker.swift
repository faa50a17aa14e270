import FaradayEngine

/// Takes the records out of a world's trace, for code that writes them to a file as the world runs.
package struct TraceTaker: Sendable {
    private let world: World

    package init(_ world: World) { self.world = world }

    /// The records since the last call, oldest first.
    package func take() -> [TraceRecord] { world.lock.withLock { $0.trace.takeAll() } }

    /// How many records have been lost so far: they were overwritten before anybody took them.
    package var lostCount: Int { world.lock.withLock { $0.trace.lost } }

    /// From now on records that are taken stay in the trace as well: somebody else reads it while the world runs.
    package func keepTaken() { world.lock.withLock { $0.trace.keepsTaken = true } }

    /// Nobody takes records any more: the trace stops, unless somebody else reads it.
    package func end() {
        guard !world.lock.withLock({ $0.trace.keepsTaken }) else { return }
        world.stopTrace()
    }
}
