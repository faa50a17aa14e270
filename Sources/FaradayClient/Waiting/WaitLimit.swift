import BluetoothPort
import BluetoothTypes

/// Ends a wait when its time is over. A wait that ends earlier silences it, and it lets go of everything at once: what was
/// asked for within a minute does not keep its `Central` for a minute.
final class WaitLimit: Sendable {
    private enum State {
        case new
        case set(@Sendable () -> Void)
        case silent
    }

    private let state = Lock(State.new)

    /// Runs `action` after `delay`, unless it is silenced by then; does nothing if it is silenced already.
    func set(after delay: Nanoseconds, by time: Timekeeper, _ action: @escaping @Sendable () -> Void) {
        let isSet = state.withLock { state in
            guard case .new = state else { return false }
            state = .set(action)
            return true
        }
        if isSet { time.wake(after: delay) { self.ring() } }
    }

    func silence() {
        // Released without the lock: it may be the last reference to something that waits.
        _ = take()
    }

    private func ring() { take()?() }

    private func take() -> (@Sendable () -> Void)? {
        state.withLock { state in
            defer { state = .silent }
            if case .set(let action) = state { return action }
            return nil
        }
    }
}
