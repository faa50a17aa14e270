import BluetoothTypes

/// How far a world may go in all its runs together, and how often it was asked for more.
///
/// Each run has its own limits. A test that begins one after the other in a loop would never end.
struct LifeLimit: Hashable {
    /// The last instant that the clock reaches.
    var horizon = Instant(nanoseconds: .max)
    /// How many events may happen and runs may begin.
    var steps = Int.max
    /// How many runs have begun.
    private(set) var runs = 0
    /// How many runs have wanted more than there is.
    private(set) var refusals = 0

    /// A test that has been refused so often goes on whatever it is told.
    private static let mostRefusals = 1_000

    /// Whether who calls the world again can't be told to stop.
    var isIgnored: Bool { refusals > Self.mostRefusals }

    mutating func begin() { runs += 1 }

    mutating func refuse() { refusals += 1 }

    /// Events and runs so far.
    func stepsTaken(_ events: UInt64) -> Int { Int(clamping: events) + runs }

    /// How many steps are left after so many events.
    private func stepsLeft(_ events: UInt64) -> Int {
        let (left, overflow) = steps.subtractingReportingOverflow(stepsTaken(events))
        return overflow ? 0 : max(0, left)
    }

    /// How many events a driver that begins after so many may let happen.
    func budget(_ events: UInt64, _ bounds: World.Bounds) -> Int { min(bounds.events, stepsLeft(events)) }

    /// The bound that a driver has reached whose budget is used up.
    func spent(_ events: UInt64, _ bounds: World.Bounds) -> World.Bound {
        stepsLeft(events) == 0 ? .steps(steps) : .events(bounds.events)
    }

    /// Whether a run that ends at `end` ends there because of this limit.
    func isReached(at end: Instant) -> Bool { end >= horizon && horizon != Instant(nanoseconds: .max) }
}

/// Ends the process of a test that goes on whatever it is told: why, and in which line.
package typealias EndlessTest = @Sendable (String, StaticString, UInt) -> Never

extension World.RunError {
    /// Whether the world has gone as far as it may in all its runs.
    package var isOfLife: Bool {
        switch self {
        case .boundReached(.virtualTime, _), .boundReached(.steps, _): true
        case .boundReached, .timedOut, .idle, .deadlock, .misuse, .mistake: false
        }
    }
}

// MARK: - Runs that want more

extension Run {
    /// What became of a run: if it has come to the end of its world, it has failed.
    func judged(_ outcome: Outcome, at end: Instant) -> Outcome {
        switch (outcome, kind) {
        case (.limit, _), (.dry, .duration), (.dry, .loop): break
        default: return outcome
        }
        return lock.withLock { state in
            guard state.driver.life.isReached(at: end) else { return outcome }
            let bound = World.Bound.virtualTime(state.driver.life.horizon - .zero)
            return .failed(.boundReached(bound, pending: state.pendingDescriptions()))
        }
    }

    /// Counts a failed run if its world has gone as far as it may. Returns whether its caller goes on nevertheless, again and
    /// again.
    ///
    /// - Parameter canBeLeft: Whether the caller is a task, which can be left where it is once its world is stopped.
    func isIgnored(_ outcome: Outcome, canBeLeft: Bool) -> Bool {
        guard case .failed(let error) = outcome else { return false }
        return lock.withLock { state in
            guard error.isOfLife || canBeLeft && state.refusal != nil else { return false }
            state.driver.life.refuse()
            if error.isOfLife { state.shell.overrun = error }
            return state.driver.life.isIgnored
        }
    }

    /// Ends the process: its code calls the world in a loop, whatever it is told.
    func endProcess() {
        let (endless, error) = lock.withLock { ($0.shell.endless, $0.shell.overrun) }
        let text = error.map { "\($0)" } ?? ""
        endless?(
            "it runs its world here again and again, although that fails. \(text)", site.fileID, site.line)
    }
}

extension DriverShell {
    /// A deadlock was broken once more. A test that begins the next one each time, at the end of its world, never ends.
    func noteBrokenDeadlock(_ life: inout LifeLimit, isAtEnd: Bool, _ failure: World.RunError?) {
        guard isAtEnd else { return }
        life.refuse()
        guard life.isIgnored else { return }
        let text = failure.map { "\($0)" } ?? ""
        endless?("it waits again and again, although nothing comes. \(text)", #fileID, #line)
    }
}

/// A world's life: all its runs together.
package struct WorldLife: Sendable {
    private let world: World

    package init(of world: World) { self.world = world }

    /// Limits how far the world goes in all its runs; then runs fail.
    ///
    /// - Parameters:
    ///   - horizon: The last instant that the clock reaches.
    ///   - steps: How many events may happen and runs may begin.
    ///   - endless: Called if the test goes on for ever, whatever it is told, and can't be left where it is.
    package func limit(to horizon: Instant, steps: Int, endless: @escaping EndlessTest) {
        world.lock.withLock { state in
            state.driver.life.horizon = horizon
            state.driver.life.steps = steps
            state.driver.bodyHorizon = min(state.driver.bodyHorizon, horizon)
            state.shell.endless = endless
        }
    }

    /// The last error of a run that wanted more than there is.
    package var overrun: World.RunError? { world.lock.withLock { $0.shell.overrun } }

    /// Whether the test runs the world again and again, though that fails.
    package var isIgnored: Bool { world.lock.withLock { $0.driver.life.isIgnored } }

    /// How far the world has come: its clock, and its events and runs.
    package var way: (time: Instant, steps: Int) {
        world.lock.withLock { ($0.now, $0.driver.life.stepsTaken($0.scheduler.eventCount)) }
    }
}
