import FaradaySimulation

/// What crossed the stairs of a world, as typed values.
extension World {
    /// The kept records of the trace, oldest first; `startTrace(capacity:)` begins to keep them.
    ///
    /// ```swift
    /// world.startTrace()
    /// let packets = world.trace.compactMap { if case .hci(let packet) = $0.payload { packet } else { nil } }
    /// ```
    public var trace: [TraceRecord] { records }

    /// The new records since `position`, and the position for the next call. Records that are no longer kept are left
    /// out.
    ///
    /// ```swift
    /// let (records, next) = world.trace(since: position)
    /// ```
    public func trace(since position: Int) -> (records: [TraceRecord], position: Int) {
        TraceReader(self).records(since: position)
    }

    /// Takes the kept records out, for code that writes them to a file as the world runs.
    public func takeTrace() -> [TraceRecord] { TraceTaker(self).take() }

    /// How many records have been lost so far: they were overwritten before `takeTrace()` took them.
    public var lostTraceCount: Int { TraceTaker(self).lostCount }
}
