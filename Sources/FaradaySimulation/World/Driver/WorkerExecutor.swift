/// Runs jobs of tasks on the threads on which worlds drive.
///
/// A task there that waits for its world lets its thread drive the world, and has it back when it goes on.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class WorkerExecutor: TaskExecutor {
    package static let shared = WorkerExecutor()

    private init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        WorkerThreads.run(isJob: true) { worker in
            worker.runJob { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
}
