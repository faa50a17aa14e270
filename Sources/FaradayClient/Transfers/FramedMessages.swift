import BluetoothPort
import BluetoothTypes

/// The whole frames that arrive from a peripheral's characteristic or over a channel.
///
/// Bytes that are no frames end it with the reason `.malformedFrame`, after the frames before them. So does the end of a channel
/// inside a frame.
public struct FramedMessages<Source: AsyncSequence & Sendable, Codec: FramingCodec>: AsyncSequence, Sendable
where Source.Element == [UInt8] {
    public typealias Element = [UInt8]

    let source: Source
    let codec: Codec
    let error: @Sendable (FramingError) -> ClientError
    /// What requests with the same framing have left over, and what has to live as long as the sequence is read.
    var begin: @Sendable () -> (kept: [[UInt8]], token: Registration?) = { ([], nil) }

    /// Reads frames as they come.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var source: Source.AsyncIterator
        var decoder: Codec.Decoder
        let error: @Sendable (FramingError) -> ClientError
        private var ready: ArraySlice<[UInt8]>
        private let token: Registration?

        init(_ messages: FramedMessages) {
            let (kept, token) = messages.begin()
            (ready, self.token) = (kept[...], token)
            source = messages.source.makeAsyncIterator()
            decoder = messages.codec.makeDecoder()
            error = messages.error
        }

        /// The next whole frame.
        public mutating func next() async throws -> [UInt8]? {
            while true {
                if let frame = ready.popFirst() { return frame }
                // Throws if bytes after the last frame were malformed.
                try take([])
                guard let bytes = try await source.next() else {
                    if !Task.isCancelled { try finish() }
                    return nil
                }
                try take(bytes)
            }
        }

        private mutating func take(_ bytes: [UInt8]) throws {
            do {
                ready = try decoder.take(bytes)[...]
            } catch {
                throw self.error(error)
            }
        }

        private mutating func finish() throws {
            do {
                try decoder.finish()
            } catch {
                throw self.error(error)
            }
        }
    }

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

extension Peripheral {
    /// The whole frames that the peripheral sends with a characteristic's notifications.
    ///
    /// ```swift
    /// for try await message in board.messages(of: NordicUART.tx, framed: .lengthPrefixed(.uint16)) { handle(message) }
    /// ```
    ///
    /// All are kept until they are read. It begins with the frames that requests with the same framing have left over
    /// (`request(_:at:framed:)`). After the link has ended, a new sequence begins with a new frame.
    public func messages<Codec: FramingCodec>(
        of path: CharacteristicPath, framed framing: Codec
    ) -> FramedMessages<Notifications<[UInt8]>, Codec> {
        var messages = FramedMessages(source: notifications(of: path), codec: framing) { error in
            located(ClientError(.malformedFrame(error), .receive), path)
        }
        messages.begin = { [core] in
            let frames = core.lines.line(path).frames(framing)
            return (frames.beginReading(), Registration { frames.endReading() })
        }
        return messages
    }

    /// The whole frames that the peripheral sends with the notifications of a profile's characteristic.
    public func messages<Value, Codec: FramingCodec>(
        of characteristic: TypedCharacteristic<Value>, framed framing: Codec
    ) -> FramedMessages<Notifications<[UInt8]>, Codec> {
        messages(of: characteristic.path, framed: framing)
    }

    /// Sends a whole frame to a characteristic, in as many values as it takes.
    ///
    /// Frames for one characteristic are sent one after another, in the order of the calls. If a call is cancelled or its time
    /// is over, the peripheral may get a part of the frame.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - path: The characteristic.
    ///   - framing: How frames are carried by values.
    ///   - withResponse: Whether the peripheral confirms each value.
    ///   - limit: How long it may take, with the connection.
    public func write(
        _ frame: [UInt8], to path: CharacteristicPath, framed framing: some FramingCodec,
        withResponse: Bool = false, within limit: Nanoseconds? = nil
    ) async throws {
        guard let limit else { return try await writeInTurn(frame, path, framing, withResponse) }
        try await withDeadline(limit) { try await writeInTurn(frame, path, framing, withResponse) }
    }

    /// Sends a whole frame to a characteristic of a profile, in as many values as it takes.
    public func write<Value>(
        _ frame: [UInt8], to characteristic: TypedCharacteristic<Value>, framed framing: some FramingCodec,
        withResponse: Bool = false, within limit: Nanoseconds? = nil
    ) async throws {
        try await write(
            frame, to: characteristic.path, framed: framing, withResponse: withResponse, within: limit)
    }

    private func writeInTurn(
        _ frame: [UInt8], _ path: CharacteristicPath, _ framing: some FramingCodec, _ withResponse: Bool
    ) async throws {
        let operation: ClientError.Operation = withResponse ? .write : .writeWithoutResponse
        let turns = core.writingLines.line(path).turns
        try await turns.begin(
            Waiting(id: core.central.nextNumber(), limit: nil, time: core.central.time) {
                located(ClientError(.deadlineExceeded, operation), path)
            })
        defer { turns.end() }
        // Once a discovery is answered, both ends know how long their packets are (Core 6.0, Vol 3, Part F, 3.4.2).
        _ = try await characteristics(of: path.service, [path.uuid])
        let length = min(512, try await maximumWriteLength(withResponse: false))
        let pieces: [[UInt8]]
        do {
            pieces = try framing.pieces(of: frame, upTo: length)
        } catch {
            throw located(ClientError(.malformedFrame(error), operation), path)
        }
        if withResponse {
            for piece in pieces { try await write(piece, to: path) }
        } else {
            // All pieces but the last one have this length.
            try await writeWithoutResponse(
                Array(pieces.joined()), to: path, pieceLength: pieces.first?.count ?? length)
        }
    }
}

extension ChannelConnection {
    /// The whole frames that the peer sends.
    ///
    /// ```swift
    /// for try await message in channel.messages(framed: .lengthPrefixed(.uint32)) { handle(message) }
    /// ```
    public func messages<Codec: StreamFraming>(framed framing: Codec) -> FramedMessages<IncomingBytes, Codec>
    {
        FramedMessages(source: incoming, codec: framing) { [self] error in
            located(ClientError(.malformedFrame(error), .receiveFromChannel))
        }
    }

    /// Sends a whole frame, as `send(_:within:progress:)` sends bytes.
    public func send(_ frame: [UInt8], framed framing: some StreamFraming, within limit: Nanoseconds? = nil)
        async throws
    {
        let bytes: [UInt8]
        do {
            bytes = try framing.encode(frame)
        } catch {
            throw located(ClientError(.malformedFrame(error), .sendOnChannel))
        }
        try await send(bytes, within: limit)
    }
}
