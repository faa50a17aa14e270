import BluetoothTypes

extension World {
    /// What apps have asked of their phones and was not answered yet, and what they scan for, one line each:
    /// `phone: readValue 2A19 (Battery Level) of HR-1`.
    public var openRequests: [String] { lock.withLock { $0.requestDescriptions($0.traceNames) } }

    /// Drives the world until everything that apps have asked for is answered, and the callbacks have asked for nothing
    /// more.
    ///
    /// Requests are those that end with a callback: a manager's first state, connecting and cancelling, discoveries,
    /// reads, writes, subscribing, signal strength, channels, adding a service, starting to advertise. A scan or a
    /// subscription that goes on is none, so other than `runUntilIdle()` this ends in a world with devices that
    /// advertise.
    ///
    /// ```swift
    /// app.refresh()
    /// try world.runUntilRequestsAreDone()
    /// #expect(app.battery == 87)
    /// ```
    ///
    /// - Parameters:
    ///   - countingConnects: Whether a connect is waited for. CoreBluetooth's has no timeout: say `false` where an app
    ///     connects again to a device that is not there.
    ///   - timeout: Virtual time, after which this throws `RunError.timedOut`, which lists what is open.
    ///   - fileID: The caller's file, for reports.
    ///   - filePath: The path of that file.
    ///   - line: The caller's line.
    public func runUntilRequestsAreDone(
        countingConnects: Bool = true, timeout: Nanoseconds = .minutes(10), fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line
    ) throws(RunError) {
        try run(
            until: { !hasOpenRequests(countingConnects) }, timeout: timeout, fileID: fileID,
            filePath: filePath,
            line: line)
    }

    /// Drives the world until everything that apps have asked for is answered, and the callbacks have asked for nothing
    /// more; as its synchronous form.
    public func runUntilRequestsAreDone(
        countingConnects: Bool = true, timeout: Nanoseconds = .minutes(10),
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line
    ) async throws(RunError) {
        try await run(
            until: { !hasOpenRequests(countingConnects) }, timeout: timeout, isolation: isolation,
            fileID: fileID, filePath: filePath, line: line)
    }

    private func hasOpenRequests(_ countsConnects: Bool) -> Bool {
        lock.withLock { state in
            state.hasWork
                || state.phones.contains {
                    state.phone($0).stack.model.hasOpenRequests(countsConnects: countsConnects)
                }
        }
    }
}
