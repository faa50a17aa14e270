import BluetoothPort

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A pipe that ends a `poll` of the server's thread, with what is to be looked at.
final class Waker: Sendable {
    /// For the poll set.
    let descriptor: Int32
    private let state: Lock<State>

    private struct State {
        var writeEnd: Int32
        var isSignalled = false
        var isStopping = false
        /// Numbers of clients for whom packets wait.
        var ready: [Int] = []
    }

    /// What was signalled since the last look.
    struct Signals {
        var isStopping: Bool
        var ready: [Int]
    }

    /// Fails with the system's reason, when the process has no descriptors left.
    init() throws(SystemFailure) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SystemFailure() }
        for end in ends {
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        descriptor = ends[0]
        state = Lock(State(writeEnd: ends[1]))
    }

    /// Packets wait for a client.
    func packetsWait(for client: Int) {
        signal { $0.ready.append(client) }
    }

    /// The thread is to end.
    func stop() {
        signal { $0.isStopping = true }
    }

    private func signal(_ change: (inout State) -> Void) {
        state.withLock { state in
            guard state.writeEnd >= 0 else { return }
            change(&state)
            guard !state.isSignalled else { return }
            state.isSignalled = true
            var byte: UInt8 = 1
            _ = write(state.writeEnd, &byte, 1)
        }
    }

    /// Takes what was signalled.
    func take() -> Signals {
        state.withLock { state in
            if state.isSignalled {
                var byte: UInt8 = 0
                _ = read(descriptor, &byte, 1)
                state.isSignalled = false
            }
            defer { state.ready.removeAll(keepingCapacity: true) }
            return Signals(isStopping: state.isStopping, ready: state.ready)
        }
    }

    /// Closes the pipe; signals that come later go nowhere.
    func close() {
        state.withLock { state in
            guard state.writeEnd >= 0 else { return }
            for end in [descriptor, state.writeEnd] { closeDescriptor(end) }
            state.writeEnd = -1
        }
    }
}

/// What the system said when a call failed.
struct SystemFailure: Error, CustomStringConvertible {
    let description: String
    init(_ code: Int32 = errno) { description = String(cString: strerror(code)) }
}

private func closeDescriptor(_ descriptor: Int32) {
    #if canImport(Darwin)
    _ = Darwin.close(descriptor)
    #else
    _ = Glibc.close(descriptor)
    #endif
}
