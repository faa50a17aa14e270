import BluetoothPort
import BluetoothTypes

/// The sending of many bytes, as the progress that it makes. Iterating begins it.
///
/// It goes on by itself while the reader is busy; the reader gets the newest progress, and the last one always. It ends by
/// throwing if it fails or its time is over, and with `CancellationError` if its task is cancelled. If the loop is left, no more
/// bytes are sent.
///
/// ```swift
/// for try await progress in board.send(image, to: Firmware.data) {
///     print(Int(progress.fraction * 100), "%,", progress.remaining?.seconds ?? 0, "s left")
/// }
/// ```
public struct Transfer: AsyncSequence, Sendable {
    public typealias Element = TransferProgress

    typealias Cancel = @Sendable (any Error) -> Void
    typealias Begin =
        @Sendable (_ progress: @escaping @Sendable (Int) -> Void, _ finish: @escaping Waiting.Finish<Void>) ->
        Cancel

    let total: Int
    let limit: Nanoseconds?
    let time: Timekeeper
    let exceeded: @Sendable () -> ClientError
    let begin: Begin

    /// Reads the progress.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var progress: AsyncThrowingStream<TransferProgress, any Error>.AsyncIterator
        var isComplete = false

        /// The newest progress; `nil` when all bytes are sent.
        public mutating func next() async throws -> TransferProgress? {
            if let progress = try await progress.next() {
                isComplete = progress.sentCount == progress.totalCount
                return progress
            }
            // A stream whose task is cancelled ends without an error, but the transfer is not done.
            guard isComplete else { throw CancellationError() }
            return nil
        }
    }

    /// Begins to send.
    public func makeAsyncIterator() -> AsyncIterator {
        let (stream, continuation) = AsyncThrowingStream<TransferProgress, any Error>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        let iterator = AsyncIterator(progress: stream.makeAsyncIterator())
        let left = Deadline.timeLeft(limit, time)
        if let left, left <= .zero {
            continuation.finish(throwing: exceeded())
            return iterator
        }
        let pace = Lock(TransferPace(total: total, start: time.now))
        let waitLimit = WaitLimit()
        let cancel = begin { [time] count in
            let now = time.now
            continuation.yield(pace.withLock { $0.progress(count, at: now) })
        } _: { result in
            waitLimit.silence()
            switch result {
            case .success: continuation.finish()
            case .failure(let error): continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in cancel(CancellationError()) }
        if let left { waitLimit.set(after: left, by: time) { [exceeded] in cancel(exceeded()) } }
        return iterator
    }
}

extension Peripheral {
    /// Sends many bytes to a characteristic, in as many pieces as it takes, and tells the progress.
    ///
    /// Nothing is sent before the transfer is iterated. Connects and discovers first, if needed.
    ///
    /// - Parameters:
    ///   - bytes: What to send.
    ///   - path: The characteristic.
    ///   - withResponse: Whether the peripheral confirms each piece. Without it, pieces are sent as fast as there is room, and
    ///     nothing says that the peripheral has got them.
    ///   - pieceLength: The most bytes that go into one piece, at most 512 with a response; `nil` for as many as fit into one
    ///     packet.
    ///   - limit: How long it may take, from the iteration on.
    public func send(
        _ bytes: [UInt8], to path: CharacteristicPath, withResponse: Bool = false, pieceLength: Int? = nil,
        within limit: Nanoseconds? = nil
    ) -> Transfer {
        Transfer(
            total: bytes.count, limit: limit, time: core.central.time,
            exceeded: { [self] in
                located(ClientError(.deadlineExceeded, withResponse ? .write : .writeWithoutResponse), path)
            }
        ) { [self] progress, finish in
            let length = pieceLength.map { max(1, $0) }
            if withResponse {
                let writer = PieceWriter(
                    self, path, bytes, length.map { min($0, 512) }, progress: progress, finish: finish)
                writer.start()
                return { writer.cancel($0) }
            }
            let outgoing = OutgoingBytes(bytes: bytes, pieceLength: length, isWatched: true)
            let id = core.newRequest()
            core.start(id, .send(path, outgoing), progress: progress) { finish($0.map { _ in }) }
            return { [self] error in core.cancel(id, error) }
        }
    }

    /// Sends many bytes to a characteristic of a profile, in as many pieces as it takes, and tells the progress.
    public func send<Value>(
        _ bytes: [UInt8], to characteristic: TypedCharacteristic<Value>, withResponse: Bool = false,
        pieceLength: Int? = nil, within limit: Nanoseconds? = nil
    ) -> Transfer {
        send(
            bytes, to: characteristic.path, withResponse: withResponse, pieceLength: pieceLength,
            within: limit)
    }
}

extension ChannelConnection {
    /// Sends many bytes, and tells the progress: how much the system has taken, which is up to 8 KiB ahead of the peer.
    ///
    /// Nothing is sent before the transfer is iterated.
    public func transfer(_ bytes: [UInt8], within limit: Nanoseconds? = nil) -> Transfer {
        Transfer(
            total: bytes.count, limit: limit, time: time,
            exceeded: { [self] in located(ClientError(.deadlineExceeded, .sendOnChannel)) }
        ) { [self] progress, finish in
            if bytes.isEmpty { progress(0) }
            let id = startSending(bytes, progress: progress, finish)
            return { [self] error in cancelSending(id, error) }
        }
    }
}
