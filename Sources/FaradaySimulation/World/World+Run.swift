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
        let run = Run(self, .conditional, timeout, CallSite(fileID, filePath, line))
        try run.check(run.now(condition))
    }

    /// Drives the world for `time`. Afterwards the clock has moved by exactly that much.
    ///
    /// Throws only when a bound is reached, a misuse counts as a failure or the test made a `Mistake`.
    public func run(
        for time: Nanoseconds, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line
    ) throws(RunError) {
        let run = Run(self, .duration, time, CallSite(fileID, filePath, line))
        try run.check(run.now { false })
    }

    /// Drives the world until nothing is left to happen; throws `RunError.timedOut` after `timeout`.
    ///
    /// A world with a device that advertises never becomes idle: use `runUntilRequestsAreDone()` there.
    public func runUntilIdle(
        timeout: Nanoseconds = .hours(24), fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line
    ) throws(RunError) {
        let run = Run(self, .toIdle, timeout, CallSite(fileID, filePath, line))
        try run.check(run.now { false })
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
        let run = Run(self, .conditional, timeout, CallSite(fileID, filePath, line))
        try run.check(await run.here(isolation, condition))
    }

    /// Drives the world for `time`. Afterwards the clock has moved by exactly that much.
    ///
    /// Throws only when a bound is reached, a misuse counts as a failure or the test made a `Mistake`.
    public func run(
        for time: Nanoseconds, isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) async throws(RunError) {
        let run = Run(self, .duration, time, CallSite(fileID, filePath, line))
        try run.check(await run.here(isolation) { false })
    }

    /// Drives the world until nothing is left to happen; throws `RunError.timedOut` after `timeout`.
    ///
    /// A world with a device that advertises never becomes idle: use `runUntilRequestsAreDone()` there.
    public func runUntilIdle(
        timeout: Nanoseconds = .hours(24), isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) async throws(RunError) {
        let run = Run(self, .toIdle, timeout, CallSite(fileID, filePath, line))
        try run.check(await run.here(isolation) { false })
    }
}

// MARK: - Afterwards

extension World {
    /// The test's last run or wait, for what is found at the end of the test.
    package var lastRunPlace: SourcePlace? { lock.withLock { $0.shell.lastSite }?.place }

    /// A wait of the test framework begins in this line.
    package func noteWait(file: StaticString, line: UInt) {
        lock.withLock { $0.shell.lastSite = CallSite(file, file, line) }
    }
}
