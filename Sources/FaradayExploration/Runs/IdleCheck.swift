import BluetoothPort
import Dispatch
import Foundation

/// Looks whether code outside the worlds has anything to do.
enum IdleCheck {
    /// Swift may have threads of their own for each priority.
    private static let priorities: [TaskPriority] = [.high, .medium, .low, .background]

    /// Whether all threads of Swift's tasks are free, at each priority in turn, and the main queue has run everything that
    /// it had. Blocks until the main queue and the tasks have answered; called on a thread of its own.
    static func isIdle() -> Bool {
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.main.async { done.signal() }
        done.wait()
        // `allSatisfy` would leave out the others after the first busy one.
        return priorities.map(isIdle).reduce(true) { $0 && $1 }
    }

    private static func isIdle(_ priority: TaskPriority) -> Bool {
        let meeting = Meeting(of: ProcessInfo.processInfo.activeProcessorCount)
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<meeting.size {
            Task.detached(priority: priority) {
                meeting.join()
                done.signal()
            }
        }
        for _ in 0..<meeting.size { done.wait() }
        return meeting.isComplete
    }
}

/// As many tasks as there are threads for them. If all of them run at the same time, no thread has anything else to do.
private final class Meeting: Sendable {
    let size: Int
    private let arrived = Lock(0)
    /// How often a task lets other threads run while it waits for the other tasks. It must not block: the threads may be
    /// needed elsewhere.
    private static let patience = 1_000

    init(of size: Int) { self.size = size }

    var isComplete: Bool { arrived.withLock { $0 } >= size }

    func join() {
        arrived.withLock { $0 += 1 }
        for _ in 0..<Self.patience where !isComplete { sched_yield() }
        // Too late is not at the same time.
        arrived.withLock { if $0 < size { $0 -= 1 } }
    }
}
