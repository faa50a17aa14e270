import BluetoothPort

/// The requests to a peripheral, in the order of the app's calls.
///
/// The spec delegate is asked about some requests first, on the main queue. Requests that an app on another queue makes
/// meanwhile wait, so that a subscription is not sent after the write that should follow it.
final class RequestQueue: Sendable {
    /// A request; it calls `done` once, as soon as the next one may begin.
    typealias Request = (_ done: @escaping () -> Void) -> Void

    private struct State {
        /// A request is being processed.
        var isBusy = false
        /// A loop is already processing the waiting requests, one after the other.
        var isMoving = false
        var waiting: [Request] = []
    }

    private let state = Lock(State())

    /// Whether a new request has to wait.
    var isBusy: Bool { state.withLock { $0.isBusy || !$0.waiting.isEmpty } }

    /// Runs `request` when all earlier requests are done; at once if they are.
    func enter(_ request: @escaping Request) {
        nonisolated(unsafe) let request = request
        state.withLock { $0.waiting.append(request) }
        move()
    }

    private func move() {
        var next = takeNext(isMoving: false)
        while let request = next {
            request { [self] in
                state.withLock { $0.isBusy = false }
                move()
            }
            next = takeNext(isMoving: true)
        }
    }

    /// The next request; `nil` if one is being processed, or if another loop takes them.
    private func takeNext(isMoving: Bool) -> Request? {
        state.withLock { state in
            if state.isMoving, !isMoving { return nil }
            state.isMoving = !state.isBusy && !state.waiting.isEmpty
            guard state.isMoving else { return nil }
            state.isBusy = true
            return state.waiting.removeFirst()
        }
    }
}
