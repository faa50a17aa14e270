/// Who waits for what a peripheral's machine knows by numbers: requests, and readers of notifications.
final class PeerCallbacks: Sendable {
    typealias Progress = @Sendable (Int) -> Void

    private struct Waiting: Sendable {
        let finish: Request.Finish
        let progress: Progress?
    }

    private let requests = CallbackTable<Waiting>()
    private let readers = CallbackTable<Reader.Receive>()

    func add(request id: UInt64, _ progress: Progress?, _ finish: @escaping Request.Finish) {
        requests.add(Waiting(finish: finish, progress: progress), for: id)
    }

    func add(reader id: UInt64, _ receive: @escaping Reader.Receive) { readers.add(receive, for: id) }

    /// A request has ended. It has no callback if it was the machine's own.
    func finish(_ request: UInt64, _ result: Result<Reply, RequestFailure>) {
        requests.callback(request, isLast: true)?.finish(result.mapError(\.error))
    }

    /// A request was not begun.
    func forget(request id: UInt64) { requests.callback(id, isLast: true) }

    func progress(_ request: UInt64, _ count: Int) {
        requests.callback(request, isLast: false)?.progress?(count)
    }

    func yield(_ event: Reader.Event, to reader: UInt64) {
        var isEnd = false
        if case .ended = event { isEnd = true }
        readers.callback(reader, isLast: isEnd)?(event)
    }

    /// Nobody reads any more.
    func forget(reader id: UInt64) { readers.callback(id, isLast: true) }

    /// The numbers of all that wait or read.
    var kept: (requests: Set<UInt64>, readers: Set<UInt64>) { (requests.numbers, readers.numbers) }
}
