import BluetoothTypes

extension ATT {
    /// A client's requests. A bearer has one at a time, and the server answers each (Core 6.0, Vol 3, Part F,
    /// 3.3.2).
    public enum Request: Hashable, Sendable {
        /// Sends the longest PDU that the client accepts, and asks for the server's (3.4.2.1).
        case exchangeMTU(clientRxMTU: UInt16)
        /// Asks for handles and types in a range (3.4.3.1).
        case findInformation(HandleRange)
        /// Asks for the attributes of a 16-bit type that have this value (3.4.3.3).
        case findByTypeValue(HandleRange, type: UInt16, value: [UInt8])
        /// Asks for handles and values of one type (3.4.4.1).
        case readByType(HandleRange, type: BluetoothUUID)
        /// Asks for a value, as far as one PDU holds it (3.4.4.3).
        case read(Handle)
        /// Asks for a value from this offset on (3.4.4.5).
        case readBlob(Handle, offset: UInt16)
        /// Two handles or more.
        case readMultiple([Handle])
        /// Two handles or more.
        case readMultipleVariable([Handle])
        /// Asks for groups, such as primary services, with their last handles and values (3.4.4.9).
        case readByGroupType(HandleRange, type: BluetoothUUID)
        /// Writes a value and asks for an answer (3.4.5.1).
        case write(Handle, value: [UInt8])
        /// Puts a part of a value into the server's queue (3.4.6.1).
        case prepareWrite(Handle, offset: UInt16, value: [UInt8])
        /// Writes or discards the queued parts (3.4.6.3).
        case executeWrite(ExecuteWriteFlags)

        /// The first byte of the PDU.
        public var opcode: Opcode {
            switch self {
            case .exchangeMTU: .exchangeMTURequest
            case .findInformation: .findInformationRequest
            case .findByTypeValue: .findByTypeValueRequest
            case .readByType: .readByTypeRequest
            case .read: .readRequest
            case .readBlob: .readBlobRequest
            case .readMultiple: .readMultipleRequest
            case .readMultipleVariable: .readMultipleVariableRequest
            case .readByGroupType: .readByGroupTypeRequest
            case .write: .writeRequest
            case .prepareWrite: .prepareWriteRequest
            case .executeWrite: .executeWriteRequest
            }
        }
    }

    /// Commands, which a client sends without getting an answer.
    public enum Command: Hashable, Sendable {
        /// Writes a value without an answer (3.4.5.3).
        case write(Handle, value: [UInt8])
        /// The signature has 12 bytes: a counter of 4 and a MAC of 8.
        case signedWrite(Handle, value: [UInt8], signature: [UInt8])

        /// The first byte of the PDU.
        public var opcode: Opcode {
            switch self {
            case .write: .writeCommand
            case .signedWrite: .signedWriteCommand
            }
        }

        /// How many bytes an authentication signature has (Core 6.0, Vol 3, Part F, 3.3.1).
        public static let signatureLength = 12
    }

    /// A PDU that a client sends to a server.
    public enum ClientPDU: Hashable, Sendable {
        /// A server's PDUs that answer one of the client's.
        case request(Request)
        /// What no server answers.
        case command(Command)
        /// The answer to an indication.
        case confirmation

        /// The first byte of the PDU.
        public var opcode: Opcode {
            switch self {
            case .request(let request): request.opcode
            case .command(let command): command.opcode
            case .confirmation: .handleValueConfirmation
            }
        }
    }
}

extension ATT.Request {
    /// Reads what follows `opcode`; `nil` when it is not a request's.
    init?(_ opcode: ATT.Opcode, from reader: inout ByteReader) throws(DecodeError) {
        switch opcode {
        case .exchangeMTURequest: self = .exchangeMTU(clientRxMTU: try reader.uint16())
        case .findInformationRequest: self = .findInformation(try reader.handleRange())
        case .findByTypeValueRequest:
            self = .findByTypeValue(
                try reader.handleRange(), type: try reader.uint16(), value: reader.rest())
        case .readByTypeRequest:
            self = .readByType(try reader.handleRange(), type: try reader.uuidToEnd())
        case .readRequest: self = .read(try reader.uint16())
        case .readBlobRequest: self = .readBlob(try reader.uint16(), offset: try reader.uint16())
        case .readMultipleRequest: self = .readMultiple(try Self.handles(&reader))
        case .readMultipleVariableRequest: self = .readMultipleVariable(try Self.handles(&reader))
        case .readByGroupTypeRequest:
            self = .readByGroupType(try reader.handleRange(), type: try reader.uuidToEnd())
        case .writeRequest: self = .write(try reader.uint16(), value: reader.rest())
        case .prepareWriteRequest:
            self = .prepareWrite(try reader.uint16(), offset: try reader.uint16(), value: reader.rest())
        case .executeWriteRequest:
            let raw = try reader.uint8()
            guard let flags = ATT.ExecuteWriteFlags(rawValue: raw) else {
                throw reader.invalid("flags", Int(raw))
            }
            self = .executeWrite(flags)
        default: return nil
        }
    }

    private static func handles(_ reader: inout ByteReader) throws(DecodeError) -> [ATT.Handle] {
        try reader.need(4)
        var handles: [ATT.Handle] = []
        handles.reserveCapacity(reader.remaining / 2)
        while !reader.isAtEnd { handles.append(try reader.uint16()) }
        return handles
    }

    /// Appends the opcode and what follows it.
    func encode(into bytes: inout [UInt8]) {
        bytes.append(opcode.rawValue)
        switch self {
        case .exchangeMTU(let mtu): bytes.append(littleEndian: mtu)
        case .findInformation(let range): bytes.append(range)
        case .findByTypeValue(let range, let type, let value):
            bytes.append(range)
            bytes.append(littleEndian: type)
            bytes.append(contentsOf: value)
        case .readByType(let range, let type), .readByGroupType(let range, let type):
            bytes.append(range)
            bytes.append(attribute: type)
        case .read(let handle): bytes.append(littleEndian: handle)
        case .readBlob(let handle, let offset):
            bytes.append(littleEndian: handle)
            bytes.append(littleEndian: offset)
        case .readMultiple(let handles), .readMultipleVariable(let handles):
            precondition(handles.count >= 2, "\(opcode) of \(handles.count) handles")
            for handle in handles { bytes.append(littleEndian: handle) }
        case .write(let handle, let value):
            bytes.append(littleEndian: handle)
            bytes.append(contentsOf: value)
        case .prepareWrite(let handle, let offset, let value):
            bytes.append(littleEndian: handle)
            bytes.append(littleEndian: offset)
            bytes.append(contentsOf: value)
        case .executeWrite(let flags): bytes.append(flags.rawValue)
        }
    }
}

extension ATT.Command {
    /// Reads what follows `opcode`; `nil` when it is not a known command's.
    init?(_ opcode: ATT.Opcode, from reader: inout ByteReader) throws(DecodeError) {
        switch opcode {
        case .writeCommand: self = .write(try reader.uint16(), value: reader.rest())
        case .signedWriteCommand:
            let handle = try reader.uint16()
            try reader.need(Self.signatureLength)
            let value = try reader.array(reader.remaining - Self.signatureLength)
            self = .signedWrite(handle, value: value, signature: reader.rest())
        default: return nil
        }
    }

    /// Appends the opcode and what follows it.
    func encode(into bytes: inout [UInt8]) {
        bytes.append(opcode.rawValue)
        switch self {
        case .write(let handle, let value):
            bytes.append(littleEndian: handle)
            bytes.append(contentsOf: value)
        case .signedWrite(let handle, let value, let signature):
            precondition(signature.count == Self.signatureLength, "signature of \(signature.count) bytes")
            bytes.append(littleEndian: handle)
            bytes.append(contentsOf: value)
            bytes.append(contentsOf: signature)
        }
    }
}

extension ATT.ClientPDU {
    /// Reads what follows `opcode`; `nil` when clients send no such PDU.
    init?(_ opcode: ATT.Opcode, from reader: inout ByteReader) throws(DecodeError) {
        if let request = try ATT.Request(opcode, from: &reader) {
            self = .request(request)
        } else if opcode == .handleValueConfirmation {
            self = .confirmation
        } else if let command = try ATT.Command(opcode, from: &reader) {
            self = .command(command)
        } else {
            return nil
        }
    }
}

extension ATT.ClientPDU: WireValue {
    /// Errors of decoding name the attribute protocol.
    public static var layer: DecodeError.Layer { .att }

    /// Reads a client's PDU; a server's is `.unknownCode`, as it is to a server that receives it.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let opcode = ATT.Opcode(rawValue: try reader.uint8())
        guard let pdu = try ATT.ClientPDU(opcode, from: &reader) else {
            throw DecodeError(.att, .unknownCode(Int(opcode.rawValue)))
        }
        self = pdu
    }

    /// Appends the PDU, from its opcode on.
    public func encode(into bytes: inout [UInt8]) {
        switch self {
        case .request(let request): request.encode(into: &bytes)
        case .command(let command): command.encode(into: &bytes)
        case .confirmation: bytes.append(opcode.rawValue)
        }
    }
}
