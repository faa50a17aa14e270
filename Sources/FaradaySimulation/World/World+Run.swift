import BluetoothTypes

// MARK: Driving from synchronous code

extension World {
    /// Drives the world until `condition` holds, and says how it ended.
    ///
    /// The world checks the condition after every event, when all callbacks have run; keep it cheap. The run ends with
    /// `.idle` as soon as nothing can happen any more, and with `.timedOut` after `timeout` of virtual time. A call
    /// inside a callback is a `Mistake`, and nothing runs.
    public func attempt(
        until condition: () -> Bool, timeout: Nanoseconds = .minutes(10), fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line
    ) -> RunResult {
        attempt(until: condition, timeout, CallSite(fileID, filePath, line))
    }

    private func attempt(until condition: () -> Bool, _ timeout: Nanoseconds, _ site: CallSite) -> RunResult {
        if isPaced { return attemptPaced(until: condition, timeout: timeout) }
        return result(of: runNow(until: timeout, .conditional, site, condition))
    }

    /// Drives the world until `condition` holds.
    ///
    /// Throws `RunError.timedOut` after `timeout` of virtual time, and `RunError.idle` as soon as nothing can happen
    /// any more. Both errors list what is pending.
    ///
    /// ```swift
    /// try world.run(until: { app.isConnected }, timeout: .seconds(30))
    /// ```
    public func run(
        until condition: () -> Bool, timeout: Nanoseconds = .minutes(10), fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line
    ) throws(RunError) {
        let site = CallSite(fileID, filePath, line)
        try check(attempt(until: condition, timeout, site), timeout, site)
    }

    /// Drives the world for `time`. Afterwards the clock has moved by exactly that much.
    ///
    /// Throws only when a bound is reached, a misuse counts as a failure or the test made a `Mistake`.
    public func run(
        for time: Nanoseconds, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line
    ) throws(RunError) {
        let site = CallSite(fileID, filePath, line)
        if isPaced {
            try checkFailure(attemptPaced(until: { false }, timeout: time), site)
        } else {
            try checkFailure(result(of: runNow(until: time, .duration, site, { false })), site)
        }
    }

    /// Drives the world until nothing is left to happen; throws `RunError.timedOut` after `timeout`.
    ///
    /// A world with a device that advertises never becomes idle: use `runUntilRequestsAreDone()` there.
    public func runUntilIdle(
        timeout: Nanoseconds = .hours(24), fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line
    ) throws(RunError) {
        let site = CallSite(fileID, filePath, line)
        try checkIdle(result(of: runNow(until: timeout, .toIdle, site, { false })), timeout, site)
    }

    private enum Kind {
        case conditional
        /// The clock moves to the end even when nothing happens.
        case duration
        case toIdle
    }

    private func runNow(
        until timeout: Nanoseconds, _ kind: Kind, _ site: CallSite, _ condition: () -> Bool
    ) -> Outcome {
        if let refusal = lock.withLock({ $0.refusal }) { return .failed(.mistake(refusal)) }
        if let problem = claim() { return .failed(.mistake(report(problem, at: site.place))) }
        let limit = beginRun(timeout, site)
        let outcome = drive(
            until: limit, isSliced: false, isBatch: kind != .conditional, condition: condition)
        if kind == .duration, case .dry = outcome { advanceClock(to: limit) }
        endRun()
        release()
        return outcome
    }
}

// MARK: Driving from asynchronous code

extension World {
    /// Drives the world until `condition` holds, and says how it ended.
    ///
    /// The condition runs where the caller runs. In a test that uses the world as its task executor, the run also runs
    /// the jobs of the test's tasks. If the caller is an actor, the actor's other jobs run each time app code has run.
    public func attempt(
        until condition: () -> Bool, timeout: Nanoseconds = .minutes(10),
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line
    ) async -> RunResult {
        await attempt(until: condition, timeout, isolation, CallSite(fileID, filePath, line))
    }

    private func attempt(
        until condition: () -> Bool, _ timeout: Nanoseconds, _ isolation: isolated (any Actor)?,
        _ site: CallSite
    ) async -> RunResult {
        if isPaced { return await attemptPaced(until: condition, timeout: timeout) }
        return result(of: await runHere(until: timeout, .conditional, isolation, site, condition))
    }

    /// Drives the world until `condition` holds.
    ///
    /// Throws `RunError.timedOut` after `timeout` of virtual time, and `RunError.idle` as soon as nothing can happen
    /// any more. Both errors list what is pending.
    ///
    /// ```swift
    /// try await world.run(until: { app.isConnected }, timeout: .seconds(30))
    /// ```
    public func run(
        until condition: () -> Bool, timeout: Nanoseconds = .minutes(10),
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line
    ) async throws(RunError) {
        let site = CallSite(fileID, filePath, line)
        try check(await attempt(until: condition, timeout, isolation, site), timeout, site)
    }

    /// Drives the world for `time`. Afterwards the clock has moved by exactly that much.
    ///
    /// Throws only when a bound is reached, a misuse counts as a failure or the test made a `Mistake`.
    public func run(
        for time: Nanoseconds, isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) async throws(RunError) {
        let site = CallSite(fileID, filePath, line)
        if isPaced {
            try checkFailure(await attemptPaced(until: { false }, timeout: time), site)
        } else {
            let outcome = await runHere(until: time, .duration, isolation, site, { false })
            try checkFailure(result(of: outcome), site)
        }
    }

    /// Drives the world until nothing is left to happen; throws `RunError.timedOut` after `timeout`.
    ///
    /// A world with a device that advertises never becomes idle: use `runUntilRequestsAreDone()` there.
    public func runUntilIdle(
        timeout: Nanoseconds = .hours(24), isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) async throws(RunError) {
        let site = CallSite(fileID, filePath, line)
        let outcome = await runHere(until: timeout, .toIdle, isolation, site, { false })
        try checkIdle(result(of: outcome), timeout, site)
    }

    /// Drives on the caller's thread if possible, in slices if the caller is an actor. Parks while another run drives.
    private func runHere(
        until timeout: Nanoseconds, _ kind: Kind, _ isolation: isolated (any Actor)?, _ site: CallSite,
        _ condition: () -> Bool
    ) async -> Outcome {
        if let refusal = lock.withLock({ $0.refusal }) { return .failed(.mistake(refusal)) }
        if lock.withLock({ $0.driver.isInsideCallback(currentThread()) }) {
            return .failed(.mistake(report(Self.insideCallback, at: site.place)))
        }
        let limit = beginRun(timeout, site)
        var outcome = Outcome.visible
        // The driver may have changed something since this run last checked its condition.
        var hasLooked = false
        while case .visible = outcome {
            if claimIfFree() {
                outcome = drive(
                    until: limit, isSliced: isolation != nil, isBatch: kind != .conditional,
                    condition: condition)
                release()
                if case .visible = outcome { await Task.yield() }
                hasLooked = false
                continue
            }
            let wake = await withUnsafeContinuation { continuation in park(continuation, limit, hasLooked) }
            hasLooked = true
            if condition() {
                outcome = .met
            } else if case .failed(let error) = wake {
                outcome = .failed(error)
            } else if case .dry = wake {
                outcome = .dry
            } else if now >= limit {
                outcome = .limit
            }
        }
        if kind == .duration, case .dry = outcome { advanceClock(to: limit) }
        endRun()
        return outcome
    }

    private func park(
        _ continuation: UnsafeContinuation<ParkedRun.Wake, Never>, _ limit: Instant, _ hasLooked: Bool
    ) {
        let summons = lock.withLock { state in
            state.driver.awake -= 1
            if !hasLooked { state.driver.parkedShouldLook = true }
            state.driver.parked.append(ParkedRun(continuation: continuation, limit: limit))
            return state.summons()
        }
        if summons != .nobody { answer(summons) }
    }
}

// MARK: - Results

/// Where a run was called.
struct CallSite {
    private let fileID: StaticString
    private let filePath: StaticString
    private let line: UInt

    init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt) {
        (self.fileID, self.filePath, self.line) = (fileID, filePath, line)
    }

    /// Created only when needed: texts for each run would cost more than many runs.
    var place: SourcePlace { SourcePlace(fileID: fileID, filePath: filePath, line: line) }
}

extension World {
    /// The test's last run or wait, for what is found at the end of the test.
    package var lastRunPlace: SourcePlace? { lock.withLock { $0.driver.lastSite }?.place }

    /// A wait of the test framework begins in this line.
    package func noteWait(file: StaticString, line: UInt) {
        lock.withLock { $0.driver.lastSite = CallSite(file, file, line) }
    }

    /// The state of the world when a run last threw. The error itself has no source location, and objects of the app
    /// may be released while it propagates.
    package var failedRun: WorldSnapshot? { lock.withLock { $0.failedRun } }

    private func advanceClock(to limit: Instant) {
        lock.withLock { state in
            if state.scheduler.count == 0 { state.scheduler.advance(to: limit) }
        }
    }

    private func result(of outcome: Outcome) -> RunResult {
        switch outcome {
        case .met, .visible: .met
        case .limit: .timedOut(pending: lock.withLock { $0.pendingDescriptions() })
        case .dry: .idle(pending: lock.withLock { $0.pendingDescriptions() })
        case .failed(let error): .failed(error)
        }
    }

    func check(_ result: RunResult, _ timeout: Nanoseconds, _ site: CallSite) throws(RunError) {
        switch result {
        case .met: return
        case .timedOut(let pending): throw fail(.timedOut(after: timeout, pending: pending), site)
        case .idle(let pending): throw fail(.idle(at: now, pending: pending), site)
        case .failed(let error): throw fail(error, site)
        }
    }

    private func checkIdle(
        _ result: RunResult, _ timeout: Nanoseconds, _ site: CallSite
    ) throws(RunError) {
        if case .timedOut(let pending) = result {
            throw fail(.timedOut(after: timeout, pending: pending), site)
        }
        try checkFailure(result, site)
    }

    private func checkFailure(_ result: RunResult, _ site: CallSite) throws(RunError) {
        if case .failed(let error) = result { throw fail(error, site) }
    }

    /// Stores the state of the world and returns `error`.
    private func fail(_ error: RunError, _ site: CallSite) -> RunError {
        lock.withLock { $0.failedRun = $0.snapshot(of: error, at: site.place) }
        return error
    }
}
