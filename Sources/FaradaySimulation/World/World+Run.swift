import BluetoothTypes

// MARK: Driving from synchronous code

extension World {
    /// Drives the world until `condition` holds, and says how it ended.
    ///
    /// The condition is looked at after every event, when all callbacks have run; keep it cheap. The run
    /// ends with `.idle` as soon as nothing can happen any more, and with `.timedOut` after `timeout` of
    /// virtual time. Not from inside a callback: that traps.
    public func attempt(until condition: () -> Bool, timeout: Nanoseconds = .minutes(10)) -> RunResult {
        if isPaced { return attemptPaced(until: condition, timeout: timeout) }
        return result(of: runNow(until: timeout, .conditional, condition))
    }

    /// Drives the world until `condition` holds.
    ///
    /// Throws `RunError.timedOut` after `timeout` of virtual time, and `RunError.idle` as soon as nothing
    /// can happen any more; both list what was pending.
    ///
    /// ```swift
    /// try world.run(until: { app.isConnected }, timeout: .seconds(30))
    /// ```
    public func run(
        until condition: () -> Bool, timeout: Nanoseconds = .minutes(10), fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(RunError) {
        try check(attempt(until: condition, timeout: timeout), timeout, fileID, line)
    }

    /// Drives the world for `time`; the clock has then moved by exactly that much.
    ///
    /// Throws only when a bound is reached or a misuse counts as a failure.
    public func run(for time: Nanoseconds) throws(RunError) {
        if isPaced {
            try checkFailure(attemptPaced(until: { false }, timeout: time))
        } else {
            try checkFailure(result(of: runNow(until: time, .duration, { false })))
        }
    }

    /// Drives the world until nothing is left to happen; throws `RunError.timedOut` after `timeout`. A
    /// device that advertises keeps a world busy for ever.
    public func runUntilIdle(timeout: Nanoseconds = .hours(24)) throws(RunError) {
        try checkIdle(result(of: runNow(until: timeout, .toIdle, { false })), timeout)
    }

    private enum Kind {
        case conditional
        /// The clock moves to the end even when nothing happens.
        case duration
        case toIdle
    }

    private func runNow(until timeout: Nanoseconds, _ kind: Kind, _ condition: () -> Bool) -> Outcome {
        claim()
        let limit = beginRun(timeout)
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
    /// The condition runs where the caller runs. Inside a test that uses the world as its task executor
    /// the jobs of its tasks run along; an actor's other jobs run whenever app code has run.
    public func attempt(
        until condition: () -> Bool, timeout: Nanoseconds = .minutes(10),
        isolation: isolated (any Actor)? = #isolation
    ) async -> RunResult {
        if isPaced { return await attemptPaced(until: condition, timeout: timeout) }
        return result(
            of: await runHere(until: timeout, .conditional, isolation, condition))
    }

    /// Drives the world until `condition` holds.
    ///
    /// Throws `RunError.timedOut` after `timeout` of virtual time, and `RunError.idle` as soon as nothing
    /// can happen any more; both list what was pending.
    ///
    /// ```swift
    /// try await world.run(until: { app.isConnected }, timeout: .seconds(30))
    /// ```
    public func run(
        until condition: () -> Bool, timeout: Nanoseconds = .minutes(10),
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws(RunError) {
        let result = await attempt(until: condition, timeout: timeout, isolation: isolation)
        try check(result, timeout, fileID, line)
    }

    /// Drives the world for `time`; the clock has then moved by exactly that much.
    ///
    /// Throws only when a bound is reached or a misuse counts as a failure.
    public func run(
        for time: Nanoseconds, isolation: isolated (any Actor)? = #isolation
    ) async throws(RunError) {
        if isPaced {
            try checkFailure(await attemptPaced(until: { false }, timeout: time))
        } else {
            let outcome = await runHere(until: time, .duration, isolation, { false })
            try checkFailure(result(of: outcome))
        }
    }

    /// Drives the world until nothing is left to happen; throws `RunError.timedOut` after `timeout`. A
    /// device that advertises keeps a world busy for ever.
    public func runUntilIdle(
        timeout: Nanoseconds = .hours(24), isolation: isolated (any Actor)? = #isolation
    ) async throws(RunError) {
        let outcome = await runHere(until: timeout, .toIdle, isolation, { false })
        try checkIdle(result(of: outcome), timeout)
    }

    /// Drives on the caller's thread where it can, in slices if the caller is an actor, and parks while
    /// another run drives.
    private func runHere(
        until timeout: Nanoseconds, _ kind: Kind, _ isolation: isolated (any Actor)?,
        _ condition: () -> Bool
    ) async -> Outcome {
        let limit = beginRun(timeout)
        var outcome = Outcome.visible
        // Whoever drives may have changed something since the last look here.
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

extension World {
    /// Where the last `run(until:)` was called that threw, `Module/File.swift:12`.
    package var failedRun: String? { lock.withLock { $0.driver.failedRun } }

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

    private func check(
        _ result: RunResult, _ timeout: Nanoseconds, _ fileID: StaticString, _ line: UInt
    ) throws(RunError) {
        if !result.isMet { lock.withLock { $0.driver.failedRun = "\(fileID):\(line)" } }
        switch result {
        case .met: return
        case .timedOut(let pending): throw .timedOut(after: timeout, pending: pending)
        case .idle(let pending): throw .idle(at: now, pending: pending)
        case .failed(let error): throw error
        }
    }

    private func checkIdle(_ result: RunResult, _ timeout: Nanoseconds) throws(RunError) {
        if case .timedOut(let pending) = result { throw .timedOut(after: timeout, pending: pending) }
        try checkFailure(result)
    }

    private func checkFailure(_ result: RunResult) throws(RunError) {
        if case .failed(let error) = result { throw error }
    }
}
