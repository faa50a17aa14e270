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
        Run(self, .conditional, timeout, CallSite(fileID, filePath, line)).now(condition)
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
        try check(Run(self, .conditional, timeout, site).now(condition), timeout, site)
    }

    /// Drives the world for `time`. Afterwards the clock has moved by exactly that much.
    ///
    /// Throws only when a bound is reached, a misuse counts as a failure or the test made a `Mistake`.
    public func run(
        for time: Nanoseconds, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line
    ) throws(RunError) {
        let site = CallSite(fileID, filePath, line)
        try checkFailure(Run(self, .duration, time, site).now { false }, site)
    }

    /// Drives the world until nothing is left to happen; throws `RunError.timedOut` after `timeout`.
    ///
    /// A world with a device that advertises never becomes idle: use `runUntilRequestsAreDone()` there.
    public func runUntilIdle(
        timeout: Nanoseconds = .hours(24), fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line
    ) throws(RunError) {
        let site = CallSite(fileID, filePath, line)
        try checkIdle(Run(self, .toIdle, timeout, site).now { false }, timeout, site)
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
        await Run(self, .conditional, timeout, CallSite(fileID, filePath, line)).here(isolation, condition)
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
        try check(await Run(self, .conditional, timeout, site).here(isolation, condition), timeout, site)
    }

    /// Drives the world for `time`. Afterwards the clock has moved by exactly that much.
    ///
    /// Throws only when a bound is reached, a misuse counts as a failure or the test made a `Mistake`.
    public func run(
        for time: Nanoseconds, isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) async throws(RunError) {
        let site = CallSite(fileID, filePath, line)
        try checkFailure(await Run(self, .duration, time, site).here(isolation) { false }, site)
    }

    /// Drives the world until nothing is left to happen; throws `RunError.timedOut` after `timeout`.
    ///
    /// A world with a device that advertises never becomes idle: use `runUntilRequestsAreDone()` there.
    public func runUntilIdle(
        timeout: Nanoseconds = .hours(24), isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) async throws(RunError) {
        let site = CallSite(fileID, filePath, line)
        try checkIdle(await Run(self, .toIdle, timeout, site).here(isolation) { false }, timeout, site)
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
    package var lastRunPlace: SourcePlace? { lock.withLock { $0.shell.lastSite }?.place }

    /// A wait of the test framework begins in this line.
    package func noteWait(file: StaticString, line: UInt) {
        lock.withLock { $0.shell.lastSite = CallSite(file, file, line) }
    }

    /// The state of the world when a run last threw. The error itself has no source location, and objects of the app
    /// may be released while it propagates.
    package var failedRun: WorldSnapshot? { lock.withLock { $0.failedRun } }

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
