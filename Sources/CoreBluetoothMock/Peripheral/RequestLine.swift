import BluetoothPort

/// What is asked of a peripheral, in the order the app asks.
///
/// Some requests are put to a spec's delegate first, on the main queue. What an app on another queue asks meanwhile
/// waits, so that a subscription does not come after the write that was to follow it.
final class RequestLine: Sendable {
    /// A request; it calls `done` once, as soon as the next one may begin.
    typealias Request = (_ done: @escaping () -> Void) -> Void

    private struct State {
        var isBusy = false
        var waiting: [Request] = []
    }

    private let state = Lock(State())

    /// Whether something is under way.
    var isBusy: Bool { state.withLock { $0.isBusy } }

    /// Begins a request, now or when those before it are done.
    func enter(_ request: @escaping Request) {
        nonisolated(unsafe) let request = request
        let isFree = state.withLock { state in
            if state.isBusy { state.waiting.append(request) }
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if isFree { request(goOn) }
    }

    private func goOn() {
        let next = state.withLock { state -> Request? in
            state.isBusy = !state.waiting.isEmpty
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
        next?(goOn)
    }
}
