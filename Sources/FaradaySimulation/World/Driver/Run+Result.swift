import BluetoothTypes

/// Where a run was called.
struct CallSite {
    let fileID: StaticString
    private let filePath: StaticString
    let line: UInt

    init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt) {
        (self.fileID, self.filePath, self.line) = (fileID, filePath, line)
    }

    /// Created only when needed: texts for each run would cost more than many runs.
    var place: SourcePlace { SourcePlace(fileID: fileID, filePath: filePath, line: line) }
}

extension Run {
    /// When the run must end if it begins at `start`; at most the last instant that there is.
    func end(from start: Instant) -> Instant {
        let (end, overflow) = start.nanoseconds.addingReportingOverflow(max(0, timeout.count))
        return Instant(nanoseconds: overflow ? .max : end)
    }

    func result(of outcome: Outcome) -> World.RunResult {
        switch (outcome, kind) {
        case (.met, _), (.visible, _), (.crowded, _), (.busy, _), (.paced, _): .met
        // The run has done what it was to do. What is pending in a large world takes longer to tell than a second of
        // virtual time, and nobody reads it.
        case (.limit, .duration), (.dry, .duration), (.dry, .toIdle), (.limit, .loop), (.dry, .loop): .met
        case (.limit, _): .timedOut(pending: lock.withLock { $0.pendingDescriptions() })
        case (.dry, .conditional): lock.withLock { $0.idleEnd() }
        case (.failed(let error), _): .failed(error)
        }
    }

    /// Throws if the run did not do what its caller asked for, and stores the state of the world then.
    func check(_ result: World.RunResult) throws(World.RunError) {
        let error: World.RunError
        switch (kind, result) {
        case (_, .failed(let failure)): error = failure
        case (_, .met), (.duration, _), (.loop, _), (.toIdle, .idle): return
        case (_, .timedOut(let pending)): error = .timedOut(after: timeout, pending: pending)
        case (.conditional, .idle(let pending)): error = .idle(at: world.now, pending: pending)
        }
        lock.withLock { $0.keepSnapshot(of: error, at: site.place) }
        throw error
    }
}
