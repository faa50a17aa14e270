import BluetoothPort

/// One end of an L2CAP channel as a value: reads, writes and the port's events go in; commands and answers come out.
///
/// Every read and every write is finished exactly once.
struct ChannelMachine: DrivenMachine {
    typealias Piece = [UInt8]

    /// How many bytes may wait in the system: four of the usual SDUs of 2048 bytes.
    static let sendLimit = 8192
    static let pieceLength = 2048

    enum Output {
        case command(ChannelCommand)
        case finishRead(Waiting.Finish<Piece?>, Result<Piece?, any Error>)
        case finishWrite(Waiting.Finish<Void>, Result<Void, any Error>)
        case progress(@Sendable (Int) -> Void, Int)
        /// No event will follow.
        case forget
    }

    /// How the channel ended.
    enum End {
        case byApp
        case byPeer
        case failed(ClientError.Reason, PortError?)
    }

    struct Write {
        let id: UInt64
        /// `nil` waits until all earlier bytes are sent.
        let bytes: [UInt8]?
        let progress: (@Sendable (Int) -> Void)?
        let finish: Waiting.Finish<Void>
        var position = 0
    }

    private struct Read {
        let id: UInt64
        let finish: Waiting.Finish<Piece?>
    }

    var outputs: [Output] = []
    private(set) var end: End?
    private var unread: [Piece] = []
    private var head = 0
    private var reads: [Read] = []
    private var writes: [Write] = []
    /// Bytes that the system has and has not sent.
    private var unsent = 0

    // MARK: The app

    mutating func read(_ id: UInt64, _ finish: @escaping Waiting.Finish<Piece?>) {
        if head < unread.count {
            let piece = takeUnread()
            outputs.append(.finishRead(finish, .success(piece)))
            if end == nil { outputs.append(.command(.consume(piece.count))) }
        } else if let end {
            outputs.append(.finishRead(finish, end.result))
        } else {
            reads.append(Read(id: id, finish: finish))
        }
    }

    private mutating func takeUnread() -> Piece {
        defer {
            head += 1
            if head == unread.count { (unread, head) = ([], 0) }
        }
        return unread[head]
    }

    mutating func write(_ write: Write) {
        if let end { return outputs.append(.finishWrite(write.finish, .failure(end.error(.sendOnChannel)))) }
        writes.append(write)
        pump()
    }

    /// Ends a read or a write without its answer, if it is still there.
    mutating func cancel(_ id: UInt64, _ error: any Error) {
        if let index = reads.firstIndex(where: { $0.id == id }) {
            outputs.append(.finishRead(reads.remove(at: index).finish, .failure(error)))
        } else if let index = writes.firstIndex(where: { $0.id == id }) {
            outputs.append(.finishWrite(writes.remove(at: index).finish, .failure(error)))
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
        outputs.append(.finishRead(reads.removeFirst().finish, .success(bytes)))
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
        for read in reads { outputs.append(.finishRead(read.finish, new.result)) }
        for write in writes {
            // Without a peer nobody knows whether the bytes have arrived.
            outputs.append(.finishWrite(write.finish, .failure(new.error(.sendOnChannel))))
        }
        (reads, writes) = ([], [])
        outputs.append(.forget)
    }

    /// Hands bytes to the system, in order, as long as there is room.
    private mutating func pump() {
        while end == nil, let write = writes.first {
            guard let bytes = write.bytes else {
                guard unsent == 0 else { return }
                outputs.append(.finishWrite(writes.removeFirst().finish, .success(())))
                continue
            }
            guard write.position < bytes.count else {
                outputs.append(.finishWrite(writes.removeFirst().finish, .success(())))
                continue
            }
            let next = min(bytes.count, write.position + Self.pieceLength)
            guard unsent + next - write.position <= Self.sendLimit else { return }
            unsent += next - write.position
            writes[0].position = next
            outputs.append(.command(.send(Array(bytes[write.position..<next]))))
            if let progress = write.progress { outputs.append(.progress(progress, next)) }
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
    fileprivate var result: Result<ChannelMachine.Piece?, any Error> {
        switch self {
        case .byApp, .byPeer: .success(nil)
        case .failed: .failure(error(.receiveFromChannel))
        }
    }
}
