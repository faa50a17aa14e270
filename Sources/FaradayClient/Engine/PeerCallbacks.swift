import BluetoothPort

/// Who waits for what a peripheral's machine knows by numbers: requests, and readers of notifications.
final class PeerCallbacks: Sendable {
    typealias Progress = @Sendable (Int) -> Void

    private struct State {
        var requests: [UInt64: (finish: Request.Finish, progress: Progress?)] = [:]
        var readers: [UInt64: Reader.Receive] = [:]
    }

    private let state = Lock(State())

    func add(request id: UInt64, _ progress: Progress?, _ finish: @escaping Request.Finish) {
        state.withLock { $0.requests[id] = (finish, progress) }
    }

    func add(reader id: UInt64, _ receive: @escaping Reader.Receive) {
        state.withLock { $0.readers[id] = receive }
    }

    /// A request has ended. It has no callback if it was the machine's own.
    func finish(_ request: UInt64, _ result: Result<Reply, RequestFailure>) {
        let waiting = state.withLock { $0.requests.removeValue(forKey: request) }
        waiting?.finish(result.mapError(\.error))
    }

    /// A request was not begun.
    func forget(request id: UInt64) { _ = state.withLock { $0.requests.removeValue(forKey: id) } }

    func progress(_ request: UInt64, _ count: Int) {
        let waiting = state.withLock { $0.requests[request] }
        waiting?.progress?(count)
    }

    func yield(_ event: Reader.Event, to reader: UInt64) {
        let receive = state.withLock { state in
            if case .ended = event {
                state.readers.removeValue(forKey: reader)
            } else {
                state.readers[reader]
            }
        }
        receive?(event)
    }

    /// Nobody reads any more.
    func forget(reader id: UInt64) { _ = state.withLock { $0.readers.removeValue(forKey: id) } }
}
