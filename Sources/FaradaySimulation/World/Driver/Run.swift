import BluetoothPort
import BluetoothTypes
import CInterposition
import Dispatch
import FaradayAppTime

/// One call of `run(until:)`, `run(for:)`, `runUntilIdle()` or `attempt(until:)`: a thread, or a task, that drives a
/// world or waits while another one does.
struct Run {
    enum Kind {
        case conditional
        /// The clock moves to the end even when nothing happens.
        case duration
        /// It drives in a paced world too: it does not wait for a time.
        case toIdle
        /// A wait in a run loop, with a condition of its own; the clock moves to the end even when nothing happens.
        case loop
    }

    /// How a stretch of driving ended.
    enum Outcome {
        case met
        case limit
        case dry
        case failed(World.RunError)
        /// App code ran: a run on an actor lets the actor's other jobs run before it goes on.
        case visible
        /// A run in a task waited too long for another one, which may need the same actor or thread: it parks.
        case crowded
        /// A run in a task has found work for the world, which runs when the task is suspended: it parks.
        case busy
        /// The world is paced: the run waits in real time.
        case paced
    }

    let world: World
    let kind: Kind
    let timeout: Nanoseconds
    let site: CallSite

    init(_ world: World, _ kind: Kind, _ timeout: Nanoseconds, _ site: CallSite) {
        (self.world, self.kind, self.timeout, self.site) = (world, kind, timeout, site)
        tellWorldOfTest()
    }

    var lock: WorldLock { world.lock }

    // MARK: Driving

    /// Runs events until the condition holds or something ends the run. The caller has the turn.
    ///
    /// Before each check of the condition, all callbacks and all other work of the instant have run. Only a conditional run
    /// has a condition: the others let many events happen at once.
    ///
    /// - Parameters:
    ///   - isSliced: Whether the run ends with `visible` when app code ran, so that its actor runs other jobs.
    ///   - canPark: Whether the caller is a task, which must not keep its thread while another run has something to do.
    ///   - hasLooked: Whether the run has checked its condition since something last happened without it.
    private func drive(
        until limit: Instant, isSliced: Bool, canPark: Bool, _ hasLooked: inout Bool, condition: () -> Bool
    ) -> Outcome {
        let isBatch = kind == .duration || kind == .toIdle
        var budget = lock.withLock { $0.driver.life.budget($0.scheduler.eventCount, $0.bounds) }
        var hasWork = true
        var isWatched = false
        // The next work, and whether there is some.
        var place: Work?
        var step: WorldState.WorkStep?
        while true {
            switch hasWork ? runWork(step, canPark: canPark, &isWatched, &place) : .none {
            case .none: break
            case .some where isSliced:
                if !isBatch, condition() { return .met }
                return .visible
            case .some: break
            case .left: return .busy
            }
            if !isBatch, condition() { return .met }
            hasLooked = true
            if isWatched { world.look() }
            lock.giveWay()
            step = nil
            let next = lock.withLockOfDriver { state in
                let next = state.advance(until: limit, budget: &budget, isBatch: isBatch && !isWatched)
                if case .work = next {
                    isWatched = state.watch != nil
                    step = state.nextOfRun(canPark: canPark, into: &place)
                }
                return next
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
                if !nap(canPark), canPark { return .crowded }
                hasWork = true
            }
        }
    }

    /// What became of the work that there was.
    private enum WorkDone {
        case none
        case some
        /// It was left to the drain, which runs it when the caller is suspended.
        case left
    }

    /// Runs callbacks, and what they and the test have put on queues, until nothing is left.
    ///
    /// - Parameter known: What to do first, if the caller knows: one use of the lock less for each event.
    private func runWork(
        _ known: WorldState.WorkStep?, canPark: Bool, _ isWatched: inout Bool, _ place: inout Work?
    ) -> WorkDone {
        var done = WorkDone.none
        var known = known
        while true {
            let step =
                known.take()
                ?? lock.withLockOfDriver { state in
                    isWatched = state.watch != nil
                    return state.nextOfRun(canPark: canPark, into: &place)
                }
            switch step {
            case .settle: return SettlingDrain.runWork(of: world, &isWatched) ? .some : .none
            case .nothing: return done
            case .leave: return .left
            case .run:
                place.take()?.run()
                if isWatched { world.look() }
            case .handOver:
                // A piece may block its thread, and then the run must be able to end.
                AppWorkHost(world: world).block(Strand(.idle, of: world.code.context)) { _ in }
                if isWatched { world.look() }
            }
            done = .some
        }
    }

    /// How long a thread sleeps at most if something may wait for it, for its queue or for its actor.
    static let longestNap = DispatchTimeInterval.milliseconds(1)

    /// Sleeps until something changes. Returns `false` if it gave up.
    ///
    /// A run on the main thread lets its queue run before it sleeps, and again and again, because nobody tells when
    /// something waits there. A run in a task gives up: the run that it waits for may be on the same actor, or need the
    /// thread.
    private func nap(_ canPark: Bool) -> Bool {
        world.settling?()
        let (driver, isWaiting) = lock.withLock { ($0.shell.driver, $0.driver.isWaiting) }
        guard isWaiting else { return true }
        WorkerThreads.release()
        guard canPark || world.settling != nil else {
            driver.wait()
            return true
        }
        return driver.wait(timeout: .now() + Self.longestNap) == .success
    }

    /// Counts a run that begins. Returns the time when it must end.
    private func begin(_ state: inout WorldState, _ limit: Instant?) -> Instant {
        if kind != .loop { state.shell.lastSite = site }
        state.driver.runs.begin()
        state.driver.life.begin()
        // The caller's own code may have put work on the app's queues.
        state.driver.isUnsettled = true
        return min(limit ?? end(from: state.now), state.driver.life.horizon)
    }

    /// Moves the clock to the end of a run for some time if nothing is left to happen. What runs next sees this time.
    private func reachEnd(_ state: inout WorldState, _ outcome: Outcome, _ limit: Instant) {
        if kind == .duration || kind == .loop, case .dry = outcome, !state.hasEvents {
            state.scheduler.advance(to: limit)
        }
        state.work.clock.show(state.now.nanoseconds)
    }

    private func mistake(_ message: String) -> Outcome {
        .failed(.mistake(world.report(message, at: site.place)))
    }

    /// Gives the turn back, and wakes those who wait for it.
    static func leaveTurn(of world: World, _ also: (inout WorldState) -> Void = { _ in }) {
        let (threads, wakeUps) = world.lock.withLock { state in
            also(&state)
            return (state.leaveTurn(), state.wakeUps())
        }
        for thread in threads { thread.signal() }
        if !wakeUps.isEmpty { world.answer(wakeUps) }
    }
}

// MARK: - On the caller's thread

extension Run {
    /// Drives on this thread until the condition holds or something ends the run.
    func now(_ condition: () -> Bool) -> World.RunResult {
        var limit: Instant?
        // The run itself is no code of the world: it waits in real time.
        let caller = faraday_enter(nil)
        defer { _ = faraday_enter(caller) }
        func asked() -> Bool {
            _ = faraday_enter(caller)
            defer { _ = faraday_enter(nil) }
            return condition()
        }
        while true {
            let outcome = CodeBelow.ofDriver { driveNow(&limit, asked) }
            if isIgnored(outcome, canBeLeft: false) { endProcess() }
            guard case .paced = outcome else { return result(of: outcome) }
            if let result = waitInRealTime(&limit, asked) { return result }
        }
    }

    private func driveNow(_ limit: inout Instant?, _ condition: () -> Bool) -> Outcome {
        var end = Instant.zero
        let known = limit
        let turn = Self.enter(world, isForTime: kind != .toIdle) { state in
            end = begin(&state, known)
            if state.holdsWork { state.work.lendMain() }
        }
        switch turn {
        case .granted: break
        case .paced: return .paced
        case .refused(let refusal): return .failed(.mistake(refusal))
        case .impossible(let problem): return mistake(problem)
        }
        limit = end
        var hasLooked = false
        let outcome = drive(until: end, isSliced: false, canPark: false, &hasLooked, condition: condition)
        Self.leaveTurn(of: world) { state in
            reachEnd(&state, outcome, end)
            state.driver.runs.end()
        }
        return judged(outcome, at: end)
    }
}

// MARK: - In a task

extension Run {
    /// Drives on the caller's thread if possible, in slices if the caller is an actor. Parks while another run drives.
    func here(_ isolation: isolated (any Actor)?, _ condition: () -> Bool) async -> World.RunResult {
        var limit: Instant?
        while true {
            let outcome = await driveHere(&limit, isolation, condition)
            // Nobody waits for a test any more that goes on whatever it is told: it is left where it is.
            if isIgnored(outcome, canBeLeft: true) {
                await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            }
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
                outcome = driveInTask(until: limit, isSliced: isolation != nil, &hasLooked, condition)
                Self.leaveTurn(of: world)
                switch outcome {
                case .busy: break
                // While this run is awake the clock stands still: since its look nothing has happened.
                case .crowded: hasLooked = true
                case .visible:
                    hasLooked = false
                    await Task.yield()
                case .met, .limit, .dry, .failed, .paced: break
                }
            case .paced: outcome = .paced
            case .taken, .insideCallback: outcome = .crowded
            }
            switch outcome {
            case .crowded, .busy: break
            case .met, .limit, .dry, .failed, .visible, .paced: continue
            }
            let wake = await withUnsafeContinuation { continuation in park(continuation, limit, hasLooked) }
            hasLooked = true
            outcome = self.outcome(of: wake, limit, condition)
        }
        world.redirect { state in
            reachEnd(&state, outcome, limit)
            state.driver.runs.end()
        }
        return judged(outcome, at: limit)
    }

    /// Drives, without a context: the run itself is no code of the world.
    private func driveInTask(
        until limit: Instant, isSliced: Bool, _ hasLooked: inout Bool, _ condition: () -> Bool
    ) -> Outcome {
        let caller = faraday_enter(nil)
        defer { _ = faraday_enter(caller) }
        return drive(until: limit, isSliced: isSliced, canPark: true, &hasLooked) {
            _ = faraday_enter(caller)
            defer { _ = faraday_enter(nil) }
            return condition()
        }
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
        case .look: return lock.withLock { hasEnded(at: limit, $0) } ? .limit : .visible
        }
    }

    /// Whether the time has come, and nothing else is due at it.
    private func hasEnded(at limit: Instant, _ state: borrowing WorldState) -> Bool {
        state.now >= limit && state.nextTime.map { $0 > limit } ?? true
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
