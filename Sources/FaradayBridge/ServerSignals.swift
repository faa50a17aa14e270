import BluetoothPort
import FaradayLive

/// What other threads want of a server's: each signal ends its `poll`.
final class ServerSignals: Sendable {
    /// What was signalled since the last look.
    struct Seen {
        var isStopping = false
        /// Numbers of clients for whom packets wait.
        var ready: [Int] = []
    }

    private let waker: Waker
    private let waiting = Lock(Seen())

    /// Nil when the process has no descriptors left.
    init?() {
        guard let waker = Waker() else { return nil }
        self.waker = waker
    }

    /// For the poll set.
    var descriptor: Int32 { waker.descriptor }

    /// Packets wait for a client.
    func packetsWait(for client: Int) {
        waiting.withLock { $0.ready.append(client) }
        waker.signal()
    }

    /// The thread is to end.
    func stop() {
        waiting.withLock { $0.isStopping = true }
        waker.signal()
    }

    /// Takes what was signalled. The wait is cleared first: what is signalled meanwhile ends the next one.
    func take() -> Seen {
        waker.clear()
        return waiting.withLock { seen in
            defer { seen.ready = [] }
            return seen
        }
    }

    /// Closes the pipe; signals that come later go nowhere.
    func close() { waker.close() }
}
