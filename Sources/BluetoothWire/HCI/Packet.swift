extension HCI {
    /// A packet between host and controller.
    public enum Packet: Hashable, Sendable {
        /// From the host to the controller.
        case command(Command)
        /// In either direction.
        case acl(ACLData)
        /// From the controller to the host.
        case event(Event)
    }
}

/// The UART transport, H4: an indicator before each packet (Core 6.0, Vol 4, Part A, 2).
extension HCI.Packet {
    /// The H4 packet indicator: the type of the packet that follows.
    public enum Indicator: UInt8, Hashable, Sendable {
        /// A command, 0x01.
        case command = 1
        /// ACL data, 0x02.
        case acl = 2
        /// An event, 0x04.
        case event = 4
    }

    /// The indicator of this packet.
    public var indicator: Indicator {
        switch self {
        case .command: .command
        case .acl: .acl
        case .event: .event
        }
    }

    /// The packet after its indicator.
    public var h4Bytes: [UInt8] {
        var bytes = [indicator.rawValue]
        switch self {
        case .command(let command): command.encode(into: &bytes)
        case .acl(let data): data.encode(into: &bytes)
        case .event(let event): event.encode(into: &bytes)
        }
        return bytes
    }

    /// Decodes an indicator and its packet, which must fill `bytes` exactly.
    ///
    /// Fails with layer `h4` for an unknown indicator, such as those of SCO (3) and ISO (5) data, and with
    /// layer `hci` for an invalid packet.
    public init(h4 bytes: [UInt8]) throws(DecodeError) {
        var reader = ByteReader(bytes, layer: .h4)
        let code = try reader.uint8()
        guard let indicator = Indicator(rawValue: code) else {
            throw DecodeError(.h4, .unknownCode(Int(code)))
        }
        reader = ByteReader(bytes, from: 1, layer: .hci)
        switch indicator {
        case .command: self = .command(try HCI.Command(decoding: &reader))
        case .acl: self = .acl(try HCI.ACLData(decoding: &reader))
        case .event: self = .event(try HCI.Event(decoding: &reader))
        }
        try reader.finish()
    }

    /// A whole command whose parameters are not looked at: its opcode decides how a controller answers it, also when
    /// the parameters are not allowed. Returns nil for bytes that are not one whole command.
    public static func undecodedCommand(h4 bytes: [UInt8]) -> HCI.Command? {
        guard bytes.count >= 4, bytes[0] == Indicator.command.rawValue, bytes.count == 4 + Int(bytes[3])
        else { return nil }
        let opcode = HCI.Opcode(rawValue: UInt16(bytes[1]) | UInt16(bytes[2]) << 8)
        return .unknown(opcode: opcode, parameters: Array(bytes[4...]))
    }
}
