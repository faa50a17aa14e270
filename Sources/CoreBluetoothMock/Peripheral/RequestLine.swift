import BluetoothPort

/// What is asked of a peripheral, in the order the app asks.
///
/// Some requests are put to a spec's delegate first, on the main queue. What an app on another queue asks meanwhile
/// waits, so that a subscription does not come after the write that was to follow it.
final class RequestLine: Sendable {
    /// A request; it calls `done` once, as soon as the next one may begin.
    typealias Request = (_ done: @escaping () -> Void) -> Void

    private struct State {
        /// A request is at work.
        var isBusy = false
        /// Somebody sees to it that the next one follows: in a loop, for as many as there are.
        var isMoving = false
        var waiting: [Request] = []
    }

    private let state = Lock(State())

    /// Whether whoever enters has to wait.
    var isBusy: Bool { state.withLock { $0.isBusy || !$0.waiting.isEmpty } }

    /// Runs `request` when all that entered before are done; at once if they are.
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

    /// The request whose turn it is; `nil` if one is at work, or if somebody else takes them.
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
