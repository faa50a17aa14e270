// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import BluetoothPort
import Dispatch
import Foundation

/// Threads of an app's own, what they mostly wait for, and actors that have a queue of the app's own.
extension Mechanism {
    static let threads: [Mechanism] = [
        Mechanism(only: "thread that sleeps") { done in
            let thread = Thread {
                Thread.sleep(forTimeInterval: 10)
                done()
            }
            thread.start()
        },
        Mechanism(only: "thread that waits for a semaphore") { done in
            let semaphore = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                semaphore.wait()
                done()
            }
            DispatchQueue.global().asyncAfter(deadline: .now() + 10) { semaphore.signal() }
        },
        Mechanism(only: "thread with a run loop") { done in
            Thread.detachNewThread {
                let timer = Timer(fire: Date() + 10, interval: 0, repeats: false) { _ in done() }
                RunLoop.current.add(timer, forMode: .default)
                while RunLoop.current.run(mode: .default, before: Date() + 20), timer.isValid {}
            }
        },
        Mechanism(only: "nanosleep, clock_nanosleep") { done in
            Thread.detachNewThread {
                var time = timespec(tv_sec: 4, tv_nsec: 0)
                nanosleep(&time, nil)
                clock_gettime(CLOCK_MONOTONIC, &time)
                time.tv_sec += 6
                clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
                done()
            }
        },
        Mechanism(only: "NSConditionLock") { done in
            let lock = NSConditionLock(condition: 0)
            DispatchQueue(label: "waits").async {
                // Foundation on Linux traps in `lock(whenCondition:)` if it has to wait.
                guard lock.lock(whenCondition: 2, before: Date() + 100) else { return }
                lock.unlock()
                done()
            }
            for (condition, seconds) in [(1, 5.0), (2, 10)] {
                DispatchQueue.global().asyncAfter(deadline: .now() + seconds) {
                    lock.lock()
                    lock.unlock(withCondition: condition)
                }
            }
        },
        Mechanism(only: "NSConditionLock's timeout") { done in
            DispatchQueue(label: "waits").async {
                let lock = NSConditionLock(condition: 0)
                if !lock.lock(whenCondition: 1, before: Date() + 10) { done() }
            }
        },
        Mechanism("actor on a queue") { done in
            let task = Task {
                try await QueueWorker().wait()
                done()
            }
            return { task.cancel() }
        },
    ]
}

/// An actor whose executor is a queue of the app's own.
private actor QueueWorker {
    private final class Executor: SerialExecutor {
        let queue = DispatchQueue(label: "executor")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }

    private let executor = Executor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func wait() async throws {
        dispatchPrecondition(condition: .onQueue(executor.queue))
        try await Task.sleep(nanoseconds: 10_000_000_000)
        dispatchPrecondition(condition: .onQueue(executor.queue))
    }
}
#endif
