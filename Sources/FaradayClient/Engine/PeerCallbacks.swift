/// Who waits for what a peripheral's machine knows by numbers: requests, and readers of notifications.
final class PeerCallbacks: Sendable {
    typealias Progress = @Sendable (Int) -> Void

    /// Who gets an answer.
    enum Recipient: Sendable {
        case task(UnsafeContinuation<Reply, any Error>)
        case closure(Request.Finish)

        func finish(_ result: Result<Reply, any Error>) {
            switch self {
            case .task(let task): task.resume(with: result)
            case .closure(let finish): finish(result)
            }
        }
    }

    private struct Waiting: Sendable {
        let recipient: Recipient
        let progress: Progress?
    }

    private let requests = CallbackTable<Waiting>()
    private let readers = CallbackTable<Reader.Receive>()

    func add(request id: UInt64, _ progress: Progress?, _ recipient: Recipient) {
        requests.add(Waiting(recipient: recipient, progress: progress), for: id)
    }

    func add(reader id: UInt64, _ receive: @escaping Reader.Receive) { readers.add(receive, for: id) }

    /// A request has ended. It has no callback if it was the machine's own.
    func finish(_ request: UInt64, _ result: Result<Reply, RequestFailure>) {
        guard let waiting = requests.callback(request, isLast: true) else { return }
        switch result {
        case .success(let reply): waiting.recipient.finish(.success(reply))
        case .failure(let failure): waiting.recipient.finish(.failure(failure.error))
        }
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
