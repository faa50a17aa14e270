#if os(Linux) && compiler(>=6.3)
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency
import BluetoothPort
import BluetoothTypes

/// A world's executor that also handles sleeps.
package final class CapturingExecutor: TaskExecutor, SchedulingExecutor, JobRunner {
    private struct State {
        /// Jobs that sleep, by number.
        var sleeping: [(number: Int, job: UnownedJob)] = []
        var count = 0
        /// The virtual time of the running job, and the real time at which its first job began.
        var instant: BluetoothTypes.Instant?
        var instantStart: Int64 = 0
        /// Whether the test has ended: later jobs then go to their original executors.
        var isOver = false
    }

    private let world: World
    private let state = Lock(State())

    init(_ world: World) { self.world = world }

    package func enqueue(_ job: consuming ExecutorJob) { take(UnownedJob(job)) }

    func take(_ job: UnownedJob) {
        if state.withLock({ $0.isOver }) { return globalConcurrentExecutor.enqueue(job) }
        world.enqueue(job, runner: self)
    }

    /// Each job is of another task, or of an actor that keeps its own order.
    package var keepsOrder: Bool { false }

    package func runJob(_ job: UnownedJob) {
        let (now, clock) = (world.now, monotonicNanoseconds())
        state.withLock { state in
            guard state.instant != now else { return }
            state.instant = now
            state.instantStart = clock
        }
        job.runSynchronously(on: asUnownedTaskExecutor())
    }

    /// The test has ended: tasks that it left behind continue elsewhere, and sleeping ones continue at once.
    func handBack() {
        let sleeping = state.withLock { state in
            state.isOver = true
            defer { state.sleeping = [] }
            return state.sleeping
        }
        for (_, job) in sleeping { globalConcurrentExecutor.enqueue(job) }
        for job in world.takeJobs(of: self) { globalConcurrentExecutor.enqueue(job) }
    }

    package func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
        sleep(UnownedJob(job), for: delay as? Swift.Duration ?? .zero)
    }

    package func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
        // The deadline was computed from the real clock after the virtual clock last moved. So the requested sleep is
        // the remaining time, or longer by up to the time since then.
        let left = Nanoseconds(clock.now.duration(to: instant) as? Swift.Duration ?? .zero)
        var ran = Nanoseconds(monotonicNanoseconds() &- state.withLock { $0.instantStart })
        // Code that does not run here, for example before the test's tasks were captured, has only just requested the
        // sleep.
        if !world.isDrivenHere { ran = min(ran, .milliseconds(50)) }
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
#endif
