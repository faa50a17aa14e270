import BluetoothPort

/// Who waits for what a peripheral's machine knows by numbers: requests, and readers of notifications.
final class PeerCallbacks: Sendable {
    typealias Progress = @Sendable (Int) -> Void

    private struct Waiting {
        let id: UInt64
        let finish: Request.Finish
        let progress: Progress?
    }

    private struct State {
        /// Few at a time: looking through them costs less than a hash.
        var requests: [Waiting] = []
        var readers: [UInt64: Reader.Receive] = [:]

        func index(ofRequest id: UInt64) -> Int? { requests.lastIndex { $0.id == id } }

        mutating func takeRequest(_ id: UInt64) -> Waiting? {
            guard let index = index(ofRequest: id) else { return nil }
            requests.swapAt(index, requests.count - 1)
            return requests.removeLast()
        }
    }

    private let state = Lock(State())

    func add(request id: UInt64, _ progress: Progress?, _ finish: @escaping Request.Finish) {
        state.withLock { $0.requests.append(Waiting(id: id, finish: finish, progress: progress)) }
    }

    func add(reader id: UInt64, _ receive: @escaping Reader.Receive) {
        state.withLock { $0.readers[id] = receive }
    }

    /// A request has ended. It has no callback if it was the machine's own.
    func finish(_ request: UInt64, _ result: Result<Reply, RequestFailure>) {
        let waiting = state.withLock { $0.takeRequest(request) }
        waiting?.finish(result.mapError(\.error))
    }

    /// A request was not begun.
    func forget(request id: UInt64) { _ = state.withLock { $0.takeRequest(id) } }

    func progress(_ request: UInt64, _ count: Int) {
        let progress = state.withLock { state in
            state.index(ofRequest: request).flatMap { state.requests[$0].progress }
        }
        progress?(count)
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

    /// The numbers of all that wait or read.
    var kept: (requests: Set<UInt64>, readers: Set<UInt64>) {
        state.withLock { (Set($0.requests.map(\.id)), Set($0.readers.keys)) }
    }
}
