import BluetoothTypes

extension World {
    /// Counts from now on what the world reaches; `coverage` has the counts.
    ///
    /// It is counted from the values of the trace, so this starts a trace of one record if there is none. Until then it
    /// costs nothing. A second call changes nothing.
    public func recordCoverage() { CoverageLog.start(in: self) }

    /// What the world has reached since `recordCoverage()`.
    public var coverage: Coverage {
        kept(as: CoverageLog.self)?.counter.withLock { $0.coverage } ?? Coverage()
    }
}

/// The counter of a world, shared with the listener of its trace.
private final class CoverageLog: Sendable {
    let counter = World.Lock(CoverageCounter())

    static func start(in world: World) {
        world.lock.withLock { state in
            let key = ObjectIdentifier(CoverageLog.self)
            guard state.kept[key] == nil else { return }
            let log = CoverageLog()
            state.kept[key] = log
            state.trace.listener = { record in
                if record.isOfStory { log.counter.withLock { $0.add(record) } }
            }
            if !state.trace.isOn { state.trace.start(capacity: 1) }
        }
    }
}
