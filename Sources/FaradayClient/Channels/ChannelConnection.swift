import BluetoothPort
import BluetoothTypes

/// An open L2CAP channel: bytes in both directions, in order and complete, as fast as both ends read.
///
/// ```swift
/// let channel = try await logger.openChannel(psm: 0x80, within: .seconds(5))
/// try await channel.send(Array("dump".utf8))
/// for try await bytes in channel.incoming { file.append(bytes) }
/// ```
///
/// Each end gives the other one credits as it reads, so a slow reader slows the writer and nothing is lost. The channel is
/// closed by `close()`, when the last reference to it and to its sequences is released, by the peer, and with the link.
/// Its methods may be called from any task or thread. Source: Core 6.0, Vol 3, Part A, 10.1.
public final class ChannelConnection: Sendable {
    /// The number of the service (PSM) to which the channel was opened.
    public let psm: UInt16
    private let core: ChannelCore
    /// Keeps the manager of the channel.
    private let owner: (any AnyObject & Sendable)?

    typealias Judge = @Sendable (PortError?, _ end: @escaping @Sendable (ClientError?) -> Void) -> Void

    /// Takes over an open channel.
    ///
    /// - Parameters:
    ///   - channel: The channel as the port has opened it.
    ///   - table: Where the manager's channels get their events from; the channel adds itself, and removes itself at its end.
    ///   - time: The manager's clock, for deadlines.
    ///   - owner: Is kept as long as the channel, so that the manager does not close it.
    ///   - locate: Completes an error with the place where it happened.
    ///   - judge: Gets the system's error when the channel has ended, and calls back, now or later, with the reason; `nil` if
    ///     the peer has closed it.
    ///   - send: Gives the channel's commands to the port.
    init(
        _ channel: Channel, in table: ChannelTable, time: Timekeeper,
        owner: (any AnyObject & Sendable)? = nil,
        locate: @escaping @Sendable (ClientError) -> ClientError = { $0 },
        judge: @escaping Judge,
        send: @escaping @Sendable (ChannelCommand) -> Void
    ) {
        psm = channel.psm
        self.owner = owner
        core = ChannelCore(
            time: time, locate: locate, send: send,
            forget: { [weak table] in table?.remove(channel.identifier) })
        table.add(channel.identifier) { [core] event in core.handle(event, judge) }
    }

    /// Takes over an open channel of a manager that knows at once why a channel was closed.
    ///
    /// - Parameter endReason: Gets the system's error; `nil` if the peer has closed the channel.
    convenience init(
        _ channel: Channel, in table: ChannelTable, time: Timekeeper,
        owner: (any AnyObject & Sendable)? = nil,
        locate: @escaping @Sendable (ClientError) -> ClientError = { $0 },
        endReason: @escaping @Sendable (PortError?) -> ClientError.Reason? = {
            $0.map { _ in .disconnected }
        },
        send: @escaping @Sendable (ChannelCommand) -> Void
    ) {
        self.init(
            channel, in: table, time: time, owner: owner, locate: locate,
            judge: { problem, end in
                end(endReason(problem).map { ClientError($0, .openChannel, underlying: problem) })
            }, send: send)
    }

    deinit { core.close() }

    /// Whether bytes can still be sent: neither end has closed the channel, and the link is there.
    public var isOpen: Bool { core.isOpen }

    // MARK: Receiving

    /// What the peer sends, in pieces as they arrive; their lengths mean nothing.
    ///
    /// The sequence ends when the peer closes the channel or `close()` is called, and throws when the link ends. It ends
    /// without an error if its task is cancelled. Each piece goes to one reader.
    public var incoming: IncomingBytes { IncomingBytes(channel: self) }

    /// The next bytes from the peer, at least one; `nil` when the peer has closed the channel.
    public func receive(within limit: Nanoseconds? = nil) async throws -> [UInt8]? {
        try await core.receive(within: limit)
    }

    // MARK: Sending

    /// Sends bytes, after those of earlier calls. Returns when the system has taken all of them: it takes up to 8 KiB that
    /// the peer has no room for yet.
    ///
    /// If the call is cancelled or its time is over, the peer may get a part of the bytes.
    ///
    /// - Parameters:
    ///   - limit: How long it may take; without a limit, as long as the peer does not read.
    ///   - progress: Gets the number of bytes that the system has taken, after each piece, on any thread.
    public func send(
        _ bytes: some Collection<UInt8>, within limit: Nanoseconds? = nil,
        progress: (@Sendable (Int) -> Void)? = nil
    ) async throws {
        try await core.write(Array(bytes), within: limit, progress)
    }

    /// Returns when everything that was sent so far is on its way to the peer. `close()` drops what is not.
    public func flush(within limit: Nanoseconds? = nil) async throws {
        try await core.write(nil, within: limit, nil)
    }

    /// Begins to send; `finish` gets the result. For callers that have no task.
    func startSending(
        _ bytes: [UInt8], progress: @escaping @Sendable (Int) -> Void,
        _ finish: @escaping Waiting.Finish<Void>
    ) -> UInt64 {
        core.startWriting(bytes, progress, finish)
    }

    func cancelSending(_ id: UInt64, _ error: any Error) { core.cancel(id, error) }

    var time: Timekeeper { core.time }
    func located(_ error: ClientError) -> ClientError { core.locate(error) }

    /// Closes the channel at once. Reads end, and bytes that are not on their way are dropped; `flush()` first to keep them.
    public func close() { core.close() }
}

/// What the peer of a channel sends.
public struct IncomingBytes: AsyncSequence, Sendable {
    public typealias Element = [UInt8]

    let channel: ChannelConnection

    /// Reads pieces as they come. It keeps the channel open.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let channel: ChannelConnection

        /// The next piece. A deadline of the task (`withDeadline`) holds for it.
        public mutating func next() async throws -> [UInt8]? {
            do {
                return try await channel.receive()
            } catch is CancellationError {
                return nil
            }
        }
    }

    /// Begins to read where the last reader has ended.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(channel: channel) }
}
