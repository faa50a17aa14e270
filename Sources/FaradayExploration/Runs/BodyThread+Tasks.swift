extension BodyThread {
    /// Starts a task on this thread.
    ///
    /// Who waits for the task may block one of the few threads on which Swift runs tasks, as a synchronous test does. If all
    /// of these are blocked, a task there would never begin.
    func start(_ body: @escaping @Sendable () async -> Void) {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            Task.detached(executorPreference: ThreadExecutor(self)) { await body() }
        } else {
            Task.detached { await body() }
        }
    }
}

/// Runs jobs on one thread.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class ThreadExecutor: TaskExecutor {
    private let thread: BodyThread

    init(_ thread: BodyThread) { self.thread = thread }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        thread.post { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
