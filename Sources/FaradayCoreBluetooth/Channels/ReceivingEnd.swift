import BluetoothPort
import Foundation

/// The bytes that arrived over a channel and that the app has not read yet.
///
/// Their number is limited: the peer may send more only after the app has read some.
final class ReceivingEnd: Sendable {
    private struct State {
        var status = Stream.Status.notOpen
        var buffer: [UInt8] = []
        var head = 0
        /// No more bytes will arrive.
        var isEnded = false
        /// `.hasBytesAvailable` was delivered, and the app has not read since.
        var isTold = false
        var error: (any Error)?

        var count: Int { buffer.count - head }

        /// The event to deliver now.
        mutating func news() -> Stream.Event {
            guard status == .open else { return [] }
            if count > 0 {
                defer { isTold = true }
                return isTold ? [] : .hasBytesAvailable
            }
            guard isEnded else { return [] }
            status = .atEnd
            return .endEncountered
        }

        mutating func take(_ room: UnsafeMutableBufferPointer<UInt8>) -> Int {
            let taken = min(room.count, count)
            _ = room.update(fromContentsOf: buffer[head..<head + taken])
            head += taken
            if head == buffer.count {
                (buffer, head) = ([], 0)
            } else if head > count {
                // Without this, the buffer would grow without limit if the app never reads the last byte.
                buffer.removeFirst(head)
                head = 0
            }
            return taken
        }
    }

    let events: StreamEvents
    private let state = Lock(State())

    init(_ events: StreamEvents) { self.events = events }

    var status: Stream.Status { state.withLock { $0.status } }
    var error: (any Error)? { state.withLock { $0.error } }
    /// How many bytes the buffer holds, including bytes that the app has read.
    var heldCount: Int { state.withLock { $0.buffer.count } }
    var hasBytes: Bool { state.withLock { $0.status == .open && $0.count > 0 } }

    func open() {
        let news = state.withLock { state -> Stream.Event in
            guard state.status == .notOpen else { return [] }
            state.status = .open
            return state.news().union(.openCompleted)
        }
        events.post(news)
    }

    /// Bytes from the peer; a closed stream drops them.
    func receive(_ bytes: [UInt8]) {
        events.post(
            state.withLock { state in
                guard state.status != .closed else { return [] }
                state.buffer += bytes
                return state.news()
            })
    }

    /// No more bytes will arrive; bytes that have arrived can still be read.
    func end() {
        events.post(
            state.withLock { state in
                state.isEnded = true
                return state.news()
            })
    }

    /// Returns how many bytes were read: 0 at the end, −1 if there is nothing to read now.
    func read(into room: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let (count, news) = state.withLock { state -> (Int, Stream.Event) in
            switch state.status {
            case .open: break
            case .atEnd: return (0, [])
            default: return (-1, [])
            }
            guard state.count > 0 else {
                state.error = StreamEnd.wouldBlock
                return (-1, [])
            }
            state.error = nil
            state.isTold = false
            let count = state.take(room)
            return (count, state.news())
        }
        if !news.contains(.hasBytesAvailable) { events.revoke(.hasBytesAvailable) }
        events.post(news)
        return count
    }

    func close() {
        state.withLock { state in
            state.status = .closed
            (state.buffer, state.head) = ([], 0)
        }
        events.end()
    }
}

/// The errors of streams, with the numbers that sockets use.
enum StreamEnd {
    /// At present there is nothing to read, or no room to write.
    static var wouldBlock: any Error { posix(EAGAIN) }
    /// The channel has ended.
    static var brokenPipe: any Error { posix(EPIPE) }

    private static func posix(_ code: Int32) -> any Error {
        NSError(domain: NSPOSIXErrorDomain, code: Int(code))
    }
}
