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

    /// Takes over an open channel.
    ///
    /// - Parameters:
    ///   - channel: The channel as the port has opened it.
    ///   - table: Where the manager's channels get their events from; the channel adds itself, and removes itself at its end.
    ///   - time: The manager's clock, for deadlines.
    ///   - owner: Is kept as long as the channel, so that the manager does not close it.
    ///   - locate: Completes an error with the place where it happened.
    ///   - endReason: Why the channel was closed; `nil` if the peer did it.
    ///   - send: Gives the channel's commands to the port.
    init(
        _ channel: Channel, in table: ChannelTable, time: Timekeeper,
        owner: (any AnyObject & Sendable)? = nil,
        locate: @escaping @Sendable (ClientError) -> ClientError = { $0 },
        endReason: @escaping @Sendable (PortError?) -> ClientError.Reason? = {
            $0.map { _ in .disconnected }
        },
        send: @escaping @Sendable (ChannelCommand) -> Void
    ) {
        psm = channel.psm
        self.owner = owner
        core = ChannelCore(
            time: time, locate: locate, send: send,
            forget: { [weak table] in table?.remove(channel.identifier) })
        table.add(channel.identifier) { [core] event in core.handle(event, endReason) }
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

/// Runs one channel's machine. Outputs are carried out by one thread at a time, in order, without the lock.
private final class ChannelCore: Sendable {
    private struct State {
        var machine = ChannelMachine()
        var isDraining = false
        var count: UInt64 = 0
    }

    let time: Timekeeper
    let locate: @Sendable (ClientError) -> ClientError
    private let send: @Sendable (ChannelCommand) -> Void
    private let forget: @Sendable () -> Void
    private let state = Lock(State())

    init(
        time: Timekeeper, locate: @escaping @Sendable (ClientError) -> ClientError,
        send: @escaping @Sendable (ChannelCommand) -> Void, forget: @escaping @Sendable () -> Void
    ) {
        (self.time, self.locate, self.send, self.forget) = (time, locate, send, forget)
    }

    var isOpen: Bool { state.withLock { $0.machine.end == nil } }

    func receive(within limit: Nanoseconds?) async throws -> [UInt8]? {
        let wait = wait(limit, .receiveFromChannel)
        return try await wait.value { finish in
            perform { $0.read(wait.id, finish) }
        } end: { [weak self] id, error in
            self?.cancel(id, error)
        }
    }

    func write(_ bytes: [UInt8]?, within limit: Nanoseconds?, _ progress: (@Sendable (Int) -> Void)?)
        async throws
    {
        let wait = wait(limit, .sendOnChannel)
        try await wait.value { finish in
            perform { $0.write(.init(id: wait.id, bytes: bytes, progress: progress, finish: finish)) }
        } end: { [weak self] id, error in
            self?.cancel(id, error)
        }
    }

    func startWriting(
        _ bytes: [UInt8], _ progress: @escaping @Sendable (Int) -> Void,
        _ finish: @escaping Waiting.Finish<Void>
    ) -> UInt64 {
        let id = newNumber()
        perform { $0.write(.init(id: id, bytes: bytes, progress: progress, finish: finish)) }
        return id
    }

    func cancel(_ id: UInt64, _ error: any Error) { perform { $0.cancel(id, error) } }

    private func newNumber() -> UInt64 {
        state.withLock { state in
            state.count += 1
            return state.count
        }
    }

    private func wait(_ limit: Nanoseconds?, _ operation: ClientError.Operation) -> Waiting {
        Waiting(id: newNumber(), limit: limit, time: time) { [locate] in
            locate(ClientError(.deadlineExceeded, operation))
        }
    }

    func close() { perform { $0.close() } }

    func handle(_ event: ChannelEvent, _ endReason: (PortError?) -> ClientError.Reason?) {
        switch event {
        case .received(let bytes): perform { $0.received(bytes) }
        case .sent(let count): perform { $0.sent(count) }
        case .closed(let problem):
            let reason = endReason(problem)
            perform { $0.finish(reason.map { .failed($0, problem) } ?? .byPeer) }
        }
    }

    private func perform(_ body: (inout ChannelMachine) -> Void) {
        func take(_ state: inout State) -> [ChannelMachine.Output] {
            defer { state.machine.outputs = [] }
            state.isDraining = !state.machine.outputs.isEmpty
            return state.machine.outputs
        }
        var outputs = state.withLock { state -> [ChannelMachine.Output] in
            body(&state.machine)
            return state.isDraining ? [] : take(&state)
        }
        while !outputs.isEmpty {
            for output in outputs { carryOut(output) }
            outputs = state.withLock(take)
        }
    }

    private func carryOut(_ output: ChannelMachine.Output) {
        switch output {
        case .command(let command): send(command)
        case .finishRead(let finish, let result): finish(result.mapError(located))
        case .finishWrite(let finish, let result): finish(result.mapError(located))
        case .progress(let progress, let count): progress(count)
        case .forget: forget()
        }
    }

    private func located(_ error: any Error) -> any Error {
        (error as? ClientError).map(locate) ?? error
    }
}
