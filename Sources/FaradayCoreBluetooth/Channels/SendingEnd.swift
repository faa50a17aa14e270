import BluetoothPort
import Foundation

/// Counts the bytes that the app has written and that are not sent yet.
final class SendingEnd: Sendable {
    /// How many unsent bytes the stream accepts at most: four SDUs of 2048 bytes. Apple's number is not
    /// known.
    static let bufferSize = 8192

    private struct State {
        var status = Stream.Status.notOpen
        var waiting = 0
        /// No more bytes can be sent.
        var isEnded = false
        /// `.hasSpaceAvailable` was delivered, and the app has not written since.
        var isTold = false
        var error: (any Error)?

        var space: Int { SendingEnd.bufferSize - waiting }

        /// The event to deliver now.
        mutating func news() -> Stream.Event {
            guard status == .open else { return [] }
            if isEnded {
                status = .atEnd
                return .endEncountered
            }
            guard space > 0 else { return [] }
            defer { isTold = true }
            return isTold ? [] : .hasSpaceAvailable
        }
    }

    let events: StreamEvents
    private let state = Lock(State())

    init(_ events: StreamEvents) { self.events = events }

    var status: Stream.Status { state.withLock { $0.status } }
    var error: (any Error)? { state.withLock { $0.error } }
    var hasSpace: Bool { state.withLock { $0.status == .open && !$0.isEnded && $0.space > 0 } }

    func open() {
        let news = state.withLock { state -> Stream.Event in
            guard state.status == .notOpen else { return [] }
            state.status = .open
            return state.news().union(.openCompleted)
        }
        events.post(news)
    }

    /// Reserves room for as many of `count` bytes as possible; −1 when there is no room or the channel has
    /// ended.
    func reserve(_ count: Int) -> Int {
        let (taken, news) = state.withLock { state -> (Int, Stream.Event) in
            guard state.status == .open, !state.isEnded else {
                guard state.isEnded, state.status != .closed else { return (-1, []) }
                let isNew = state.status != .error
                (state.status, state.error) = (.error, StreamEnd.brokenPipe)
                return (-1, isNew ? .errorOccurred : [])
            }
            guard state.space > 0 else {
                state.error = StreamEnd.wouldBlock
                return (-1, [])
            }
            state.error = nil
            state.isTold = false
            let taken = min(count, state.space)
            state.waiting += taken
            return (taken, state.news())
        }
        if !news.contains(.hasSpaceAvailable) { events.revoke(.hasSpaceAvailable) }
        events.post(news)
        return taken
    }

    /// Bytes were sent.
    func sent(_ count: Int) {
        events.post(
            state.withLock { state in
                state.waiting = max(0, state.waiting - count)
                return state.news()
            })
    }

    /// No more bytes can be sent.
    func end() {
        events.post(
            state.withLock { state in
                state.isEnded = true
                return state.news()
            })
    }

    func close() {
        state.withLock { $0.status = .closed }
        events.end()
    }
}
