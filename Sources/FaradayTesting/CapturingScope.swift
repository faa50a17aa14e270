#if os(Linux) && compiler(>=6.3)
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency
import BluetoothPort
import BluetoothTypes
import FaradaySimulation
import Glibc

/// Runs a test body so that its unstructured tasks stay in the world, one body at a time.
///
/// `swift_task_enqueueGlobal_hook` gets every job bound for the global executor. Those of the captured test
/// go to its world; those of other tests, which run in parallel, go where they wanted.
enum CapturingScope {
    private static let turn = AsyncTurn()

    static func run(in world: World, _ function: @Sendable () async throws -> Void) async throws {
        await turn.take()
        GlobalHook.start(capturing: world)
        do {
            try await world.simulate(on: GlobalHook.executor(for: world), function)
        } catch {
            giveUp(world)
            throw error
        }
        giveUp(world)
    }

    /// Ends the turn of a world, if it has it: its body is over or is left behind.
    static func giveUp(_ world: World) {
        if GlobalHook.stop(capturing: world) { turn.giveBack() }
    }
}

/// A world's executor that also takes sleeps.
final class CapturingExecutor: TaskExecutor, SchedulingExecutor, JobRunner {
    private struct State {
        /// Jobs that sleep, by number.
        var sleeping: [(number: Int, job: UnownedJob)] = []
        var count = 0
        /// The virtual time of the running job, and when on the real clock its first job began.
        var instant: BluetoothTypes.Instant?
        var instantStart: Int64 = 0
        /// Whether the test is over: what comes now goes where it would have gone without it.
        var isOver = false
    }

    private let world: World
    private let state = Lock(State())

    init(_ world: World) { self.world = world }

    func enqueue(_ job: consuming ExecutorJob) { take(UnownedJob(job)) }

    func take(_ job: UnownedJob) {
        if state.withLock({ $0.isOver }) { return globalConcurrentExecutor.enqueue(job) }
        world.enqueue(job, runner: self)
    }

    func runJob(_ job: UnownedJob) {
        let (now, clock) = (world.now, monotonicNanoseconds())
        state.withLock { state in
            guard state.instant != now else { return }
            state.instant = now
            state.instantStart = clock
        }
        job.runSynchronously(on: asUnownedTaskExecutor())
    }

    /// The test is over: tasks that it left behind go on elsewhere, and at once if they sleep.
    func handBack() {
        let sleeping = state.withLock { state in
            state.isOver = true
            defer { state.sleeping = [] }
            return state.sleeping
        }
        for (_, job) in sleeping { globalConcurrentExecutor.enqueue(job) }
        for job in world.takeJobs(of: self) { globalConcurrentExecutor.enqueue(job) }
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
        sleep(UnownedJob(job), for: delay as? Swift.Duration ?? .zero)
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
        // The deadline was made from the real clock since the virtual one moved: the sleep that was asked for
        // is as long as what is left, or longer by up to the time since then.
        let left = Nanoseconds(clock.now.duration(to: instant) as? Swift.Duration ?? .zero)
        let ran = Nanoseconds(monotonicNanoseconds() &- state.withLock { $0.instantStart })
        sleep(UnownedJob(job), for: Swift.Duration.nanoseconds(RoundTime.between(left, left + ran).count))
    }

    private func sleep(_ job: UnownedJob, for delay: Swift.Duration) {
        let number: Int? = state.withLock { state in
            guard !state.isOver else { return nil }
            state.count += 1
            state.sleeping.append((state.count, job))
            return state.count
        }
        guard let number else { return globalConcurrentExecutor.enqueue(job) }
        world.schedule(at: world.now + max(Nanoseconds(delay), .zero)) { self.wake(number) }
    }

    private func wake(_ number: Int) {
        let job: UnownedJob? = state.withLock { state in
            guard let index = state.sleeping.firstIndex(where: { $0.number == number }) else { return nil }
            return state.sleeping.remove(at: index).job
        }
        if let job { take(job) }
    }
}

/// Finds the length of time that a person meant, between two that were measured.
enum RoundTime {
    private static let grains: [Nanoseconds] = [
        .hours(1), .minutes(1), .seconds(10), .seconds(1), .milliseconds(100), .milliseconds(10),
        .milliseconds(1), .microseconds(100), .microseconds(10), .microseconds(1),
    ]

    /// The roundest time from `least` to `most`; the next microsecond if there is none.
    ///
    /// A round one right behind `least` is taken first: on a busy machine `most` may be seconds away, and a sleep of nine
    /// seconds is not one of ten.
    static func between(_ least: Nanoseconds, _ most: Nanoseconds) -> Nanoseconds {
        guard least > .zero else { return .zero }
        if let near = roundest(least, min(most, least + .milliseconds(1))),
            near.grain.count * 100 >= least.count
        {
            return near.time
        }
        return roundest(least, most)?.time ?? Nanoseconds((least.count + 999) / 1000 * 1000)
    }

    private static func roundest(
        _ least: Nanoseconds, _ most: Nanoseconds
    ) -> (time: Nanoseconds, grain: Nanoseconds)? {
        for grain in grains {
            let rounded = Nanoseconds((least.count + grain.count - 1) / grain.count * grain.count)
            if rounded <= most { return (rounded, grain) }
        }
        return nil
    }
}

/// The process's default executor while tests capture: sleeps of a captured test are its world's.
///
/// A task that prefers no executor forgets the one it runs on when it comes back from an actor; its next
/// sleep then asks the default executor.
private final class DefaultExecutor: TaskExecutor, SchedulingExecutor {
    private struct Factory: ExecutorFactory {
        static var mainExecutor: any MainExecutor { PlatformExecutorFactory.mainExecutor }
        static var defaultExecutor: any TaskExecutor { DefaultExecutor() }
    }

    private static let installation: Void = _createExecutors(factory: Factory.self)
    private let platform = PlatformExecutorFactory.defaultExecutor

    /// Makes such an executor the default of the process, for good; without a captured test it only passes on.
    static func install() { _ = installation }

    /// Who takes a sleep that is asked for here.
    private var sleeper: any SchedulingExecutor {
        if let world = GlobalHook.capturer() { return world }
        guard let platform = platform as? any SchedulingExecutor else {
            preconditionFailure("the platform's default executor takes no sleeps")
        }
        return platform
    }

    func enqueue(_ job: consuming ExecutorJob) { platform.enqueue(job) }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
        sleeper.enqueue(job, after: delay, tolerance: tolerance, clock: clock)
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
        sleeper.enqueue(job, at: instant, tolerance: tolerance, clock: clock)
    }
}

/// The runtime's hook for jobs of the global executor.
private enum GlobalHook {
    // Concrete types: a generic helper would reabstract the thin functions, and the hook misbehave silently.
    typealias Original = @convention(thin) (UnownedJob) -> Void
    typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    private struct Captured {
        var world: World
        var executor: CapturingExecutor
    }

    private static let captured = Lock<Captured?>(nil)

    static func executor(for world: World) -> CapturingExecutor {
        guard let executor = captured.withLock({ $0 })?.executor else {
            preconditionFailure("the hook captures for no world")
        }
        return executor
    }

    static func start(capturing world: World) {
        let executor = CapturingExecutor(world)
        captured.withLock { $0 = Captured(world: world, executor: executor) }
        DefaultExecutor.install()
        install { job, original in
            if let executor = GlobalHook.capturer() {
                executor.take(job)
            } else {
                original(job)
            }
        }
    }

    /// Whether it captured for this world until now.
    static func stop(capturing world: World) -> Bool {
        let old: Captured? = captured.withLock { captured in
            guard captured?.world === world else { return nil }
            defer { captured = nil }
            install(nil)
            return captured
        }
        old?.executor.handBack()
        return old != nil
    }

    /// Who takes a job that is enqueued here: jobs of other tests' worlds, and of threads that have nothing
    /// to do with the captured one, are left alone.
    static func capturer() -> CapturingExecutor? {
        guard let captured = captured.withLock({ $0 }) else { return nil }
        if let scoped = World.scoped { return scoped === captured.world ? captured.executor : nil }
        return captured.world.isDrivenHere ? captured.executor : nil
    }

    private static func install(_ hook: Hook?) {
        guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "swift_task_enqueueGlobal_hook") else {
            preconditionFailure("this Swift runtime has no swift_task_enqueueGlobal_hook")
        }
        symbol.assumingMemoryBound(to: Hook?.self).pointee = hook
    }
}

/// One turn for many tasks, in the order they asked.
private final class AsyncTurn: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [UnsafeContinuation<Void, Never>] = []
    }

    private let state = Lock(State())

    func take() async {
        await withUnsafeContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isTaken {
                    state.waiting.append(continuation)
                    return false
                }
                state.isTaken = true
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    func giveBack() {
        let next: UnsafeContinuation<Void, Never>? = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
#endif
