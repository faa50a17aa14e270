import BluetoothTypes

extension World {
    /// Whether this thread is the one that drives.
    package var isDrivenHere: Bool { lock.withLock { $0.driver.thread == currentThread() } }
}

/// Something that knows how to run a job it was given.
package protocol JobRunner: AnyObject, Sendable {
    /// Runs `job` on this thread, to its next suspension.
    func runJob(_ job: UnownedJob)
}

/// A piece of a Swift task that waits for its turn.
struct Job {
    var job: UnownedJob
    /// Who runs it; the world itself when `nil`.
    var runner: (any JobRunner)?
}

extension World {
    /// Takes a job; it runs on the driving thread when its turn comes, before the clock moves.
    package func enqueue(_ job: UnownedJob, runner: (any JobRunner)?) {
        let me = currentThread()
        let summons = lock.withLock { state in
            if state.driver.thread != me { state.driver.foreignJobs += 1 }
            state.jobs.append(Job(job: job, runner: runner))
            return state.summons()
        }
        if summons != .nobody { answer(summons) }
    }

    /// Takes out the waiting jobs of one runner, in order.
    package func takeJobs(of runner: any JobRunner) -> [UnownedJob] {
        lock.withLock { state in
            var taken: [UnownedJob] = []
            var kept: [Job] = []
            while let job = state.jobs.popFirst() {
                if job.runner === runner { taken.append(job.job) } else { kept.append(job) }
            }
            for job in kept { state.jobs.append(job) }
            return taken
        }
    }

    /// Jobs that came from a thread other than the one that drove.
    ///
    /// A test body's first job is one of them. More mean that tasks of the app escape the world
    /// (`Task {}`, `Task.detached`, actors with executors of their own), and that the order of things
    /// does not follow from the seed alone.
    public var foreignJobCount: Int { lock.withLock { $0.driver.foreignJobs } }

    func run(_ job: Job) {
        if let runner = job.runner {
            runner.runJob(job.job)
        } else if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            job.job.runSynchronously(on: asUnownedTaskExecutor())
        } else {
            preconditionFailure("a job for a task executor, which this system does not have")
        }
    }
}

/// A world runs tasks: time moves only when none of them can go on.
///
/// ```swift
/// await withTaskExecutorPreference(world) { await app.syncOnce() }
/// ```
///
/// Child tasks, default actors and async streams below such a task run on the world too, in an order that
/// follows from the seed. `Task {}` and `Task.detached` escape it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension World: TaskExecutor {
    /// Takes a job that Swift's runtime gives to the world; not for callers.
    public func enqueue(_ job: consuming ExecutorJob) {
        enqueue(UnownedJob(job), runner: nil)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension World {
    /// Runs `body` with the world as its task executor; while it is suspended, the world moves by itself.
    ///
    /// Inside, waiting for something that only the world can bring about is enough to make it happen: a
    /// value of an async client, `world.sleep(for:)`, `run(until:)`.
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

    /// Runs `body` with `executor`, whose jobs end up here, as its task executor.
    ///
    /// The scope ends in the last job, not behind it: the world must not move once the body is done.
    package func simulate<Result: Sendable>(
        on executor: some TaskExecutor, _ body: @Sendable () async throws -> Result
    ) async rethrows -> Result {
        lock.withLock { $0.driver.scopes += 1 }
        return try await withTaskExecutorPreference(executor) {
            defer { lock.withLock { $0.driver.scopes -= 1 } }
            return try await body()
        }
    }

    /// Starts a task on the world from synchronous code.
    package func spawn(_ body: @escaping @Sendable () async -> Void) {
        Task(executorPreference: self) { await body() }
    }
}

extension World {
    /// Runs `body` where the caller runs, with the world as its task executor where there is such a thing; while it is
    /// suspended, the world moves by itself.
    package func movingByItself<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        lock.withLock { $0.driver.scopes += 1 }
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
            defer { lock.withLock { $0.driver.scopes -= 1 } }
            return try await body()
        }
        // The scope ends where the body does, and not behind the way back: the world must not move there.
        return try await withTaskExecutorPreference(self, isolation: isolation) {
            defer { lock.withLock { $0.driver.scopes -= 1 } }
            return try await body()
        }
    }
}

/// Runs the jobs of an actor on a world, in order with everything else there.
///
/// Default actors need none of this: they follow the task that calls them. It is for actors that must not
/// leave the world whoever calls them.
///
/// ```swift
/// actor Model {
///     nonisolated let executor: WorldSerialExecutor
///     nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
/// }
/// ```
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public final class WorldSerialExecutor: SerialExecutor, JobRunner {
    /// The world whose driver runs the jobs.
    public let world: World

    /// Creates an executor; its actor must keep it.
    public init(_ world: World) { self.world = world }

    /// Takes a job that Swift's runtime gives to the executor; not for callers.
    public func enqueue(_ job: consuming ExecutorJob) { world.enqueue(UnownedJob(job), runner: self) }

    package func runJob(_ job: UnownedJob) { job.runSynchronously(on: asUnownedSerialExecutor()) }
}
