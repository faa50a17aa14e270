import Dispatch

extension World {
    /// From now on virtual time follows the wall clock, `speed` virtual seconds per second.
    ///
    /// For previews, demos, UI tests and live bridges. Events run by themselves when they are due, on a thread of the
    /// world, and callbacks are posted to their queues. Runs then wait in real time.
    ///
    /// - Parameters:
    ///   - speed: Above 0; any other value is a `Mistake`, and so is a call inside a callback.
    ///   - fileID: The caller's file, for reports.
    ///   - filePath: The path of that file.
    ///   - line: The caller's line.
    public func pace(
        speed: Double = 1, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line
    ) {
        let site = CallSite(fileID, filePath, line)
        guard speed > 0 && speed.isFinite else {
            report("a world can't be paced \(speed) times as fast as the clock", at: site.place)
            return
        }
        Pacer.start(in: self, speed: speed, at: site)
    }

    /// Ends pacing: from now on virtual time moves only when the world is driven.
    public func stopPacing() {
        let pacer = redirect { state in
            state.catchUp()
            if state.driver.motion.isPaced { state.driver.motion = .byRuns }
            code.update(&state, of: self)
            return state.shell.pacer
        }
        pacer.signal()
    }

    /// Whether virtual time follows the wall clock.
    public var isPaced: Bool { lock.withLock { $0.driver.motion.isPaced } }

    /// How many virtual seconds pass in a second; 0 while the clock is held, `nil` if the world is not paced.
    package var paceSpeed: Double? { lock.withLock { $0.paceSpeed } }

    /// Gives a paced world another speed, at once and from any thread; 0 holds its clock. Runs go on waiting. Returns
    /// whether the world is paced: if it is not, nothing changes.
    package func setPace(_ speed: Double) -> Bool { redirect { $0.setPace(speed) } }

    /// Ends pacing. If nothing has happened in the world, its clock shows zero again, however long the world was paced.
    package func stopPacingAndRestartIfUnused() {
        stopPacing()
        lock.withLock { state in
            if state.scheduler.count == 0, !state.hasWork { state.scheduler.restartIfUnused() }
        }
    }
}

extension WorldState {
    fileprivate var paceSpeed: Double? { driver.motion.isPaced ? shell.pace.speed : nil }

    fileprivate mutating func setPace(_ speed: Double) -> Bool {
        precondition(speed >= 0 && speed.isFinite, "a world can't be paced \(speed) times as fast")
        guard driver.motion.isPaced else { return false }
        catchUp()
        let wall = monotonicNanoseconds()
        shell.pace = Pace(speed: speed, wallOrigin: wall, virtualOrigin: now.nanoseconds)
        shell.pacer.signal()
        return true
    }
}
