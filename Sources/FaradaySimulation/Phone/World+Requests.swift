import BluetoothTypes
import CoreBluetoothModel

extension World {
    /// The requests of apps that their phones have not answered yet, and what the apps scan for, one line each:
    /// `phone: readValue 2A19 (Battery Level) of HR-1`.
    public var openRequests: [String] { lock.withLock { $0.requestDescriptions($0.traceNames) } }

    /// Drives the world until every request of every app is answered and the callbacks have made no new request.
    ///
    /// Requests are calls that end with a callback: a manager's first state, connecting and cancelling, discoveries,
    /// reads, writes, subscribing, signal strength, channels, adding a service, starting to advertise. A scan or a
    /// subscription that continues does not count. So this also ends in a world with devices that advertise, other than
    /// `runUntilIdle()`.
    ///
    /// ```swift
    /// app.refresh()
    /// try world.runUntilRequestsAreDone()
    /// #expect(app.battery == 87)
    /// ```
    ///
    /// - Parameters:
    ///   - countingConnects: Whether the run waits for connects. CoreBluetooth's connect has no timeout: pass `false`
    ///     if an app reconnects to a device that is not there.
    ///   - timeout: The virtual time after which this throws `RunError.timedOut`, which lists the open requests.
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

    /// Drives the world until every request of every app is answered and the callbacks have made no new request, as the
    /// synchronous form does.
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
        lock.withLock { $0.hasOpenRequests(countsConnects) }
    }
}

extension WorldState {
    fileprivate func hasOpenRequests(_ countsConnects: Bool) -> Bool {
        if hasWork || (deliveries?.waiting ?? 0) > 0 { return true }
        for id in phones where OpenRequests.isAny(of: phone(id).stack.model, countsConnects: countsConnects) {
            return true
        }
        return false
    }
}
