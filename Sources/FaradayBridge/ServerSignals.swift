import BluetoothPort
import FaradayLive

/// Signals from other threads to a server's thread; each signal ends its `poll`.
final class ServerSignals: Sendable {
    /// The signals since the last check.
    struct Seen {
        var isStopping = false
        /// The numbers of clients for which packets wait.
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

    /// Tells the thread to end.
    func stop() {
        waiting.withLock { $0.isStopping = true }
        waker.signal()
    }

    /// Takes the signals. The waker is cleared first, so that a signal that arrives meanwhile ends the next
    /// wait.
    func take() -> Seen {
        waker.clear()
        return waiting.withLock { seen in
            defer { seen.ready = [] }
            return seen
        }
    }

    /// Closes the pipe; later signals have no effect.
    func close() { waker.close() }
}
