import FaradaySimulation

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

extension TaskGroup<Void> {
    /// Adds a task that runs on a thread: on that of its bodies, or on one that drives worlds. On systems without task
    /// executors it is a task like others.
    ///
    /// On another thread than its bodies', each body would wake two threads, which takes two thirds of the time of a short
    /// test.
    mutating func addTask(on thread: BodyThread?, _ body: @escaping @Sendable () async -> Void) {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            if let thread {
                addTask(executorPreference: ThreadExecutor(thread), operation: body)
            } else {
                addTask(executorPreference: WorkerExecutor.shared, operation: body)
            }
        } else {
            addTask(operation: body)
        }
    }
}

extension Task<Void, Never> {
    /// Begins a task on one of the threads that drive worlds, if the system has task executors.
    @discardableResult
    static func besideWorlds(_ body: @escaping @Sendable () async -> Void) -> Self {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            Task(executorPreference: WorkerExecutor.shared, operation: body)
        } else {
            Task(operation: body)
        }
    }
}

/// Runs a part of a task on the threads that drive worlds, if the system has task executors.
///
/// Those on which Swift runs tasks are as many as there are processors, and tests may block them all.
func besideWorlds<Result: Sendable>(_ body: @Sendable () async -> Result) async -> Result {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        await withTaskExecutorPreference(WorkerExecutor.shared, operation: body)
    } else {
        await body()
    }
}

/// Runs jobs on one thread.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class ThreadExecutor: TaskExecutor {
    private let thread: BodyThread

    init(_ thread: BodyThread) { self.thread = thread }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        thread.go(on: .job { job.runSynchronously(on: self.asUnownedTaskExecutor()) })
    }
}
