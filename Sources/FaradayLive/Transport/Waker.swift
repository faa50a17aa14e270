import BluetoothPort

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A pipe that ends a wait from another thread. A wake before the wait ends it too.
package final class Waker: Sendable {
    /// The descriptor for the poll set.
    package let descriptor: Int32
    private let state: Lock<State>

    private struct State {
        var writeEnd: Int32
        var isSignalled = false
    }

    /// Nil when the process has no descriptors left.
    package init?() {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { Descriptor.prepare(end) }
        descriptor = ends[0]
        state = Lock(State(writeEnd: ends[1]))
    }

    deinit { close() }

    /// Makes the descriptor readable, unless it already is; does nothing after `close`.
    package func signal() {
        state.withLock { state in
            guard state.writeEnd >= 0, !state.isSignalled else { return }
            state.isSignalled = true
            var byte: UInt8 = 1
            _ = write(state.writeEnd, &byte, 1)
        }
    }

    /// Makes the descriptor unreadable again.
    package func clear() {
        state.withLock { state in
            guard state.isSignalled, state.writeEnd >= 0 else { return }
            state.isSignalled = false
            var byte: UInt8 = 0
            _ = read(descriptor, &byte, 1)
        }
    }

    /// Closes the pipe; a second call does nothing.
    package func close() {
        state.withLock { state in
            guard state.writeEnd >= 0 else { return }
            Descriptor.close(descriptor)
            Descriptor.close(state.writeEnd)
            state.writeEnd = -1
        }
    }
}
