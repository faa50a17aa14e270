import BluetoothPort
import BluetoothTypes

extension Peripheral {
    /// Opens an L2CAP channel to a service of the peripheral. Connects first, if needed.
    ///
    /// Channels to one peripheral are opened one after another.
    ///
    /// ```swift
    /// let channel = try await logger.openChannel(psm: 0x80, within: .seconds(5))
    /// ```
    ///
    /// - Parameters:
    ///   - psm: The service's number; many peripherals have it in a characteristic, and dynamic ones begin at 0x0080.
    ///   - limit: How long it may take, with the connection.
    public func openChannel(psm: UInt16, within limit: Nanoseconds? = nil) async throws -> ChannelConnection {
        guard case .channel(let channel) = try await core.request(.openChannel(psm: psm), within: limit)
        else {
            preconditionFailure("the answer to openChannel is no channel")
        }
        let (table, port, generation) = (core.central.channels, core.central.port, core.linkGeneration)
        return ChannelConnection(
            channel, in: table, time: core.central.time, owner: central,
            locate: { [core] error in
                var error = error
                (error.peripheral, error.peripheralName) = (core.identifier, core.name)
                return error
            },
            judge: { [core] problem, end in
                // The end of a link closes its channels first, and the system reports both in the same way.
                core.central.time.wake(after: Self.patience) {
                    end(core.endOfLink(generation) ?? problem.map { ClientError($0, .openChannel) })
                }
            }
        ) { command in
            port.send(.channel(channel.identifier, command))
        }
    }

    /// How long after the end of a channel the end of its link may be reported.
    private static let patience = Nanoseconds.milliseconds(20)
}
