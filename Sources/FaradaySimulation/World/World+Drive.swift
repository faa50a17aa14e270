import BluetoothPort
import BluetoothTypes
import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension World {
    /// How a stretch of driving ended.
    enum Outcome {
        case met
        case limit
        case dry
        case failed(RunError)
        /// App code ran: a run on an actor lets the actor's other jobs run before it goes on.
        case visible
    }

    /// Runs events until the condition holds or something ends the run. The caller has claimed the turn.
    ///
    /// Before each check of the condition, all callbacks and jobs of the instant have run and app code has settled. A
    /// batch has no condition: many events run at once.
    func drive(
        until limit: Instant, isSliced: Bool, isBatch: Bool, condition: () -> Bool
    ) -> Outcome {
        var budget = configuration.bounds.events
        var hasWork = true
        while true {
            let didWork = hasWork && runWork()
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
            case .wake(let runs, let wake):
                for run in runs { run.continuation.resume(returning: wake) }
                hasWork = true
            case .wait:
                configuration.settling?()
                sched_yield()
                hasWork = true
            }
        }
    }

    /// Runs callbacks and jobs until none is left and app code has settled. Returns whether there were any.
    @discardableResult
    func runWork() -> Bool {
        var didWork = false
        while true {
            while let work = lock.withLock({ $0.takeWork() }) {
                run(work, .waiting)
                didWork = true
            }
            guard let settle = configuration.settling else { return didWork }
            let wantsSettling = lock.withLock { state in
                defer { state.driver.wantsSettling = false }
                return state.driver.wantsSettling
            }
            guard wantsSettling else { return didWork }
            settle()
        }
    }

    func run(_ work: WorldState.Work, _ delivery: BluetoothPort.Delivery) {
        switch work {
        case .central(let sink, let events): sink.receive(events, delivery)
        case .peripheral(let sink, let events): sink.receive(events, delivery)
        case .call(let body): body()
        case .job(let job): run(job)
        }
    }

    // MARK: Turns

    /// Waits for this thread's turn to drive. If it cannot have one, returns the reason.
    func claim() -> String? {
        let me = currentThread()
        while true {
            let claim: Claim = lock.withLock { state in
                if state.driver.isInsideCallback(me) { return .insideCallback }
                if state.driver.claim(me, asRun: true, isNestable: true) { return .granted }
                let semaphore = DispatchSemaphore(value: 0)
                state.driver.waiters.append(semaphore)
                return .waiting(
                    semaphore, state.driver.deliveryCount, isDelivering: state.driver.isDelivering)
            }
            guard case .waiting(let semaphore, let deliveries, let isDelivering) = claim else {
                if case .insideCallback = claim { return Self.insideCallback }
                return nil
            }
            let start = processorNanoseconds()
            guard !hasTurn(semaphore) else { continue }
            // A callback may take long on a busy machine.
            guard processorNanoseconds() - start < Self.stillness else { continue }
            let isStuck = lock.withLock { state in
                isDelivering && state.driver.isDelivering && state.driver.deliveryCount == deliveries
            }
            if isStuck { return Self.stuck }
        }
    }

    private enum Claim {
        case granted
        case insideCallback
        case waiting(DispatchSemaphore, UInt64, isDelivering: Bool)
    }

    static let insideCallback = """
        The world was run inside a callback or a device's handler of the same world, which is already being driven \
        further down this stack. Return from the callback instead. To do something later, use world.after(_:).
        """

    private static let stuck = """
        A run of the world has waited 30 s for another thread. That thread was inside one callback of this world \
        all the time, and nothing else happened. The callback never ends if it waits for this thread, or if it has \
        made this call itself on its queue. Return from the callback instead.
        """

    /// The processor time, in nanoseconds, that a process which only waits uses at most in 30 s.
    private static let stillness: Int64 = 7_500_000_000

    /// Waits up to 30 s for a signal. A drain may be waiting for the queue that this thread has to let run.
    private func hasTurn(_ semaphore: DispatchSemaphore) -> Bool {
        let end = DispatchTime.now() + .seconds(30)
        guard let settle = configuration.settling, lock.withLock({ $0.driver.isDraining }) else {
            return semaphore.wait(timeout: end) == .success
        }
        while semaphore.wait(timeout: .now() + .milliseconds(1)) == .timedOut {
            if DispatchTime.now() > end { return false }
            settle()
        }
        return true
    }

    /// Takes the turn if it is free; otherwise an asynchronous run parks.
    func claimIfFree() -> Bool {
        lock.withLock { $0.driver.claim(currentThread(), asRun: true, isNestable: false) }
    }

    /// Gives the turn back.
    func release(asRun: Bool = true) {
        let (waiters, summons) = lock.withLock { state in
            (state.driver.release(asRun: asRun), state.summons())
        }
        for waiter in waiters { waiter.signal() }
        if summons != .nobody { answer(summons) }
    }

    /// Counts a run that begins at `site`. Returns the time when it must end.
    func beginRun(_ timeout: Nanoseconds, _ site: CallSite) -> Instant {
        lock.withLock { state in
            state.driver.lastSite = site
            state.driver.awake += 1
            // The caller's own code may have put work on the app's queues.
            state.driver.wantsSettling = true
            let (end, overflow) = state.now.nanoseconds.addingReportingOverflow(max(0, timeout.count))
            return Instant(nanoseconds: overflow ? .max : end)
        }
    }

    /// Counts a run that ended.
    func endRun() {
        let summons = lock.withLock { state in
            state.driver.awake -= 1
            return state.summons()
        }
        if summons != .nobody { answer(summons) }
    }

    // MARK: The drain

    /// Starts the drain or wakes the pacer if there is work to do.
    func answer(_ summons: Summons) {
        switch summons {
        case .nobody: break
        case .drain: runOnOwnThread { self.drain() }
        case .pacer: wakePacer()
        }
    }

    fileprivate enum DrainStep {
        case leave
        case again
        case wake([ParkedRun], ParkedRun.Wake)
    }

    /// Works for suspended test bodies and parked runs until there is nothing to do or a run takes over.
    ///
    /// It settles without holding the turn: it may be waiting for a test body on the main actor that wants to drive.
    private func drain() {
        var budget = configuration.bounds.events
        // Work that the pacer has taken may still be on its way to its queue.
        while lock.withLock({ $0.pace.isPosting }) { usleep(100) }
        while true {
            let isClaimed = lock.withLock { state in
                let isFree =
                    (state.driver.awake == 0 || state.hasWork)
                    && state.driver.claim(currentThread(), asRun: false, isNestable: false)
                if !isFree { state.driver.isDraining = false }
                return isFree
            }
            guard isClaimed else { return }
            let settles = lock.withLock { $0.hasWork || $0.driver.wantsSettling }
            runWork()
            release(asRun: false)
            let mover = lock.withLock { $0.driver.mover }
            if mover == nil { configuration.settling?() }
            switch takeDrainStep(mover, hasSettled: settles, &budget) {
            case .leave: return
            case .again: continue
            case .wake(let runs, let wake):
                for run in runs { run.continuation.resume(returning: wake) }
            }
        }
    }

    /// In a world that moves by itself, and in a test's world, the clock moves on a queue. So it does not move while
    /// that queue is busy. Deliveries to app code run outside that queue.
    private func takeDrainStep(_ mover: Mover?, hasSettled: Bool, _ budget: inout Int) -> DrainStep {
        guard let mover else {
            guard let queue = configuration.clockQueue else { return lock.withLock { $0.drainStep(&budget) } }
            return queue.sync { lock.withLock { $0.drainStep(&budget) } }
        }
        if mover.isHeld?() == true {
            usleep(50)
            return lock.withLock { $0.heldDrainStep() }
        }
        // Blocks that already wait on the queue run first. If app code has settled, they have run already.
        if !hasSettled || configuration.settling == nil { mover.queue.sync {} }
        return mover.queue.sync {
            // A block that waited on the queue may have resumed a task.
            if mover.isHeld?() == true { return .again }
            let step = takeWatchedStep(&budget)
            if mover.isOnMainQueue { runWorkOnMainQueue() }
            return step
        }
    }

    /// Moves the clock over many events. If a wait watches the world, it is asked before each of them.
    private func takeWatchedStep(_ budget: inout Int) -> DrainStep {
        for _ in 0..<256 {
            stopIfWaitIsOver()
            let (step, goesOn) = lock.withLock { state in
                let step = state.drainStep(&budget)
                return (step, state.driver.mover?.isOver != nil && !state.hasWork)
            }
            guard goesOn, case .again = step else { return step }
        }
        return .again
    }

    /// Runs the next work that belongs on the main queue, where this is called. Changing queues for each callback would
    /// take longer than most callbacks.
    private func runWorkOnMainQueue() {
        let isClaimed = lock.withLock { state in
            state.hasWorkForMainQueue
                && state.driver.claim(currentThread(), asRun: false, isNestable: false)
        }
        guard isClaimed else { return }
        while let work = lock.withLock({ $0.hasWorkForMainQueue ? $0.takeWork() : nil }) {
            run(work, .waiting)
            stopIfWaitIsOver()
        }
        lock.withLock { $0.driver.isDelivering = false }
        release(asRun: false)
    }
}

extension WorldState {
    /// Moves the clock for the drain, once app code has settled.
    fileprivate mutating func drainStep(_ budget: inout Int) -> World.DrainStep {
        guard driver.thread == 0, !pace.isOn else { return leaveDrain() }
        if hasWork { return .again }
        guard driver.awake == 0, refusal == nil else { return leaveDrain() }
        guard !driver.parked.isEmpty || driver.scopes > 0 || canMoveByItself else { return leaveDrain() }
        if !driver.parked.isEmpty {
            if let failure {
                self.failure = nil
                return .wake(driver.takeParked(), .failed(failure))
            }
            if driver.parkedShouldLook { return .wake(driver.takeParked(), .look) }
        }
        guard budget > 0 else {
            fail(.events(bounds.events))
            return driver.parked.isEmpty ? leaveDrain() : .again
        }
        budget -= 1
        let end = driver.parked.isEmpty ? driver.mover?.horizon : nil
        let limit = driver.earliestLimit(end ?? Instant(nanoseconds: .max))
        let isSingle = driver.mover?.isOver != nil || driver.mover == nil
        switch isSingle ? step(until: limit) : steps(until: limit) {
        case .stepped:
            driver.parkedShouldLook = true
            return .again
        case .limit:
            scheduler.advance(to: limit)
            driver.parkedShouldLook = true
            return .again
        case .dry:
            guard !driver.parked.isEmpty else { return leaveDrain() }
            return .wake(driver.takeParked(), .dry)
        case .bound(let bound):
            fail(bound)
            return driver.parked.isEmpty ? leaveDrain() : .again
        }
    }

    /// What the drain does while the clock is held.
    fileprivate mutating func heldDrainStep() -> World.DrainStep {
        let stays = driver.thread == 0 && !pace.isOn && (hasWork || driver.awake == 0 && refusal == nil)
        return stays && driver.mover != nil ? .again : leaveDrain()
    }

    private mutating func leaveDrain() -> World.DrainStep {
        driver.isDraining = false
        return .leave
    }
}
