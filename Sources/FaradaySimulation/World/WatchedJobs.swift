#if os(Linux) && compiler(>=6.3)
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency
import BluetoothPort
import Dispatch

/// Counts the jobs of a test's tasks, which run in real time, on threads of the system.
///
/// XCTest begins the task of an asynchronous test, so the test's world cannot be its executor. The count says whether the
/// test is suspended: only then may the world move by itself.
package final class WatchedJobs: TaskExecutor {
    private let count = Lock(0)

    package init() {}

    /// Whether a job runs or waits for a thread.
    package var hasSome: Bool { count.withLock { $0 > 0 } }

    package func enqueue(_ job: consuming ExecutorJob) { take(UnownedJob(job)) }

    func take(_ job: UnownedJob) {
        count.withLock { $0 += 1 }
        DispatchQueue.global().async {
            job.runSynchronously(on: self.asUnownedTaskExecutor())
            self.count.withLock { $0 -= 1 }
        }
    }
}
#endif
