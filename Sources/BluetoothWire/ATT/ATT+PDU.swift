extension ATT {
    /// Any PDU of the attribute protocol; a bearer carries both directions.
    public enum PDU: Hashable, Sendable {
        /// Sent by a client.
        case client(ClientPDU)
        /// Sent by a server.
        case server(ServerPDU)

        /// The first byte of the PDU.
        public var opcode: Opcode {
            switch self {
            case .client(let pdu): pdu.opcode
            case .server(let pdu): pdu.opcode
            }
        }
    }
}

extension ATT.PDU: WireValue {
    /// Errors of decoding name the attribute protocol.
    public static var layer: DecodeError.Layer { .att }

    /// Reads a whole PDU, to the end of the reader where a value ends it; an opcode that the
    /// specification does not have is `.unknownCode`.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let opcode = ATT.Opcode(rawValue: try reader.uint8())
        if let pdu = try ATT.ClientPDU(opcode, from: &reader) {
            self = .client(pdu)
        } else if let pdu = try ATT.ServerPDU(opcode, from: &reader) {
            self = .server(pdu)
        } else {
            throw DecodeError(.att, .unknownCode(Int(opcode.rawValue)))
        }
    }

    /// Appends the PDU, from its opcode on.
    public func encode(into bytes: inout [UInt8]) {
        switch self {
        case .client(let pdu): pdu.encode(into: &bytes)
        case .server(let pdu): pdu.encode(into: &bytes)
        }
    }
}
