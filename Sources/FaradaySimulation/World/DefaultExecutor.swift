#if os(Linux) && compiler(>=6.3)
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

/// The process's default executor while tests capture: sleeps of a captured test are its world's.
///
/// A task without preferred executor forgets its executor when it comes back from an actor. Its next sleep then goes to
/// the default executor.
final class DefaultExecutor: TaskExecutor, SchedulingExecutor {
    private struct Factory: ExecutorFactory {
        static var mainExecutor: any MainExecutor { PlatformExecutorFactory.mainExecutor }
        static var defaultExecutor: any TaskExecutor { DefaultExecutor() }
    }

    private static let installation: Void = _createExecutors(factory: Factory.self)
    private let platform = PlatformExecutorFactory.defaultExecutor

    /// Makes such an executor the permanent default of the process; without a captured test it only forwards jobs.
    static func install() { _ = installation }

    /// The executor that handles a sleep requested here.
    private var sleeper: any SchedulingExecutor {
        if let world = TaskCapture.capturer() { return world }
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
#endif
