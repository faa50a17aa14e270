import BluetoothTypes
import CInterposition
import Dispatch
import FaradayAppTime
import FaradayEngine

/// What the work of apps asks of its world.
struct AppWorkHost: AppTimeHost {
    let world: World

    private var lock: WorldLock { world.lock }

    func change<Result>(_ body: (AppWork, Int64) -> Result) -> Result {
        world.redirect { state in
            // The main thread has gone on: a test framework begins what comes after an asynchronous `setUp`.
            if state.hasLentScope, hasMainGoneOn { state.endLentScope() }
            state.catchUp()
            state.work.news.isWanted = state.trace.isOn
            defer { state.work.tellNews(to: state.trace) }
            return body(state.work, state.now.nanoseconds)
        }
    }

    private var hasMainGoneOn: Bool {
        faraday_is_bound_main_thread() && faraday_current_task() == 0 && !faraday_main_is_awaiting()
    }

    func block(_ strand: Strand, _ also: (AppWork) -> Void) {
        let me = currentThread()
        let outer = faraday_enter(nil)
        let (waiters, wakeUps) = lock.withLock { state in
            let (turn, waiting) = state.driver.block(me, isApps: strand.isOfApp)
            strand.keepsake = StrandTurn(thread: me, turn: turn)
            if strand.isOnMainThread { state.loseDrainOfMain() }
            if case .runLoop = strand.wait { strand.isTestsLoop = !strand.isOfApp && turn?.isGuests ?? true }
            state.work.add(strand, at: state.now.nanoseconds)
            also(state.work)
            state.work.tellNews(to: state.trace)
            if state.isOver { state.work.break(strand, strand.wakeAtEnd) }
            if WaitCircle(state.work.strands, on: state.work.queues).contains(strand) {
                state.failInDeadlock()
            }
            return (state.shell.takeThreads(of: waiting), state.wakeUps())
        }
        wake(waiters, wakeUps)
        WorkerThreads.release()
        strand.sleep()
        _ = faraday_enter(outer)
        // The thread ends in the call that blocked it.
        if strand.wake == .abandoned, strand.wait != .turn { WorkerThreads.noteEnd() }
    }

    func fail(_ strand: Strand) {
        AppContext.outside {
            let wakeUps = lock.withLock { state in
                state.work.add(strand, at: state.now.nanoseconds)
                state.failInDeadlock()
                state.work.remove(strand)
                return state.wakeUps()
            }
            wake([], wakeUps)
        }
    }

    func drive(until time: Int64, _ isOver: () -> Bool) -> Bool {
        let isAlone = lock.withLock { state in
            state.endLentScope()
            return state.driver.isIdle && state.driver.runs.parked.isEmpty && state.driver.runs.scopes == 0
        }
        guard isAlone else { return false }
        let end = Instant(nanoseconds: time)
        switch Run(world, .loop, end - world.now, CallSite(#fileID, #filePath, #line)).now(isOver) {
        case .met: return world.now >= end
        case .timedOut, .idle: return true
        case .failed(let error):
            // The test hears of it, at the latest in its next run.
            lock.withLock { if $0.failure == nil { $0.failure = error } }
            return false
        }
    }

    func leave() {
        let me = currentThread()
        let (waiters, wakeUps) = lock.withLock { state in
            (state.shell.takeThreads(of: state.driver.guestLeaves(me)), state.wakeUps())
        }
        AppContext.outside { wake(waiters, wakeUps) }
    }

    private func wake(_ waiters: [DispatchSemaphore], _ wakeUps: DriverMachine.WakeUps) {
        for waiter in waiters { waiter.signal() }
        if !wakeUps.isEmpty { world.answer(wakeUps) }
    }

    // MARK: Chance

    func draw(_ bytes: UnsafeMutableRawBufferPointer) {
        lock.withLock { state in
            var stream = state.draws["app/chance"] ?? world.entropy.stream("app/chance")
            for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: stream.next()) }
            state.draws["app/chance"] = stream
        }
    }

    func draw(below count: Int) -> Int {
        lock.withLock { state in
            Int(state.draws["app/shuffle", default: world.entropy.stream("app/shuffle")].below(UInt64(count)))
        }
    }

    func isSetAside() -> Bool {
        let me = currentThread()
        return lock.withLock { $0.setsAside(me) }
    }

    // MARK: Real time

    func realDelay(until time: Int64) -> Int64 {
        guard time != .max else { return .max }
        return lock.withLock { state in
            Int64(state.shell.pace.wait(until: Instant(nanoseconds: time), from: monotonicNanoseconds()))
        }
    }

    var pacedTime: Int64 {
        lock.withLock { $0.shell.pace.virtualTime(at: monotonicNanoseconds()).nanoseconds }
    }

    // MARK: Threads of the apps' own

    func threadBegins(_ thread: Int32) { AppThreads.begin(thread, in: world) }

    func threadEnds(_ thread: Int32) {
        AppThreads.end(thread)
        // A thread that ended in the middle of what it did has its turn still.
        leave()
    }

    /// The turn of a thread that an app has begun, if one has it.
    var turnOfApps: UInt64? { lock.withLock { $0.driver.turnOfApps } }

    /// Takes the turn from a thread that an app has begun.
    func revoke(_ turn: UInt64) {
        let (waiters, wakeUps) = lock.withLock { state in
            (state.shell.takeThreads(of: state.driver.revoke(turn)), state.wakeUps())
        }
        wake(waiters, wakeUps)
    }
}

/// What a blocked thread gets back when it goes on.
struct StrandTurn: Sendable {
    let thread: DriverMachine.Thread
    let turn: DriverMachine.Turn?
}

extension WorldState {
    /// The driving drain lets a blocked thread go on, and ends. Returns what wakes the threads that wait for the turn.
    mutating func goOn(_ strand: Strand) -> [DispatchSemaphore] {
        guard let kept = strand.keepsake as? StrandTurn else {
            preconditionFailure("a strand without the turn of its thread")
        }
        work.clock.show(now.nanoseconds)
        strand.gotTurn = kept.turn == nil && strand.needsTurn
        let waiters = driver.resume(
            kept.turn, guest: strand.gotTurn ? kept.thread : nil, isApps: strand.isOfApp)
        return waiters.isEmpty ? [] : shell.takeThreads(of: waiters)
    }
}

extension AppWork {
    /// Writes what the work has done into a trace.
    func tellNews(to trace: TraceLog) {
        guard hasNews else { return }
        for happening in news.take() {
            if let line = NewsText(of: self).line(happening) { trace.record(nil, .none, .world(.note(line))) }
        }
    }
}
