import BluetoothTypes

extension World {
    /// Whether this thread is the one that drives.
    package var isDrivenHere: Bool { lock.withLock { $0.driver.thread == currentThread() } }
}

/// An object that can run a job it was given.
package protocol JobRunner: AnyObject, Sendable {
    /// Runs `job` on this thread, to its next suspension.
    func runJob(_ job: UnownedJob)
    /// Whether its jobs must run in the order in which it got them.
    var keepsOrder: Bool { get }
}

/// A part of a Swift task that waits for its turn.
struct Job {
    var job: UnownedJob
    /// The object that runs it; the world itself if `nil`, which must not own itself.
    var runner: (any JobRunner)?

    /// Runs the job on this thread, to its next suspension.
    func run(in world: World) {
        if let runner {
            runner.runJob(job)
        } else if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            job.runSynchronously(on: world.asUnownedTaskExecutor())
        } else {
            preconditionFailure("this system has no task executors")
        }
    }
}

extension WorldState {
    fileprivate mutating func takeJobs(of runner: any JobRunner) -> [UnownedJob] {
        var taken: [UnownedJob] = []
        var kept: [Job] = []
        while let job = jobs.popFirst() {
            if job.runner === runner { taken.append(job.job) } else { kept.append(job) }
        }
        for job in kept { jobs.append(job) }
        return taken
    }
}

extension World {
    /// Takes a job; it runs on the driving thread when its turn comes, before the clock moves.
    package func enqueue(_ job: UnownedJob, runner: (any JobRunner)?) {
        let me = currentThread()
        redirect { state in
            if state.driver.thread != me { state.foreignJobs += 1 }
            state.jobs.append(Job(job: job, runner: runner))
        }
    }

    /// Takes out the waiting jobs of one runner, in order.
    package func takeJobs(of runner: any JobRunner) -> [UnownedJob] {
        lock.withLock { $0.takeJobs(of: runner) }
    }

    /// Jobs that came from a thread that did not drive the world.
    ///
    /// A test body's first job is one of them. If there are more, tasks of the app run outside the world (`Task {}`,
    /// `Task.detached`, actors with their own executors). The order of events then does not follow from the seed alone.
    public var foreignJobCount: Int { lock.withLock { $0.foreignJobs } }
}

/// A world is a task executor: time moves only when none of its tasks can continue.
///
/// ```swift
/// await withTaskExecutorPreference(world) { await app.syncOnce() }
/// ```
///
/// Child tasks, default actors and async streams inside such a task run on the world too, in an order that follows from
/// the seed. `Task {}` and `Task.detached` run outside it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension World: TaskExecutor {
    /// Takes a job from Swift's runtime; do not call it.
    public func enqueue(_ job: consuming ExecutorJob) {
        enqueue(UnownedJob(job), runner: nil)
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
        try await simulate(on: self, body)
    }

    /// Runs `body` with `executor`, whose jobs run in this world, as its task executor.
    ///
    /// The scope ends in the last job, not after it: the world must not move once the body has ended.
    package func simulate<Result: Sendable>(
        on executor: some TaskExecutor, _ body: @Sendable () async throws -> Result
    ) async rethrows -> Result {
        lock.withLock { $0.driver.runs.beginScope() }
        return try await withTaskExecutorPreference(executor) {
            defer { lock.withLock { $0.driver.runs.endScope() } }
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
    package func movingByItself<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        lock.withLock { $0.driver.runs.beginScope() }
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
            defer { lock.withLock { $0.driver.runs.endScope() } }
            return try await body()
        }
        // The scope ends where the body ends, not after the way back to the caller: the world must not move there.
        return try await withTaskExecutorPreference(self, isolation: isolation) {
            defer { lock.withLock { $0.driver.runs.endScope() } }
            return try await body()
        }
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
public final class WorldSerialExecutor: SerialExecutor, JobRunner {
    /// The world that runs the jobs.
    public let world: World

    /// Creates an executor; its actor must keep it.
    public init(_ world: World) { self.world = world }

    /// Takes a job from Swift's runtime; do not call it.
    public func enqueue(_ job: consuming ExecutorJob) { world.enqueue(UnownedJob(job), runner: self) }

    package func runJob(_ job: UnownedJob) { job.runSynchronously(on: asUnownedSerialExecutor()) }

    package var keepsOrder: Bool { true }
}
