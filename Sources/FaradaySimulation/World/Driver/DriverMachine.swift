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

    private(set) var state = State.resting
    var runs = RunTally()
    var motion = Motion.byRuns
    /// Whether a pacer posts a callback now: what it has taken comes first.
    private(set) var isPosting = false
    /// Whether the clock never moves again.
    private(set) var isStopped = false
    /// The latest time to which the clock moves without a run.
    var bodyHorizon = Instant(nanoseconds: .max)
    var life = LifeLimit()
    /// Whether code of the world runs on a test's own thread, which has no turn: a world that moves by itself waits until
    /// that thread is blocked.
    var hasOwnThread = false
    /// Whether app code ran since the last settling.
    var isUnsettled = false
    /// How many callbacks there were.
    private(set) var callbacks: UInt64 = 0
    /// The threads that wait for the turn.
    private(set) var waiters: [Waiter] = []
    /// How many threads are blocked that had no turn: those of tests, and of the system. The clock moves for them.
    private(set) var blockedBodies = 0
    /// How often a blocked thread has gone on.
    private var guestTurns: UInt64 = 0

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

    /// Whether nobody has the turn.
    var isIdle: Bool { if case .driven = state { false } else { true } }

    /// Whether a drain is on its way or works.
    var isDrainCalled: Bool {
        switch state {
        case .resting: false
        case .called: true
        case .driven(let turn): turn.isDrainCalled
        }
    }

    // MARK: Who must be woken

    /// Whether a change concerns nobody else: a driver is at work and finds it by itself. This is nearly always so.
    @inline(__always)
    var isAttended: Bool {
        guard case .driven(let turn) = state else { return false }
        return turn.activity != .waiting && !motion.isPaced
    }

    /// Something may have changed. Returns who must be woken; the drain counts as called from then on.
    mutating func summon(_ outlook: Outlook) -> WakeUps {
        var wakeUps = WakeUps()
        if motion.isPaced { wakeUps.insert(.pacer) }
        switch state {
        case .called: break
        case .resting:
            guard wantsDrain(outlook) else { break }
            state = .called
            wakeUps.insert(.drain)
        case .driven(var turn):
            guard turn.activity == .waiting else { break }
            turn.activity = .moving
            state = .driven(turn)
            wakeUps.insert(.driver)
        }
        return wakeUps
    }

    private func wantsDrain(_ outlook: Outlook) -> Bool {
        guard !motion.isPaced, !isPosting else { return false }
        // A run that yields to its actor continues through a job: jobs run even while a run is awake.
        let wantsToRun =
            outlook.hasWork && (runs.scopes > 0 || runs.awake > 0 || runsFreely || hasBlocked)
        return wantsToRun || wantsToMove(outlook)
    }

    private var runsFreely: Bool { motion.isFree && !hasOwnThread }

    /// Whether threads are blocked that want the world to go on.
    var hasBlocked: Bool { runs.aside > 0 || blockedBodies > 0 }

    /// Whether test bodies are suspended, and nothing in the world will ever wake them: nothing is left to happen, the
    /// clock has reached its horizon, or the world has failed.
    func leavesBodiesWaiting(_ outlook: Outlook, hasFailure: Bool) -> Bool {
        guard state == .resting, !isPosting, !outlook.hasWork else { return false }
        guard runs.scopes > 0, runs.awake == 0, runs.parked.isEmpty, !hasBlocked else { return false }
        return hasFailure || isStopped || !wantsToMove(outlook)
    }

    /// Whether the clock may move without a run that drives.
    private func wantsToMove(_ outlook: Outlook) -> Bool {
        guard !hasRunThatLooks(outlook), !isStopped, !isPosting else { return false }
        // A blocked thread also wants to hear that nothing will wake it.
        if !runs.parked.isEmpty || hasBlocked || outlook.hasStuckWork && runs.scopes > 0 { return true }
        return outlook.hasEvents && outlook.now < bodyHorizon && (runs.scopes > 0 || runsFreely)
    }

    /// Whether a run that is awake still has to look. The job of a test's run may have to wait for a queue that a blocked
    /// thread is on: the main queue, if something there sleeps. It looks when that thread has gone on.
    func hasRunThatLooks(_ outlook: Outlook) -> Bool {
        runs.awake > 0 && !(outlook.hasHeldUpWork && runs.scopes > 0)
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
        guard turn.runs == 0, !turn.isDrains, !turn.isGuests else {
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
    mutating func waitTimedOut(_ waiter: Waiter) -> Bool {
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
        guard wantsToMove(outlook) else {
            drainLeaves()
            return .leave
        }
        guard !runs.parked.isEmpty else {
            return .step(until: bodyHorizon, isSingle: !motion.isFree)
        }
        if hasFailure { return .wake(runs.wakeAll(), .failed) }
        if runs.hasNews { return .wake(runs.wakeAll(), .look) }
        return .step(
            until: runs.earliestLimit(Instant(nanoseconds: .max)), isSingle: !motion.isFree)
    }

    /// Nothing is left to happen, or the world has failed. Returns whether the drain has left; if not, it asks again.
    mutating func drainIsDone() -> Bool {
        guard runs.parked.isEmpty else { return false }
        drainLeaves()
        return true
    }
}

// MARK: - The drain of a world that holds its apps' work

// Nothing of the app runs behind the driver's back there, so the drain keeps its turn until it leaves.
extension DriverMachine {
    /// What the drain does next, when no work is left.
    mutating func nextOfSteadyDrain(_ outlook: Outlook, hasFailure: Bool) -> DrainOrder {
        guard case .driven(let turn) = state, turn.isDrains, turn.runs == 0 else {
            preconditionFailure("a drain drives without a turn: \(state)")
        }
        guard waiters.isEmpty, wantsToMove(outlook), !motion.isPaced else {
            return .leave
        }
        if !runs.parked.isEmpty {
            if hasFailure { return .wake(runs.wakeAll(), .failed) }
            if runs.hasNews { return .wake(runs.wakeAll(), .look) }
            return .step(until: runs.earliestLimit(Instant(nanoseconds: .max)), isSingle: true)
        }
        return .step(until: bodyHorizon, isSingle: true)
    }

    /// The drain ends. Returns the threads that wait for the turn, which must be woken.
    mutating func steadyDrainLeaves() -> [Waiter] {
        let waiters = drainPauses()
        drainLeaves()
        return waiters
    }
}

// MARK: - Blocked threads

extension DriverMachine {
    /// A thread is blocked in a call, with everything on its stack. Returns the turn that it had, for `resume`, and the
    /// threads that wait for the turn, which must be woken.
    ///
    /// - Parameter isApps: Whether it is a thread that an app has begun.
    mutating func block(_ thread: Thread, isApps: Bool = false) -> (turn: Turn?, waiters: [Waiter]) {
        guard case .driven(var turn) = state, turn.thread == thread else {
            if !isApps { blockedBodies += 1 }
            return (nil, [])
        }
        runs.setAside(turn.runs)
        if turn.isGuests, !turn.isApps { blockedBodies += 1 }
        state = turn.isDrainCalled && !turn.isDrains ? .called : .resting
        turn.isDrainCalled = turn.isDrains
        defer { waiters = [] }
        return (turn, waiters)
    }

    /// The drain, which drives, lets a blocked thread go on, and ends. Returns the threads that wait for the turn and must
    /// ask again.
    ///
    /// - Parameters:
    ///   - turn: What `block` returned.
    ///   - guest: The thread, if it had no turn and needs one now.
    ///   - isApps: Whether an app has begun the thread.
    mutating func resume(_ turn: Turn?, guest: Thread?, isApps: Bool = false) -> [Waiter] {
        guard case .driven(let mine) = state, mine.isDrains, mine.runs == 0 else {
            preconditionFailure("a blocked thread is woken by nobody who drives: \(state)")
        }
        guestTurns &+= 1
        if var turn {
            runs.takeBack(turn.runs)
            if turn.isGuests, !turn.isApps { blockedBodies -= 1 }
            turn.number = guestTurns
            state = .driven(turn)
            return []
        }
        if !isApps { blockedBodies -= 1 }
        if let guest {
            var turn = Turn(thread: guest, isDrains: false, runs: 0, isDrainCalled: false)
            (turn.isGuests, turn.isApps, turn.number) = (true, isApps, guestTurns)
            state = .driven(turn)
            return []
        }
        state = .resting
        defer { waiters = [] }
        return waiters
    }

    /// A guest gives its turn back, if it has one. Returns the threads that wait for the turn, which must be woken.
    mutating func guestLeaves(_ thread: Thread) -> [Waiter] {
        guard case .driven(let turn) = state, turn.isGuests, turn.thread == thread else { return [] }
        return end(turn)
    }

    /// The turn of a thread that an app has begun, if one has it, as a number that changes with each turn.
    var turnOfApps: UInt64? {
        guard case .driven(let turn) = state, turn.isApps, turn.isGuests else { return nil }
        return turn.number
    }

    /// Takes the turn from a thread that an app has begun: it waits for something outside. Returns the threads that wait
    /// for the turn, which must be woken.
    mutating func revoke(_ number: UInt64) -> [Waiter] {
        guard case .driven(let turn) = state, turn.isApps, turn.isGuests, turn.number == number else {
            return []
        }
        return end(turn)
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
            if turn.runs < 0 || turn.runs == 0 && !turn.isDrains && !turn.isGuests {
                return "a turn of nobody: \(turn)"
            }
            if turn.isDrains && !turn.isDrainCalled { return "a drain drives that is not there" }
            if turn.runs > runs.awake { return "\(turn.runs) runs drive, and \(runs.awake) are awake" }
        } else if !waiters.isEmpty {
            return "\(waiters.count) threads wait for a turn that is free"
        }
        if blockedBodies < 0 { return "\(blockedBodies) threads are blocked" }
        return runs.brokenInvariant
    }
}
