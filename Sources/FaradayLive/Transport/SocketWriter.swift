import BluetoothPort

/// Writes to a connection from any thread: at once if there is room, so that a call costs no change of threads. What there is
/// no room for waits until `flush`.
///
/// A socket may be read by one thread while others write to it here.
package final class SocketWriter: Sendable {
    private struct State {
        var connection: HCIConnection?
        var waiting: ArraySlice<UInt8> = []

        /// Whether nothing waits.
        mutating func flush() -> Bool {
            guard let connection, !waiting.isEmpty else { return true }
            guard let count = try? connection.writeAvailable(Array(waiting)) else {
                // Nobody reads it any more; who reads from the connection finds its end.
                waiting = []
                return true
            }
            waiting = waiting.dropFirst(count)
            return waiting.isEmpty
        }
    }

    private let state: Lock<State>

    package init(_ connection: HCIConnection? = nil) { state = Lock(State(connection: connection)) }

    /// From now on bytes go to this connection, or nowhere. What waited is gone.
    package func use(_ connection: HCIConnection?) {
        state.withLock { $0 = State(connection: connection) }
    }

    /// Writes, or keeps what there is no room for; returns whether nothing waits.
    @discardableResult package func write(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            guard state.connection != nil else { return true }
            state.waiting += bytes
            return state.flush()
        }
    }

    /// Writes what waits; returns whether that was all.
    @discardableResult package func flush() -> Bool { state.withLock { $0.flush() } }

    /// How many bytes wait.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Lets the thread look that waits at the connection.
    package func wake() { state.withLock { $0.connection }?.wake() }
}
