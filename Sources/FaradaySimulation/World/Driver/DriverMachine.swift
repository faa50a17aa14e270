import BluetoothTypes

/// Who drives a world, who waits for it, and how its time moves: a value without threads, queues and clocks.
///
/// One thread at a time has the *turn*: it runs callbacks and jobs, and moves the clock. It is the thread of a *run*
/// (`run(until:)` and similar calls) or of the *drain*. The drain works for test bodies that are suspended, for runs
/// that are parked, and for a world that moves by itself. A *pacer* needs no turn: it never waits for app code.
///
/// Threads call the inputs, under the world's lock, and do what the outputs say without it: `Run`, `Drain` and `Pacer`.
/// After every change that may give others something to do they ask `summon` who must be woken.
struct DriverMachine: Hashable {
    /// A number that tells threads apart.
    typealias Thread = UInt

    /// Who has the turn.
    enum State: Hashable {
        /// Nobody, and no drain was called.
        case resting
        /// Nobody, and a drain was called. Its thread is on its way, or between two turns: app code settles then, or the
        /// clock moves.
        case called
        case driven(Turn)
    }

    /// The turn of a thread, with everything on that thread's stack.
    struct Turn: Hashable {
        let thread: Thread
        /// Whether the drain has the turn. Then `runs` are those that a job of the drain has begun.
        let isDrains: Bool
        /// The runs on the thread's stack.
        fileprivate(set) var runs: Int
        fileprivate(set) var activity = Activity.moving
        /// Whether there is a drain. If it is not the driver, it leaves as soon as it sees the turn taken.
        fileprivate(set) var isDrainCalled: Bool
    }

    /// What a driving thread does.
    enum Activity: Hashable {
        /// It runs jobs, checks a condition or moves the clock: a job may begin a run.
        case moving
        /// It is in a callback or a handler. A run there would wait for itself.
        case callback
        /// It sleeps: a run that was woken on another thread still checks its condition.
        case waiting
    }

    /// What the machine has to know of the world when somebody must be woken.
    struct Outlook: Hashable {
        /// Whether callbacks or jobs wait.
        var hasWork: Bool
        /// Whether events wait for their time.
        var hasEvents: Bool
        var now: Instant
    }

    /// Who must be woken.
    struct Summons: OptionSet, Hashable {
        let rawValue: UInt8
        /// A thread for a drain must be started.
        static let drain = Summons(rawValue: 1)
        static let pacer = Summons(rawValue: 2)
        /// The driving thread, which waits.
        static let driver = Summons(rawValue: 4)
        /// The threads that wait for any change of the world.
        static let onlookers = Summons(rawValue: 8)
    }

    private(set) var state = State.resting
    var runs = RunTally()
    var motion = Motion.byRuns
    /// Whether a pacer posts a callback now: what it has taken comes first.
    private(set) var isPosting = false
    /// Whether the clock never moves again.
    private(set) var isStopped = false
    /// The latest time to which the clock moves for suspended test bodies.
    var bodyHorizon = Instant(nanoseconds: .max)
    /// Whether app code ran since the last settling.
    var isUnsettled = false
    /// How many callbacks there were.
    private(set) var callbacks: UInt64 = 0
    /// The threads that wait for the turn.
    private(set) var waiters: [Waiter] = []

    // MARK: What others ask

    /// The thread that drives, 0 if none.
    var thread: Thread { if case .driven(let turn) = state { turn.thread } else { 0 } }

    /// Whether `thread` drives and is inside a callback or a handler.
    func isInsideCallback(_ thread: Thread) -> Bool {
        guard case .driven(let turn) = state else { return false }
        return turn.thread == thread && turn.activity == .callback
    }

    /// Whether the driving thread is inside a callback or a handler.
    var isInCallback: Bool { if case .driven(let turn) = state { turn.activity == .callback } else { false } }

    /// Whether a drain is on its way or works.
    var isDrainCalled: Bool {
        switch state {
        case .resting: false
        case .called: true
        case .driven(let turn): turn.isDrainCalled
        }
    }

    /// Whether nobody drives, and nobody would if nothing held the clock.
    func isAtRest(_ outlook: Outlook) -> Bool {
        guard state == .resting, !isPosting, !outlook.hasWork else { return false }
        return !motion.isHeld || !wantsToMove(outlook, isHeld: false)
    }

    // MARK: Who must be woken

    /// Whether a change concerns nobody else: a driver is at work and finds it by itself. This is nearly always so.
    @inline(__always)
    var isAttended: Bool {
        guard case .driven(let turn) = state else { return false }
        return turn.activity != .waiting && !motion.isPaced
    }

    /// Something may have changed. Returns who must be woken; the drain counts as called from then on.
    mutating func summon(_ outlook: Outlook) -> Summons {
        var summons = Summons()
        if motion.isPaced { summons.insert(.pacer) }
        switch state {
        case .called: break
        case .resting:
            guard wantsDrain(outlook) else { break }
            state = .called
            summons.insert(.drain)
        case .driven(var turn):
            guard turn.activity == .waiting else { break }
            turn.activity = .moving
            state = .driven(turn)
            summons.insert(.driver)
        }
        return summons
    }

    private func wantsDrain(_ outlook: Outlook) -> Bool {
        guard !motion.isPaced, !isPosting else { return false }
        // A run that yields to its actor continues through a job: jobs run even while a run is awake.
        let wantsToRun =
            outlook.hasWork && (runs.scopes > 0 || runs.awake > 0 || motion.isByItself)
        return wantsToRun || wantsToMove(outlook, isHeld: motion.isHeld)
    }

    /// The latest time to which the clock moves without a run.
    private var horizon: Instant { min(motion.horizon, bodyHorizon) }

    /// Whether test bodies are suspended, and nothing in the world will ever wake them: nothing is left to happen, the
    /// clock has reached its horizon, or the world has failed.
    func leavesBodiesWaiting(_ outlook: Outlook, hasFailure: Bool) -> Bool {
        guard state == .resting, !isPosting, !outlook.hasWork else { return false }
        guard runs.scopes > 0, runs.awake == 0, runs.parked.isEmpty else { return false }
        return hasFailure || isStopped || !wantsToMove(outlook, isHeld: false)
    }

    /// Whether the clock may move without a run that drives.
    private func wantsToMove(_ outlook: Outlook, isHeld: Bool) -> Bool {
        guard runs.awake == 0, !isStopped, !isPosting, !isHeld else { return false }
        if !runs.parked.isEmpty { return true }
        return outlook.hasEvents && outlook.now < horizon && (runs.scopes > 0 || motion.isByItself)
    }

    /// From now on the clock does not move. Returns the parked runs, which must be woken.
    mutating func stop() -> [RunTally.Parked] {
        isStopped = true
        return runs.wakeAll()
    }
}

// MARK: - The turn

extension DriverMachine {
    /// A thread that waits for the turn, and what it saw when it began to wait.
    struct Waiter: Hashable {
        let number: Int
        let wasInCallback: Bool
        let callbacks: UInt64
    }

    /// What a thread finds that wants the turn for a run.
    enum Entry: Hashable {
        case granted
        case insideCallback
        case taken
        /// Time is real: the run must wait for it.
        case paced
    }

    /// A thread wants the turn for a run.
    ///
    /// - Parameters:
    ///   - mayNest: Whether a run may drive inside a job of another run on the same thread.
    ///   - waitsInRealTime: Whether the run has nothing to drive in a paced world.
    mutating func enter(_ thread: Thread, mayNest: Bool, waitsInRealTime: Bool) -> Entry {
        if waitsInRealTime, motion.isPaced { return .paced }
        if case .driven(var turn) = state {
            guard turn.thread == thread else { return .taken }
            if turn.activity == .callback { return .insideCallback }
            guard mayNest || turn.runs == 0 else { return .taken }
            turn.runs += 1
            turn.activity = .moving
            state = .driven(turn)
            return .granted
        }
        state = .driven(Turn(thread: thread, isDrains: false, runs: 1, isDrainCalled: state == .called))
        return .granted
    }

    /// A run gives the turn back. Returns the threads that wait for it, which must be woken.
    mutating func leave() -> [Waiter] {
        guard case .driven(var turn) = state, turn.runs > 0 else {
            preconditionFailure("a run gave back a turn that no run had: \(state)")
        }
        turn.runs -= 1
        turn.activity = .moving
        guard turn.runs == 0, !turn.isDrains else {
            state = .driven(turn)
            return []
        }
        return end(turn)
    }

    /// A run that has not got the turn parks until it is woken. Returns `false` if it must not park because nobody would
    /// wake it: it asks for the turn again, and learns why.
    mutating func park(_ run: RunTally.Parked, hasLooked: Bool, waitsInRealTime: Bool) -> Bool {
        if isStopped || waitsInRealTime && motion.isPaced { return false }
        runs.park(run, hasLooked: hasLooked)
        return true
    }

    private mutating func end(_ turn: Turn) -> [Waiter] {
        state = turn.isDrainCalled ? .called : .resting
        defer { waiters = [] }
        return waiters
    }

    /// A thread begins to wait for the turn; `number` tells it from all others that wait.
    mutating func wait(as number: Int) -> Waiter {
        let waiter = Waiter(number: number, wasInCallback: isInCallback, callbacks: callbacks)
        waiters.append(waiter)
        return waiter
    }

    /// A thread has waited as long as it may. Returns whether one callback has lasted all the time; if not, the thread
    /// asks for the turn again.
    mutating func giveUpWaiting(_ waiter: Waiter) -> Bool {
        waiters.removeAll { $0 == waiter }
        return waiter.wasInCallback && isInCallback && callbacks == waiter.callbacks
    }

    // MARK: What the driver does

    /// The driver, or a pacer, takes a callback; a pacer's runs elsewhere.
    @inline(__always)
    mutating func callbackBegins(isPosted: Bool) {
        callbacks &+= 1
        isUnsettled = true
        guard !isPosted, case .driven(var turn) = state else { return }
        turn.activity = .callback
        state = .driven(turn)
    }

    /// No callback is left.
    @inline(__always)
    mutating func callbacksEnd() {
        guard case .driven(var turn) = state else { return }
        turn.activity = .moving
        state = .driven(turn)
    }

    /// What a driving run does next.
    enum RunOrder: Hashable {
        case work
        /// Sleep until something changes.
        case wait
        case wake([RunTally.Parked])
        /// Let the next event happen, if it is not later than this.
        case step(until: Instant)
    }

    /// A driving run has checked its condition, and asks what to do.
    @inline(__always)
    mutating func nextOfRun(until limit: Instant, hasWork: Bool) -> RunOrder {
        guard case .driven(var turn) = state else {
            preconditionFailure("a run without the turn drives: \(state)")
        }
        if hasWork { return .work }
        if runs.awake > turn.runs {
            turn.activity = .waiting
            state = .driven(turn)
            return .wait
        }
        if runs.hasNews, !runs.parked.isEmpty { return .wake(runs.wakeAll()) }
        return .step(until: runs.earliestLimit(limit))
    }

    /// Whether the driving thread still waits.
    var isWaiting: Bool { if case .driven(let turn) = state { turn.activity == .waiting } else { false } }
}

// MARK: - The drain

extension DriverMachine {
    /// The drain's thread comes for the turn. If it does not get it, it must leave.
    mutating func drainEnters(_ thread: Thread, hasWork: Bool) -> Bool {
        guard state == .called, !motion.isPaced, !isPosting, runs.awake == 0 || hasWork else {
            drainLeaves()
            return false
        }
        state = .driven(Turn(thread: thread, isDrains: true, runs: 0, isDrainCalled: true))
        return true
    }

    /// The drain wants the turn for callbacks that belong on the thread on which it moves the clock.
    mutating func drainEntersAgain(_ thread: Thread) -> Bool {
        guard state == .called, !motion.isPaced, !isPosting else { return false }
        state = .driven(Turn(thread: thread, isDrains: true, runs: 0, isDrainCalled: true))
        return true
    }

    /// The drain gives the turn back. Returns the threads that wait for it, which must be woken.
    mutating func drainPauses() -> [Waiter] {
        guard case .driven(let turn) = state, turn.isDrains, turn.runs == 0 else {
            preconditionFailure("a drain gave back a turn that it did not have: \(state)")
        }
        return end(turn)
    }

    /// The drain's thread ends.
    mutating func drainLeaves() {
        switch state {
        case .called: state = .resting
        case .driven(var turn):
            precondition(turn.isDrainCalled && !turn.isDrains, "a drain left that was not there: \(turn)")
            turn.isDrainCalled = false
            state = .driven(turn)
        case .resting: preconditionFailure("a drain left that nobody had called")
        }
    }

    /// What the drain does next, when app code has settled.
    enum DrainOrder: Hashable {
        case leave
        /// There is work: come for the turn again.
        case again
        case wake([RunTally.Parked], RunTally.Wake)
        /// Let events happen that are not later than this: one, or many.
        case step(until: Instant, isSingle: Bool)
    }

    /// The drain asks what to do between two turns. After `leave` it is gone.
    mutating func nextOfDrain(_ outlook: Outlook, hasFailure: Bool) -> DrainOrder {
        guard state == .called, !motion.isPaced else {
            drainLeaves()
            return .leave
        }
        if outlook.hasWork { return .again }
        guard wantsToMove(outlook, isHeld: motion.isHeld) else {
            drainLeaves()
            return .leave
        }
        guard !runs.parked.isEmpty else {
            return .step(until: horizon, isSingle: motion.isSingleStepped)
        }
        if hasFailure { return .wake(runs.wakeAll(), .failed) }
        if runs.hasNews { return .wake(runs.wakeAll(), .look) }
        return .step(
            until: runs.earliestLimit(Instant(nanoseconds: .max)), isSingle: motion.isSingleStepped)
    }

    /// Nothing is left to happen, or the world has failed. Returns whether the drain has left; if not, it asks again.
    mutating func drainIsDone() -> Bool {
        guard runs.parked.isEmpty else { return false }
        drainLeaves()
        return true
    }
}

// MARK: - The pacer

extension DriverMachine {
    /// What a pacer does next.
    enum PacerOrder: Hashable {
        /// It is no longer the pacer of this world.
        case stop
        /// An earlier pacer posts what it has taken. The present one is woken when that is done.
        case wait
        /// Post what waits, and let happen what is due.
        case go
    }

    func nextOfPacer(_ number: Int) -> PacerOrder {
        guard motion == .paced(number) else { return .stop }
        return isPosting ? .wait : .go
    }

    /// A pacer has taken a callback or a job, and posts it.
    mutating func postingBegins() {
        precondition(!isPosting, "two pacers post at once")
        isPosting = true
    }

    /// The pacer has posted what it had taken.
    mutating func postingEnds() { isPosting = false }

    /// Time is real from now on. Returns the parked runs, which must be woken: they wait in real time now.
    mutating func pace(by number: Int) -> [RunTally.Parked] {
        motion = .paced(number)
        return runs.wakeAll()
    }
}

// MARK: - What must always hold

extension DriverMachine {
    /// What is wrong with this state, if anything is.
    var brokenInvariant: String? {
        if case .driven(let turn) = state {
            if turn.thread == 0 { return "thread 0 drives" }
            if turn.runs < 0 || turn.runs == 0 && !turn.isDrains { return "a turn of nobody: \(turn)" }
            if turn.isDrains && !turn.isDrainCalled { return "a drain drives that is not there" }
            if turn.runs > runs.awake { return "\(turn.runs) runs drive, and \(runs.awake) are awake" }
        } else if !waiters.isEmpty {
            return "\(waiters.count) threads wait for a turn that is free"
        }
        return runs.brokenInvariant ?? motion.brokenInvariant
    }
}
