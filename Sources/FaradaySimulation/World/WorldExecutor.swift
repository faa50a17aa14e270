import BluetoothTypes
import CInterposition
import FaradayAppTime

extension World {
    /// Whether this thread is the one that drives.
    package var isDrivenHere: Bool { lock.withLock { $0.driver.thread == currentThread() } }

    /// Takes a job; it runs when its turn comes, before the clock moves.
    ///
    /// - Parameter order: Whose jobs keep their order among each other.
    func enqueue(_ order: AnyObject?, _ run: @escaping () -> Void) {
        let me = currentThread()
        redirect { state in
            if state.driver.thread != me { state.foreignJobs += 1 }
            let queue =
                order.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? AppWork.pool
            state.work.submit(Piece(.closure(run), of: state.context), to: queue)
        }
    }

    /// Jobs that came from a thread that did not drive the world.
    ///
    /// A test body's first job is one of them. If there are more, something outside the world resumes its tasks. The order
    /// of events then does not follow from the seed alone.
    public var foreignJobCount: Int { lock.withLock { $0.foreignJobs } }
}

/// A world is a task executor: time moves only when none of its tasks can continue.
///
/// ```swift
/// await withTaskExecutorPreference(world) { await app.syncOnce() }
/// ```
///
/// Child tasks, default actors and async streams inside such a task run on the world too, in an order that follows from
/// the seed.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension World: TaskExecutor {
    /// Takes a job from Swift's runtime; do not call it.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // A world must not own itself. Who has tasks on it keeps it until they have run.
        let executor = asUnownedTaskExecutor()
        enqueue(nil) { job.runSynchronously(on: executor) }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension World {
    /// Runs `body` with the world as its task executor. While `body` is suspended, the world moves by itself.
    ///
    /// Inside `body`, waiting for something is enough to make the world move: a value of an async client,
    /// `world.sleep(for:)`, `run(until:)`.
    ///
    /// ```swift
    /// try await world.simulate {
    ///     for await peer in client.scan() { … }
    /// }
    /// ```
    public func simulate<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async rethrows -> Result {
        lock.withLock { $0.driver.runs.beginScope() }
        // The scope ends in the last job, not after it: the world must not move once the body has ended.
        return try await withTaskExecutorPreference(self) {
            adoptTask()
            defer { endScope() }
            return try await body()
        }
    }

    /// Starts a task on the world from synchronous code.
    package func spawn(_ body: @escaping @Sendable () async -> Void) {
        Task(executorPreference: self) { await body() }
    }
}

extension World {
    /// Runs `body` where the caller runs, with the world as its task executor if the system has task executors. While
    /// `body` is suspended, the world moves by itself.
    package func runningFreely<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        lock.withLock { $0.driver.runs.beginScope() }
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
            defer { endScope() }
            return try await body()
        }
        // The scope ends where the body ends, not after the way back to the caller: the world must not move there.
        return try await withTaskExecutorPreference(self, isolation: isolation) {
            adoptTask()
            defer { endScope() }
            return try await body()
        }
    }

    /// The running task, which the test framework has made, is the world's until its scope ends: also on the main actor.
    private func adoptTask() {
        let task = faraday_current_task()
        lock.withLock { $0.work.note(task: task, of: $0.context) }
    }

    /// A test's body ends, in its last job. What follows in this job is the test framework's: no code of the world.
    private func endScope() {
        let task = faraday_current_task()
        lock.withLock { state in
            state.driver.runs.endScope()
            state.work.forget(task: task)
        }
        faraday_leave()
    }
}

/// Runs the jobs of an actor on a world, in order with everything else there.
///
/// Default actors do not need it: they use the executor of the task that calls them. Use it for actors that must stay
/// in the world for every caller.
///
/// ```swift
/// actor Model {
///     nonisolated let executor: WorldSerialExecutor
///     nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
/// }
/// ```
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public final class WorldSerialExecutor: SerialExecutor {
    /// The world that runs the jobs.
    public let world: World

    /// Creates an executor; its actor must keep it.
    public init(_ world: World) { self.world = world }

    /// Takes a job from Swift's runtime; do not call it.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        world.enqueue(self) { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
}
