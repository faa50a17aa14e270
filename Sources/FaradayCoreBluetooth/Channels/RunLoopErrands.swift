import BluetoothPort
import Dispatch

/// Counts work that streams have given to run loops and that has not run yet, so that a world in virtual time can wait
/// for it.
final class RunLoopErrands: Sendable {
    private struct Books {
        var count = 0
        /// Run loops did not run for `patience`: the world does not wait for them until one runs again.
        var isStuck = false
        var waiter: DispatchSemaphore?
    }

    /// How long a world waits for a run loop that may never run.
    private let patience: DispatchTimeInterval
    private let books = Lock(Books())

    init(patience: DispatchTimeInterval = .seconds(1)) { self.patience = patience }

    var isIdle: Bool { books.withLock { $0.count == 0 } }

    func began() { books.withLock { $0.count += 1 } }

    func ended() {
        let waiter = books.withLock { books -> DispatchSemaphore? in
            books.count -= 1
            books.isStuck = false
            guard books.count == 0 else { return nil }
            defer { books.waiter = nil }
            return books.waiter
        }
        waiter?.signal()
    }

    /// Returns when all work is done, or when `patience` has passed. Only one thread at a time waits: the world's
    /// driver.
    func settle() {
        let waiter = books.withLock { books -> DispatchSemaphore? in
            guard books.count > 0, !books.isStuck else { return nil }
            let waiter = DispatchSemaphore(value: 0)
            books.waiter = waiter
            return waiter
        }
        guard let waiter, waiter.wait(timeout: .now() + patience) == .timedOut else { return }
        books.withLock { $0.isStuck = $0.count > 0 }
    }
}

/// The pending run-loop work of one manager's streams.
struct StreamErrands: Sendable {
    let main = RunLoopErrands()
    /// Work for threads that the app has created.
    let threads = RunLoopErrands()

    /// Returns when the delegates have received the streams' events. On the main thread this method does not wait for
    /// the main thread's own events; they are delivered later, when the main queue runs.
    func settle() {
        threads.settle()
        if !main.isIdle, !MainQueue.isHere { main.settle() }
    }
}
