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
        let (table, port) = (core.central.channels, core.central.port)
        return ChannelConnection(
            channel, in: table, time: core.central.time, owner: central,
            locate: { [core] error in
                var error = error
                (error.peripheral, error.peripheralName) = (core.identifier, core.name)
                return error
            },
            endReason: { [core] in core.reasonOfEnd($0) }
        ) { command in
            port.send(.channel(channel.identifier, command))
        }
    }
}

extension PeerCore {
    /// Why a channel was closed; `nil` if the peer has closed it.
    fileprivate func reasonOfEnd(_ problem: PortError?) -> ClientError.Reason? {
        let radio = central.radio
        if radio != .poweredOn { return ClientError(radio, .openChannel)?.reason ?? .radioReset }
        if connectionState == .disconnecting { return .disconnectedByApp }
        return problem.map { _ in .disconnected }
    }
}
