import BluetoothPort
import BluetoothTypes
import Dispatch

/// One call of `run(until:)`, `run(for:)`, `runUntilIdle()` or `attempt(until:)`: a thread, or a task, that drives a
/// world or waits while another one does.
struct Run {
    enum Kind {
        case conditional
        /// The clock moves to the end even when nothing happens.
        case duration
        /// It drives in a paced world too: it does not wait for a time.
        case toIdle
    }

    /// How a stretch of driving ended.
    enum Outcome {
        case met
        case limit
        case dry
        case failed(World.RunError)
        /// App code ran: a run on an actor lets the actor's other jobs run before it goes on.
        case visible
        /// The world is paced: the run waits in real time.
        case paced
    }

    let world: World
    let kind: Kind
    let timeout: Nanoseconds
    let site: CallSite

    init(_ world: World, _ kind: Kind, _ timeout: Nanoseconds, _ site: CallSite) {
        (self.world, self.kind, self.timeout, self.site) = (world, kind, timeout, site)
    }

    private var lock: Lock<WorldState> { world.lock }

    // MARK: Driving

    /// Runs events until the condition holds or something ends the run. The caller has the turn.
    ///
    /// Before each check of the condition, all callbacks and jobs of the instant have run and app code has settled. Only
    /// a conditional run has a condition: the others let many events happen at once.
    private func drive(until limit: Instant, isSliced: Bool, condition: () -> Bool) -> Outcome {
        let configuration = world.configuration
        let isBatch = kind != .conditional
        var budget = configuration.bounds.events
        var hasWork = true
        while true {
            let didWork = hasWork && world.runWork()
            if !isBatch, condition() { return .met }
            if didWork, isSliced { return .visible }
            let next = lock.withLock {
                $0.advance(until: limit, budget: &budget, isBatch: isBatch)
            }
            hasWork = false
            switch next {
            case .stepped: break
            case .work: hasWork = true
            case .limit: return .limit
            case .dry: return .dry
            case .failed(let error): return .failed(error)
            case .wake(let tasks, let wake):
                for task in tasks { task.resume(returning: wake) }
                hasWork = true
            case .wait:
                if !nap(isSliced), isSliced { return .visible }
                hasWork = true
            }
        }
    }

    /// How long a driving thread sleeps at most, if something may wait for its queue or its actor.
    private static let longestNap = DispatchTimeInterval.milliseconds(1)

    /// Sleeps until something changes. Returns `false` if it gave up.
    ///
    /// A run on the main thread lets its queue run before it sleeps, and again and again, because nobody tells when
    /// something waits there. So does a run on an actor, by returning to the actor: the run that it waits for may be
    /// on the same actor.
    private func nap(_ isSliced: Bool) -> Bool {
        world.configuration.settling?()
        let (driver, isWaiting) = lock.withLock { ($0.shell.driver, $0.driver.isWaiting) }
        guard isWaiting else { return true }
        guard isSliced || world.configuration.settling != nil else {
            driver.wait()
            return true
        }
        return driver.wait(timeout: .now() + Self.longestNap) == .success
    }

    /// Counts a run that begins. Returns the time when it must end.
    private func begin(_ state: inout WorldState, _ limit: Instant?) -> Instant {
        state.shell.lastSite = site
        state.driver.runs.begin()
        // The caller's own code may have put work on the app's queues.
        state.driver.isUnsettled = true
        return limit ?? state.now.later(by: timeout)
    }

    /// Moves the clock to the end of a run for some time if nothing is left to happen.
    private func reachEnd(_ state: inout WorldState, _ outcome: Outcome, _ limit: Instant) {
        guard kind == .duration, case .dry = outcome else { return }
        if state.scheduler.count == 0 { state.scheduler.advance(to: limit) }
    }

    private func result(of outcome: Outcome) -> World.RunResult {
        switch outcome {
        case .met, .visible, .paced: .met
        case .limit: .timedOut(pending: lock.withLock { $0.pendingDescriptions() })
        case .dry: .idle(pending: lock.withLock { $0.pendingDescriptions() })
        case .failed(let error): .failed(error)
        }
    }

    private func mistake(_ message: String) -> Outcome {
        .failed(.mistake(world.report(message, at: site.place)))
    }

    /// Gives the turn back, and wakes those who wait for it.
    static func leaveTurn(of world: World, _ also: (inout WorldState) -> Void = { _ in }) {
        let (threads, summons) = world.lock.withLock { state in
            also(&state)
            return (state.leaveTurn(), state.summons())
        }
        for thread in threads { thread.signal() }
        if !summons.isEmpty { world.answer(summons) }
    }
}

extension Instant {
    /// The instant that is `time` later, at most the last one there is.
    fileprivate func later(by time: Nanoseconds) -> Instant {
        let (end, overflow) = nanoseconds.addingReportingOverflow(max(0, time.count))
        return Instant(nanoseconds: overflow ? .max : end)
    }
}

// MARK: - On the caller's thread

extension Run {
    /// Drives on this thread until the condition holds or something ends the run.
    func now(_ condition: () -> Bool) -> World.RunResult {
        var limit: Instant?
        while true {
            let outcome = driveNow(&limit, condition)
            guard case .paced = outcome else { return result(of: outcome) }
            if let result = waitInRealTime(&limit, condition) { return result }
        }
    }

    private func driveNow(_ limit: inout Instant?, _ condition: () -> Bool) -> Outcome {
        var end = Instant.zero
        let known = limit
        let turn = Self.enter(world, isForTime: kind != .toIdle) { end = begin(&$0, known) }
        switch turn {
        case .granted: break
        case .paced: return .paced
        case .refused(let refusal): return .failed(.mistake(refusal))
        case .impossible(let problem): return mistake(problem)
        }
        limit = end
        let outcome = drive(until: end, isSliced: false, condition: condition)
        Self.leaveTurn(of: world) { state in
            reachEnd(&state, outcome, end)
            state.driver.runs.end()
        }
        return outcome
    }

    /// How the wait for a turn ended.
    enum Turn {
        case granted
        case paced
        case refused(World.Mistake)
        /// This thread can't have the turn, for the reason in the text.
        case impossible(String)
    }

    /// Waits until this thread has the turn; `begin` is called under the lock when it has it.
    ///
    /// - Parameters:
    ///   - isForTime: Whether the caller wants time to pass: then it does not drive in a paced world.
    ///   - canBeRefused: Whether the caller wants something to happen: in a world that was stopped it can't.
    static func enter(
        _ world: World, isForTime: Bool, canBeRefused: Bool = true, _ begin: (inout WorldState) -> Void
    ) -> Turn {
        let me = currentThread()
        while true {
            let found: Found = world.lock.withLock { state in
                if canBeRefused, let refusal = state.refusal { return .turn(.refused(refusal)) }
                switch state.driver.enter(me, mayNest: true, waitsInRealTime: isForTime) {
                case .granted:
                    begin(&state)
                    return .turn(.granted)
                case .paced: return .turn(.paced)
                case .insideCallback: return .turn(.impossible(insideCallback))
                case .taken:
                    let waiter = state.driver.wait(as: state.shell.makeNumber())
                    return .queue(
                        waiter, state.shell.makeThread(of: waiter), hasDrain: state.driver.isDrainCalled)
                }
            }
            let (waiter, turn, hasDrain): (DriverMachine.Waiter, DispatchSemaphore, Bool)
            switch found {
            case .turn(let turn): return turn
            case .queue(let number, let semaphore, let has):
                (waiter, turn, hasDrain) = (number, semaphore, has)
            }
            if wait(for: turn, world, hasDrain) { continue }
            let isStuck = world.lock.withLock { state in
                state.shell.forgetThread(of: waiter)
                return state.driver.giveUpWaiting(waiter)
            }
            if isStuck { return .impossible(stuck) }
        }
    }

    private enum Found {
        case turn(Turn)
        case queue(DriverMachine.Waiter, DispatchSemaphore, hasDrain: Bool)
    }

    /// Waits up to 30 s for the turn to be free. Returns `false` if the process did next to nothing all the time.
    private static func wait(for turn: DispatchSemaphore, _ world: World, _ hasDrain: Bool) -> Bool {
        let start = processorNanoseconds()
        let end = DispatchTime.now() + .seconds(30)
        if let settle = world.configuration.settling, hasDrain {
            // The drain may be waiting for the queue that this thread has to let run. Nobody tells when it does.
            while turn.wait(timeout: .now() + longestNap) == .timedOut {
                if DispatchTime.now() > end { return processorNanoseconds() - start >= stillness }
                settle()
            }
            return true
        }
        // A callback may take long on a busy machine.
        return turn.wait(timeout: end) == .success || processorNanoseconds() - start >= stillness
    }

    /// The processor time, in nanoseconds, that a process which only waits uses at most in 30 s.
    private static let stillness: Int64 = 7_500_000_000

    static let insideCallback = """
        The world was run inside a callback or a device's handler of the same world, which is already being driven \
        further down this stack. Return from the callback instead. To do something later, use world.after(_:).
        """

    private static let stuck = """
        A run of the world has waited 30 s for another thread. That thread was inside one callback of this world \
        all the time, and nothing else happened. The callback never ends if it waits for this thread, or if it has \
        made this call itself on its queue. Return from the callback instead.
        """
}

// MARK: - In a task

extension Run {
    /// Drives on the caller's thread if possible, in slices if the caller is an actor. Parks while another run drives.
    func here(_ isolation: isolated (any Actor)?, _ condition: () -> Bool) async -> World.RunResult {
        var limit: Instant?
        while true {
            let outcome = await driveHere(&limit, isolation, condition)
            guard case .paced = outcome else { return result(of: outcome) }
            if let result = await waitInRealTime(&limit, isolation, condition) { return result }
        }
    }

    private func driveHere(
        _ known: inout Instant?, _ isolation: isolated (any Actor)?, _ condition: () -> Bool
    ) async -> Outcome {
        let beginning = lock.withLock { state -> Beginning in
            if let refusal = state.refusal { return .refused(refusal) }
            if kind != .toIdle, state.driver.motion.isPaced { return .paced }
            if state.driver.isInsideCallback(currentThread()) { return .insideCallback }
            return .begun(begin(&state, known))
        }
        let limit: Instant
        switch beginning {
        case .begun(let end): limit = end
        case .paced: return .paced
        case .refused(let refusal): return .failed(.mistake(refusal))
        case .insideCallback: return mistake(Self.insideCallback)
        }
        known = limit
        var outcome = Outcome.visible
        // The driver may have changed something since this run last checked its condition.
        var hasLooked = false
        while case .visible = outcome {
            switch lock.withLock({
                $0.driver.enter(currentThread(), mayNest: false, waitsInRealTime: kind != .toIdle)
            }) {
            case .granted:
                outcome = drive(until: limit, isSliced: isolation != nil, condition: condition)
                Self.leaveTurn(of: world)
                if case .visible = outcome { await Task.yield() }
                hasLooked = false
            case .paced: outcome = .paced
            case .taken, .insideCallback:
                let wake = await withUnsafeContinuation { continuation in
                    park(continuation, limit, hasLooked)
                }
                hasLooked = true
                outcome = self.outcome(of: wake, limit, condition)
            }
        }
        world.redirect { state in
            reachEnd(&state, outcome, limit)
            state.driver.runs.end()
        }
        return outcome
    }

    private enum Beginning {
        case begun(Instant)
        case paced
        case refused(World.Mistake)
        case insideCallback
    }

    private func outcome(of wake: ParkedWake, _ limit: Instant, _ condition: () -> Bool) -> Outcome {
        if condition() { return .met }
        switch wake {
        case .failed(let error): return .failed(error)
        case .dry: return .dry
        case .look: return world.now >= limit ? .limit : .visible
        }
    }

    private func park(_ task: UnsafeContinuation<ParkedWake, Never>, _ limit: Instant, _ hasLooked: Bool) {
        let isParked = world.redirect { state in
            let run = RunTally.Parked(number: state.shell.makeNumber(), limit: limit)
            let isParked = state.driver.park(run, hasLooked: hasLooked, waitsInRealTime: kind != .toIdle)
            if isParked { state.shell.keep(task, of: run) }
            return isParked
        }
        if !isParked { task.resume(returning: .look) }
    }
}

// MARK: - In a paced world

extension Run {
    /// How often a run in a paced world checks its condition at least: callbacks run on their own queues, and nobody
    /// tells when one has made the condition true.
    private static let look = Nanoseconds.microseconds(500)

    /// Waits in real time until the condition holds or the time is over. Returns `nil` if the world is no longer paced.
    private func waitInRealTime(_ limit: inout Instant?, _ condition: () -> Bool) -> World.RunResult? {
        let end = limit ?? world.now.later(by: timeout)
        limit = end
        while true {
            if condition() { return .met }
            switch lock.withLock({ $0.pacedEnd(end) }) {
            case .ended(let result): return result
            case .driven: return nil
            case .goesOn: break
            }
            // If this is the main thread, callbacks for the main queue run only when this thread lets them.
            world.configuration.settling?()
            world.waitForChange(atMost: Self.look)
        }
    }

    /// Waits in real time until the condition holds or the time is over. Returns `nil` if the world is no longer paced.
    private func waitInRealTime(
        _ limit: inout Instant?, _ isolation: isolated (any Actor)?, _ condition: () -> Bool
    ) async -> World.RunResult? {
        let end = limit ?? world.now.later(by: timeout)
        limit = end
        while true {
            if condition() { return .met }
            switch lock.withLock({ $0.pacedEnd(end) }) {
            case .ended(let result): return result
            case .driven: return nil
            case .goesOn: break
            }
            await withUnsafeContinuation { continuation in
                DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(Self.look.count))) {
                    continuation.resume()
                }
            }
        }
    }
}

extension WorldState {
    fileprivate enum PacedEnd {
        case ended(World.RunResult)
        case driven
        case goesOn
    }

    fileprivate mutating func pacedEnd(_ limit: Instant) -> PacedEnd {
        catchUp()
        if let failure {
            self.failure = nil
            return .ended(.failed(failure))
        }
        if now >= limit { return .ended(.timedOut(pending: pendingDescriptions())) }
        return driver.motion.isPaced ? .goesOn : .driven
    }
}
