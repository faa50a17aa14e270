import BluetoothTypes
import Dispatch
import FaradayAppTime

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The threads, tasks, queues and clocks behind the numbers of a `DriverMachine`. The world's lock guards it.
struct DriverShell {
    /// The tasks of parked runs, by the runs' numbers.
    private var tasks: [Int: UnsafeContinuation<ParkedWake, Never>] = [:]
    /// What wakes the threads that wait for the turn, by the waiters' numbers.
    private var threads: [Int: DispatchSemaphore] = [:]
    private var lastNumber = 0
    /// Wakes a driving thread that waits.
    let driver = DispatchSemaphore(value: 0)
    /// Wakes the present pacer.
    var pacer = DispatchSemaphore(value: 0)
    /// Wake threads that wait for any change of the world.
    var onlookers: [DispatchSemaphore] = []
    /// Where the clock moves while the world moves by itself.
    var mover: MovingQueue?
    /// How virtual time follows the wall clock while the world is paced.
    var pace = Pace()
    /// When the newest manager was made in a paced world, on the wall clock.
    var newestManager: Int64?
    /// The drain that the main queue was given to run, if there is one, as a number.
    var drainOfMain: Int?
    /// How many pacers there were.
    var pacers = 0
    /// How the last run failed that wanted more than the world's life has.
    var overrun: World.RunError?
    var endless: EndlessTest?
    /// Where the last run or wait of the test was called.
    var lastSite: CallSite?

    /// A new number for a run that parks or a thread that waits.
    mutating func makeNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func keep(_ task: UnsafeContinuation<ParkedWake, Never>, of run: RunTally.Parked) {
        tasks[run.number] = task
    }

    /// Takes out the tasks of these runs, in order.
    mutating func takeTasks(of runs: [RunTally.Parked]) -> [UnsafeContinuation<ParkedWake, Never>] {
        runs.map { run in
            guard let task = tasks.removeValue(forKey: run.number) else {
                preconditionFailure("parked run \(run.number) has no task")
            }
            return task
        }
    }

    /// What will wake the thread of this waiter.
    mutating func makeThread(of waiter: DriverMachine.Waiter) -> DispatchSemaphore {
        let semaphore = DispatchSemaphore(value: 0)
        threads[waiter.number] = semaphore
        return semaphore
    }

    mutating func forgetThread(of waiter: DriverMachine.Waiter) { threads[waiter.number] = nil }

    /// Takes out what wakes the threads of these waiters.
    mutating func takeThreads(of waiters: [DriverMachine.Waiter]) -> [DispatchSemaphore] {
        waiters.compactMap { threads.removeValue(forKey: $0.number) }
    }
}

/// Why the task of a parked run is resumed.
enum ParkedWake {
    case look
    case dry
    case failed(World.RunError)
}

/// The running thread, as a number that can be compared.
func currentThread() -> UInt {
    #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
    #else
    UInt(pthread_self())
    #endif
}

// MARK: - The machine and the world's events

extension WorldState {
    var outlook: DriverMachine.Outlook {
        DriverMachine.Outlook(
            hasWork: hasWork || work.hasIdleWaiter, hasEvents: hasEvents, hasStuckWork: hasStuckWork,
            hasHeldUpWork: driver.runs.awake > 0 && work.hasHeldUpPiece, now: now)
    }

    /// Something may have changed. Returns who must be woken, without the lock, by `World.answer`.
    @inline(__always)
    mutating func wakeUps() -> DriverMachine.WakeUps {
        if driver.isAttended || driver.isDeserted, shell.onlookers.isEmpty { return [] }
        return lookAround()
    }

    private mutating func lookAround() -> DriverMachine.WakeUps {
        var wakeUps = driver.summon(outlook)
        if !shell.onlookers.isEmpty { wakeUps.insert(.onlookers) }
        return wakeUps
    }

    /// What a driving run found. The large cases are indirect: each event returns one of the others.
    enum Advance {
        case stepped
        case work
        case limit
        case dry
        indirect case failed(World.RunError)
        /// Tasks of parked runs, to be resumed.
        indirect case wake([UnsafeContinuation<ParkedWake, Never>], ParkedWake)
        /// A woken run on another thread still checks its condition.
        case wait
    }

    /// Lets one event happen, or many if `isBatch`, up to `limit`; the caller's run drives.
    mutating func advance(until limit: Instant, budget: inout Int, isBatch: Bool) -> Advance {
        if hasFailure, let failure {
            self.failure = nil
            return .failed(failure)
        }
        if let refusal { return .failed(.mistake(refusal)) }
        let near: Instant
        switch driver.nextOfRun(until: limit, hasWork: hasWork) {
        case .work: return .work
        case .wait: return .wait
        case .wake(let runs): return .wake(shell.takeTasks(of: runs), .look)
        case .step(let instant): near = instant
        }
        var rounds = isBatch ? 1024 : 1
        while rounds > 0 {
            guard budget > 0 else {
                fail(driver.life.spent(scheduler.eventCount, bounds))
                return .stepped
            }
            rounds -= 1
            budget -= 1
            switch step(until: near, forRuns: true) {
            case .stepped:
                driver.runs.addNews()
                if hasWork { return .work }
            case .limit:
                scheduler.advance(to: near)
                driver.runs.addNews()
                return near < limit ? .stepped : .limit
            case .dry:
                if driver.runs.parked.isEmpty { return .dry }
                return .wake(shell.takeTasks(of: driver.runs.wakeAll()), .dry)
            case .bound(let bound):
                fail(bound)
                return .stepped
            }
        }
        return .stepped
    }

    /// What a settling drain found.
    enum DrainAdvance {
        case leave
        case again
        case wake([UnsafeContinuation<ParkedWake, Never>], ParkedWake)
    }

    /// What a drain does next.
    enum DrainStep {
        /// It runs what was put into its place.
        case work
        case again
        case wake([UnsafeContinuation<ParkedWake, Never>], ParkedWake)
        /// A blocked thread goes on, and the drain has left. The threads wait for the turn.
        case goOn(Strand, [DispatchSemaphore])
        /// A piece is for the main thread, where a drain goes on that has this number.
        case main(Int, [DispatchSemaphore])
        /// The drain has left; these threads wait for the turn.
        case left([DispatchSemaphore])
    }

    /// A drain comes for its turn: on the main thread with the number that the main queue was given. Returns whether it has
    /// the turn.
    mutating func drainEnters(_ thread: DriverMachine.Thread, ofMain number: Int?) -> Bool {
        if let number {
            // The main thread was blocked before its queue came to this, and another drain is at work.
            guard shell.drainOfMain == number else { return false }
            shell.drainOfMain = nil
        }
        return driver.drainEnters(thread, hasWork: hasWork || !driver.hasRunThatLooks(outlook))
    }

    /// The main thread is blocked from now on: what its queue was given does not come.
    mutating func loseDrainOfMain() {
        guard shell.drainOfMain != nil else { return }
        shell.drainOfMain = nil
        driver.drainLeaves()
    }

    /// Finds out what a drain does that keeps its turn.
    mutating func nextOfDrain(
        _ budget: inout Int, runsMain: Bool, onlyMain: Bool, into place: inout Work?
    ) -> DrainStep {
        let mayRun = driver.waiters.isEmpty && (!onlyMain || work.isEmpty || work.isNextForMain)
        if mayRun, let next = takeNext(runsMain: runsMain, into: &place) {
            switch next {
            case .work: return .work
            case .goOn(let strand): return .goOn(strand, goOn(strand))
            case .main:
                let number = shell.makeNumber()
                shell.drainOfMain = number
                return .main(number, shell.takeThreads(of: driver.drainPauses()))
            }
        }
        if onlyMain || !driver.waiters.isEmpty {
            return .left(shell.takeThreads(of: driver.steadyDrainLeaves()))
        }
        switch driver.nextOfSteadyDrain(outlook, hasFailure: hasFailure) {
        case .leave, .again: return .left(shell.takeThreads(of: driver.steadyDrainLeaves()))
        case .wake(let runs, let wake): return .wake(shell.takeTasks(of: runs), reason(wake))
        case .step(let limit, _): return move(to: limit, &budget)
        }
    }

    private mutating func move(to limit: Instant, _ budget: inout Int) -> DrainStep {
        budget -= 1
        switch budget < 0
            ? .bound(driver.life.spent(scheduler.eventCount, bounds))
            : step(until: limit, forRuns: !driver.runs.parked.isEmpty)
        {
        case .stepped:
            driver.runs.addNews()
            return .again
        case .limit where !driver.hasBlocked || now < limit:
            scheduler.advance(to: limit)
            driver.runs.addNews()
            return .again
        case .limit, .dry:
            if !driver.runs.parked.isEmpty {
                return .wake(shell.takeTasks(of: driver.runs.wakeAll()), .dry)
            }
            if breakDeadlock() { return .again }
        case .bound(let bound):
            fail(bound)
            if !driver.runs.parked.isEmpty || breakDeadlock() { return .again }
        }
        return .left(shell.takeThreads(of: driver.steadyDrainLeaves()))
    }

    /// Lets events happen for the drain, once app code has settled.
    mutating func advanceForDrain(_ budget: inout Int) -> DrainAdvance {
        switch driver.nextOfDrain(outlook, hasFailure: failure != nil) {
        case .leave: return .leave
        case .again: return .again
        case .wake(let runs, let wake): return .wake(shell.takeTasks(of: runs), reason(wake))
        case .step(let limit, let isSingle):
            guard budget > 0 else {
                fail(driver.life.spent(scheduler.eventCount, bounds))
                return driver.drainIsDone() ? .leave : .again
            }
            budget -= 1
            switch isSingle || watch != nil ? step(until: limit) : steps(until: limit) {
            case .stepped: driver.runs.addNews()
            case .limit:
                scheduler.advance(to: limit)
                driver.runs.addNews()
            case .dry:
                if driver.drainIsDone() { return .leave }
                return .wake(shell.takeTasks(of: driver.runs.wakeAll()), .dry)
            case .bound(let bound):
                fail(bound)
                if driver.drainIsDone() { return .leave }
            }
            return .again
        }
    }

    private mutating func reason(_ wake: RunTally.Wake) -> ParkedWake {
        switch wake {
        case .look: return .look
        case .dry: return .dry
        case .failed:
            guard let failure else { preconditionFailure("a run was woken for a failure that is not there") }
            self.failure = nil
            return .failed(failure)
        }
    }

    /// Runs events up to `limit` until there is work for app code, or so many that others should have a turn.
    private mutating func steps(until limit: Instant) -> Step {
        var last = Step.stepped
        for _ in 0..<256 {
            last = step(until: limit)
            guard case .stepped = last, !hasWork else { break }
        }
        return last
    }

    /// A run gives the turn back. Returns what wakes the threads that wait for it.
    mutating func leaveTurn() -> [DispatchSemaphore] {
        work.clock.show(now.nanoseconds)
        let waiters = driver.leave()
        return waiters.isEmpty ? [] : shell.takeThreads(of: waiters)
    }
}

// MARK: - Waking

extension World {
    /// Wakes those who have something to do. Do not call this under the lock.
    func answer(_ wakeUps: DriverMachine.WakeUps) { AppContext.outside { wake(wakeUps) } }

    private func wake(_ wakeUps: DriverMachine.WakeUps) {
        if wakeUps.contains(.driver) { lock.withLock { $0.shell.driver }.signal() }
        if wakeUps.contains(.pacer) { lock.withLock { $0.shell.pacer }.signal() }
        if wakeUps.contains(.onlookers) {
            let onlookers = lock.withLock { state in
                defer { state.shell.onlookers = [] }
                return state.shell.onlookers
            }
            for onlooker in onlookers { onlooker.signal() }
        }
        guard wakeUps.contains(.drain) else { return }
        WorkerThreads.run { [self] worker in
            if isDrivenSteadily {
                Drain(world: self, worker: worker).run()
            } else {
                SettlingDrain(world: self).run()
            }
        }
    }

    /// Whether nothing of the apps runs behind the driver's back, or did until now and has left threads blocked.
    private var isDrivenSteadily: Bool { lock.withLock { $0.holdsWork || !$0.work.strands.isEmpty } }

    /// Changes how the world is driven, and wakes those who have something to do then.
    func redirect<Result>(_ body: (inout WorldState) -> Result) -> Result {
        let (result, wakeUps) = lock.withLock { state in
            let result = body(&state)
            return (result, state.wakeUps())
        }
        if !wakeUps.isEmpty { answer(wakeUps) }
        return result
    }

    /// Waits until something changes in the world, at most for `time` of real time. Returns whether something did.
    ///
    /// For conditions that only the app knows: nobody tells when one becomes true, but most do when the world has called
    /// the app, or the app the world.
    @discardableResult
    package func waitForChange(atMost time: Nanoseconds) -> Bool {
        let change = DispatchSemaphore(value: 0)
        lock.withLock { $0.shell.onlookers.append(change) }
        if change.wait(timeout: .now() + .nanoseconds(Int(time.count))) == .success { return true }
        lock.withLock { state in state.shell.onlookers.removeAll { $0 === change } }
        return false
    }
}
