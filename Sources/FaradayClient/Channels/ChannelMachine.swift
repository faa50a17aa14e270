import BluetoothPort

/// One end of an L2CAP channel as a value: reads, writes and the port's events go in; commands and answers come out.
///
/// Every read and every write is finished exactly once.
struct ChannelMachine: DrivenMachine {
    typealias Piece = [UInt8]

    /// How many bytes may wait in the system: four of the usual SDUs of 2048 bytes.
    static let sendLimit = 8192
    static let pieceLength = 2048

    enum Output: Hashable {
        case command(ChannelCommand)
        /// A read has a piece, or `nil` at the end of all bytes.
        case read(UInt64, Result<Piece?, RequestFailure>)
        /// A write is over; with `nil` all its bytes are the system's.
        case written(UInt64, RequestFailure?)
        /// So many bytes of a write are the system's.
        case progress(UInt64, Int)
        /// No event will follow.
        case forget
    }

    /// How the channel ended.
    enum End {
        case byApp
        case byPeer
        case failed(ClientError.Reason, PortError?)
    }

    private struct Write: Hashable {
        let id: UInt64
        /// `nil` waits until all earlier bytes are sent.
        let bytes: [UInt8]?
        /// Whether somebody wants to know how many bytes are the system's.
        let isWatched: Bool
        var position = 0
    }

    var outputs: [Output] = []
    private(set) var end: End?
    private var unread: [Piece] = []
    private var head = 0
    private var reads: [UInt64] = []
    private var writes: [Write] = []
    /// Bytes that the system has and has not sent.
    private var unsent = 0

    // MARK: The app

    mutating func read(_ id: UInt64) {
        if head < unread.count {
            let piece = takeUnread()
            outputs.append(.read(id, .success(piece)))
            if end == nil { outputs.append(.command(.consume(piece.count))) }
        } else if let end {
            outputs.append(.read(id, end.result))
        } else {
            reads.append(id)
        }
    }

    private mutating func takeUnread() -> Piece {
        defer {
            head += 1
            if head == unread.count { (unread, head) = ([], 0) }
        }
        return unread[head]
    }

    mutating func write(_ id: UInt64, _ bytes: [UInt8]?, isWatched: Bool = false) {
        if let end { return outputs.append(.written(id, .client(end.error(.sendOnChannel)))) }
        writes.append(Write(id: id, bytes: bytes, isWatched: isWatched))
        pump()
    }

    /// Ends a read or a write without its answer, if it is still there.
    mutating func cancel(_ id: UInt64, _ error: any Error) {
        if let index = reads.firstIndex(of: id) {
            reads.remove(at: index)
            outputs.append(.read(id, .failure(RequestFailure(error))))
        } else if let index = writes.firstIndex(where: { $0.id == id }) {
            writes.remove(at: index)
            outputs.append(.written(id, RequestFailure(error)))
            pump()
        }
    }

    mutating func close() {
        guard end == nil else { return }
        (unread, head) = ([], 0)
        outputs.append(.command(.close))
        finish(.byApp)
    }

    // MARK: The port

    mutating func received(_ bytes: Piece) {
        guard end == nil, !bytes.isEmpty else { return }
        guard !reads.isEmpty else { return unread.append(bytes) }
        outputs.append(.read(reads.removeFirst(), .success(bytes)))
        outputs.append(.command(.consume(bytes.count)))
    }

    mutating func sent(_ count: Int) {
        unsent = max(0, unsent - count)
        pump()
    }

    /// The channel has ended. What has arrived can still be read.
    mutating func finish(_ new: End) {
        guard end == nil else { return }
        end = new
        for read in reads { outputs.append(.read(read, new.result)) }
        for write in writes {
            // Without a peer nobody knows whether the bytes have arrived.
            outputs.append(.written(write.id, .client(new.error(.sendOnChannel))))
        }
        (reads, writes) = ([], [])
        outputs.append(.forget)
    }

    /// Hands bytes to the system, in order, as long as there is room.
    private mutating func pump() {
        while end == nil, let write = writes.first {
            guard let bytes = write.bytes else {
                guard unsent == 0 else { return }
                outputs.append(.written(writes.removeFirst().id, nil))
                continue
            }
            guard write.position < bytes.count else {
                outputs.append(.written(writes.removeFirst().id, nil))
                continue
            }
            let next = min(bytes.count, write.position + Self.pieceLength)
            guard unsent + next - write.position <= Self.sendLimit else { return }
            unsent += next - write.position
            writes[0].position = next
            outputs.append(.command(.send(Array(bytes[write.position..<next]))))
            if write.isWatched { outputs.append(.progress(write.id, next)) }
        }
    }
}

extension ChannelMachine.End {
    func error(_ operation: ClientError.Operation) -> ClientError {
        switch self {
        case .byApp, .byPeer: ClientError(.channelClosed, operation)
        case .failed(let reason, let underlying): ClientError(reason, operation, underlying: underlying)
        }
    }

    /// What a read gets when there is nothing more to read.
    fileprivate var result: Result<ChannelMachine.Piece?, RequestFailure> {
        switch self {
        case .byApp, .byPeer: .success(nil)
        case .failed: .failure(.client(error(.receiveFromChannel)))
        }
    }
}
