import BluetoothPort
import BluetoothTypes

/// A number (PSM) to which centrals can open L2CAP channels.
///
/// It is withdrawn by `close()`, and when nobody reads or can read `incoming` any more: at the end of the reading task, or
/// when this value is released. The system then closes its channels (behaviour 6.29).
public struct PublishedChannel: Sendable {
    /// The number. Tell it to centrals, for example as the value of a characteristic.
    public let psm: UInt16

    /// The channels that centrals open; each goes to one reader.
    ///
    /// The sequence ends with `close()`. It throws after a reset of Bluetooth, because the system then has cleared the number;
    /// when Bluetooth is switched off and on, the number stays.
    public let incoming: AsyncThrowingStream<IncomingChannel, any Error>

    private let continuation: AsyncThrowingStream<IncomingChannel, any Error>.Continuation

    fileprivate init(
        psm: UInt16, _ incoming: AsyncThrowingStream<IncomingChannel, any Error>,
        _ continuation: AsyncThrowingStream<IncomingChannel, any Error>.Continuation
    ) {
        (self.psm, self.incoming, self.continuation) = (psm, incoming, continuation)
    }

    /// Withdraws the number. Its channels are closed.
    public func close() { continuation.finish() }
}

/// A channel that a central has opened.
public struct IncomingChannel: Sendable {
    public let central: RemoteCentral
    public let channel: ChannelConnection
}

extension LocalPeripheral {
    /// Lets centrals open L2CAP channels to a number that the system chooses.
    ///
    /// ```swift
    /// let published = try await peripheral.publishChannel()
    /// for try await incoming in published.incoming {
    ///     try await incoming.channel.send(Array("hello".utf8))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - isEncrypted: Whether the link must be encrypted; the system pairs if it is not.
    ///   - limit: How long it may take.
    public func publishChannel(encrypted isEncrypted: Bool = false, within limit: Nanoseconds? = nil)
        async throws -> PublishedChannel
    {
        let (stream, continuation) = AsyncThrowingStream<IncomingChannel, any Error>.makeStream()
        let receive: ChannelListeners.Receive = { [weak self] event in
            switch event {
            case .ended(let error): continuation.finish(throwing: error)
            case .opened(let central, let channel):
                guard let self else { return }
                continuation.yield(IncomingChannel(central: central, channel: connection(channel)))
            }
        }
        let reply = try await core.request(
            .publishChannel(isEncrypted: isEncrypted), .listener(receive), within: limit)
        let psm = UInt16(truncatingIfNeeded: reply.number)
        continuation.onTermination = { [weak core] _ in core?.perform { $0.endListener(psm) } }
        return PublishedChannel(psm: psm, stream, continuation)
    }

    private func connection(_ channel: Channel) -> ChannelConnection {
        ChannelConnection(
            channel, in: core.channels, time: core.time, owner: self,
            judge: { [weak core] problem, end in
                let radio = core?.look(\.radio)
                let reason: ClientError.Reason? =
                    switch radio {
                    case nil: .closed
                    case .poweredOn: problem.map { _ in .disconnected }
                    case let radio?: ClientError(radio, .openChannel)?.reason ?? .radioReset
                    }
                end(reason.map { ClientError($0, .openChannel, underlying: problem) })
            }
        ) { [weak core] command in
            core?.send(.channel(channel.identifier, command))
        }
    }
}
