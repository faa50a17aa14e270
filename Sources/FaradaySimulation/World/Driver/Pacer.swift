import BluetoothTypes
import Dispatch

/// The thread that lets a world's events happen when they are due on the wall clock. It posts callbacks to their queues.
struct Pacer {
    /// The pacer does not keep its world alive.
    private weak let world: World?
    private let number: Int
    private let alarm: DispatchSemaphore

    /// Makes time real from now on, or sets a new speed. A call inside a callback is a mistake.
    static func start(in world: World, speed: Double, at site: CallSite) {
        let turn = Run.enter(world, isForTime: false, canBeRefused: false) { $0.driver.runs.begin() }
        switch turn {
        case .granted: break
        case .impossible(let problem):
            world.report(problem, at: site.place)
            return
        case .paced, .refused: preconditionFailure("a pacer waits for its turn as a run does")
        }
        // A new semaphore: an earlier pacer that still runs must not take a signal for this one.
        let alarm = DispatchSemaphore(value: 0)
        var (number, earlier) = (0, alarm)
        var tasks: [UnsafeContinuation<ParkedWake, Never>] = []
        Run.leaveTurn(of: world) { state in
            state.catchUp()
            state.shell.pacers += 1
            (number, earlier) = (state.shell.pacers, state.shell.pacer)
            state.shell.pacer = alarm
            state.shell.mover = nil
            state.shell.pace = Pace(
                speed: speed, wallOrigin: monotonicNanoseconds(), virtualOrigin: state.now.nanoseconds)
            tasks = state.shell.takeTasks(of: state.driver.pace(by: number))
            state.driver.runs.end()
            world.code.update(&state, of: world)
        }
        earlier.signal()
        for task in tasks { task.resume(returning: .look) }
        let pacer = Pacer(world: world, number: number, alarm: alarm)
        DispatchQueue(label: "faraday.world.pace").async { pacer.run() }
    }

    private func run() {
        while let nanoseconds = runDueEvents() {
            _ = alarm.wait(timeout: .now() + .nanoseconds(nanoseconds))
        }
    }

    private enum Step {
        case stop(DriverMachine.WakeUps)
        case work(Work)
        case again
        /// Sleep for so many nanoseconds, or until somebody wakes the pacer.
        case wait(Int, DriverMachine.WakeUps)
    }

    /// In nanoseconds. The initialiser of a manager returns on one thread, and could be overtaken by the first callback on
    /// another: the app's property for the manager would still be empty then. A phone takes some milliseconds, too.
    fileprivate static let patienceForManagers: Int64 = 50_000_000
    private static let hour = 3_600_000_000_000

    /// Runs events that are due. Returns the nanoseconds until the next one, or `nil` when it is no longer the pacer.
    private func runDueEvents() -> Int? {
        guard let world else { return nil }
        var hasPosted = false
        while true {
            let step: Step = world.lock.withLock { state in
                if hasPosted {
                    state.driver.postingEnds()
                    hasPosted = false
                    guard state.driver.nextOfPacer(number) != .stop else { return .stop(state.wakeUps()) }
                }
                return next(&state)
            }
            switch step {
            case .stop(let wakeUps):
                world.answer(wakeUps)
                return nil
            case .work(let work):
                hasPosted = true
                work.run()
                world.look()
            case .again: world.look()
            case .wait(let nanoseconds, let wakeUps):
                world.answer(wakeUps)
                return nanoseconds
            }
        }
    }

    private func next(_ state: inout WorldState) -> Step {
        switch state.driver.nextOfPacer(number) {
        case .stop: return .stop([])
        case .wait: return .wait(Self.hour, [])
        case .go: break
        }
        if let patience = state.shell.patienceForManagers(at: monotonicNanoseconds()) {
            return .wait(patience, [])
        }
        if let work = state.takeWork(.posting) {
            state.driver.postingBegins()
            return .work(work)
        }
        let wall = monotonicNanoseconds()
        switch state.step(until: state.shell.pace.virtualTime(at: wall)) {
        case .stepped: return .again
        case .bound(let bound):
            state.fail(bound)
            return .again
        case .limit, .dry: break
        }
        state.catchUp()
        let next = state.nextTime.map {
            state.shell.pace.wait(until: $0, from: monotonicNanoseconds())
        }
        return .wait(next ?? Self.hour, state.shell.onlookers.isEmpty ? [] : .onlookers)
    }
}

extension DriverShell {
    /// How much longer the pacer leaves alone an app that has just made a manager; `nil` if it need not.
    fileprivate func patienceForManagers(at wall: Int64) -> Int? {
        guard let newestManager else { return nil }
        let left = newestManager + Pacer.patienceForManagers - wall
        return left > 0 ? Int(left) : nil
    }
}

extension World {
    /// Called before code of an app makes a manager.
    func aManagerIsMade() { lock.withLock { UnusedWorlds.noteManager(in: &$0) } }
}

extension WorldState {
    /// In a paced world, moves the clock to the time of the wall clock, but not beyond the next event.
    @inline(__always)
    mutating func catchUp() {
        guard driver.motion.isPaced else { return }
        catchUpWithTheWall()
    }

    private mutating func catchUpWithTheWall() {
        let due = shell.pace.virtualTime(at: monotonicNanoseconds())
        let target = min(due, nextTime ?? Instant(nanoseconds: .max))
        if target > now { scheduler.advance(to: target) }
    }
}
