#if os(Linux) && compiler(>=6.3)
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency
import BluetoothPort
import BluetoothTypes
import Dispatch

/// Counts the jobs of a test's tasks, which run in real time, on threads of the system.
///
/// XCTest begins the task of an asynchronous test, so the test's world cannot be its executor. The count says whether the
/// test is suspended: only then may the world move by itself.
package final class WatchedJobs: TaskExecutor {
    private struct State {
        /// Jobs that run or wait for a thread.
        var count = 0
        var world: WeakWorld?
    }

    private let state = Lock(State())

    package init() {}

    /// From now on `world` moves by itself whenever the main queue is free and none of the jobs runs or waits for a
    /// thread.
    package func move(_ world: World) {
        state.withLock { state in
            state.world = WeakWorld(world)
            world.moveByItself(isHeld: state.count > 0)
        }
    }

    package func enqueue(_ job: consuming ExecutorJob) { take(UnownedJob(job)) }

    func take(_ job: UnownedJob) {
        count(1)
        DispatchQueue.global().async {
            job.runSynchronously(on: self.asUnownedTaskExecutor())
            self.count(-1)
        }
    }

    private func count(_ change: Int) {
        // Returned, because the world must not be released under the lock.
        _ = state.withLock { state in
            let wasHeld = state.count > 0
            state.count += change
            guard wasHeld != (state.count > 0), let world = state.world?.world else { return World?.none }
            // Under the lock, so that the last word that the world hears is the latest.
            world.hold(!wasHeld)
            return world
        }
    }
}
#endif
