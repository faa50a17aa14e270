import BluetoothTypes

extension World {
    /// Limits how far the clock moves for a suspended test body. Runs of the world have their own timeouts.
    package func limitBodies(to horizon: Instant) {
        lock.withLock { $0.driver.bodyHorizon = horizon }
    }

    /// Whether a test body that uses the world as its task executor is suspended, and nothing in the world will ever wake
    /// it. Code outside the world may: the main actor, another queue, the app's own threads.
    package var leavesBodiesWaiting: Bool {
        lock.withLock { state in
            state.driver.leavesBodiesWaiting(state.outlook, hasFailure: state.failure != nil)
        }
    }

    /// Takes out the error with which the next run would fail.
    package func takeFailure() -> RunError? {
        lock.withLock { state in
            defer { state.failure = nil }
            return state.failure
        }
    }
}
