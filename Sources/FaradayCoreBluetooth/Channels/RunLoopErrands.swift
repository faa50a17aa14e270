import BluetoothPort
import Dispatch

/// What streams have given to run loops and is not done yet, counted so that a world in virtual time can wait.
final class RunLoopErrands: Sendable {
    private struct Books {
        var count = 0
        /// Run loops did not turn for `patience`: nobody waits for them until one does.
        var isStuck = false
        var waiter: DispatchSemaphore?
    }

    /// How long a world waits for a run loop that may never turn.
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

    /// Returns when all is done, or when there is no hope. One thread at a time waits: the world's driver.
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

/// The errands of one manager's streams.
struct StreamErrands: Sendable {
    let main = RunLoopErrands()
    /// Those for threads of the app's own.
    let threads = RunLoopErrands()

    /// Returns when what streams have told has been heard. On the main thread what is for it comes later, when its
    /// queue runs.
    func settle() {
        threads.settle()
        if !main.isIdle, !CallbackQueue.isOnMain { main.settle() }
    }
}
