import BluetoothTypes

extension ATT {
    /// A server's answer to a request.
    public enum Response: Hashable, Sendable {
        /// The request was refused (3.4.1.1).
        case error(ErrorResponse)
        /// The longest PDU that the server accepts (3.4.2.2).
        case exchangeMTU(serverRxMTU: UInt16)
        /// Handles and types (3.4.3.2).
        case findInformation(InformationList)
        /// One or more.
        case findByTypeValue([HandlesInformation])
        /// Handles and values of the type that was asked for (3.4.4.2).
        case readByType(ReadByTypeResponse)
        /// The value, cut at MTU - 1 bytes (3.4.4.4).
        case read(value: [UInt8])
        /// The value from the offset on, cut at MTU - 1 bytes (3.4.4.6).
        case readBlob(value: [UInt8])
        /// The values, concatenated; the client has to know their lengths.
        case readMultiple(values: [UInt8])
        /// One or more, of which the last may be cut.
        case readMultipleVariable([LengthValue])
        /// One or more, all with values of one length.
        case readByGroupType([GroupValue])
        /// The value was written (3.4.5.2).
        case write
        /// The part is in the queue; it comes back, so that the client can compare (3.4.6.2).
        case prepareWrite(Handle, offset: UInt16, value: [UInt8])
        /// The queue was written or forgotten (3.4.6.4).
        case executeWrite

        /// The first byte of the PDU.
        public var opcode: Opcode {
            switch self {
            case .error: .errorResponse
            case .exchangeMTU: .exchangeMTUResponse
            case .findInformation: .findInformationResponse
            case .findByTypeValue: .findByTypeValueResponse
            case .readByType: .readByTypeResponse
            case .read: .readResponse
            case .readBlob: .readBlobResponse
            case .readMultiple: .readMultipleResponse
            case .readMultipleVariable: .readMultipleVariableResponse
            case .readByGroupType: .readByGroupTypeResponse
            case .write: .writeResponse
            case .prepareWrite: .prepareWriteResponse
            case .executeWrite: .executeWriteResponse
            }
        }
    }

    /// A PDU that a server sends to a client.
    public enum ServerPDU: Hashable, Sendable {
        /// The answer to a request.
        case response(Response)
        /// A value that the client subscribed to, without an answer (3.4.7.1).
        case notification(Handle, value: [UInt8])
        /// One or more.
        case multipleNotification([HandleValue])
        /// A value that the client subscribed to, to be confirmed (3.4.7.2).
        case indication(Handle, value: [UInt8])

        /// The first byte of the PDU.
        public var opcode: Opcode {
            switch self {
            case .response(let response): response.opcode
            case .notification: .handleValueNotification
            case .multipleNotification: .multipleHandleValueNotification
            case .indication: .handleValueIndication
            }
        }
    }

    /// Which request failed, where and why (Core 6.0, Vol 3, Part F, 3.4.1.1).
    public struct ErrorResponse: Hashable, Sendable {
        /// The opcode of the request, known or not.
        public var requestOpcode: Opcode
        /// The attribute at which the request failed; 0 if there is none.
        public var handle: Handle
        /// Why it failed.
        public var code: ErrorCode

        public init(requestOpcode: Opcode, handle: Handle, code: ErrorCode) {
            self.requestOpcode = requestOpcode
            self.handle = handle
            self.code = code
        }
    }

    /// Handles and types, all written with 16 bits or all with 128 (Core 6.0, Vol 3, Part F, 3.4.3.2).
    public struct InformationList: Hashable, Sendable {
        /// One attribute and its type.
        public struct Entry: Hashable, Sendable {
            /// The attribute.
            public var handle: Handle
            /// Its type.
            public var uuid: BluetoothUUID

            public init(handle: Handle, uuid: BluetoothUUID) {
                self.handle = handle
                self.uuid = uuid
            }
        }

        /// One or more, in ascending order of handles.
        public var entries: [Entry]

        /// Creates a list; the entries' UUIDs must all take 2 bytes or all 16.
        public init(entries: [Entry]) { self.entries = entries }
    }

    /// An attribute that was found and the last handle of its group (Core 6.0, Vol 3, Part F, 3.4.3.4).
    public struct HandlesInformation: Hashable, Sendable {
        /// The attribute.
        public var found: Handle
        public var groupEnd: Handle

        public init(found: Handle, groupEnd: Handle) {
            self.found = found
            self.groupEnd = groupEnd
        }
    }

    /// Attributes and values, all of one length (Core 6.0, Vol 3, Part F, 3.4.4.2).
    public struct ReadByTypeResponse: Hashable, Sendable {
        /// One or more; each value has at most 253 bytes.
        public var entries: [HandleValue]

        /// Creates a list; the entries' values must have one length.
        public init(entries: [HandleValue]) { self.entries = entries }
    }

    /// A value of a Read Multiple Variable Response, which the ATT_MTU may have cut.
    public struct LengthValue: Hashable, Sendable {
        /// The length of the attribute's value on the server.
        public var length: UInt16
        /// As much of it as there was room for.
        public var value: [UInt8]

        /// Creates a pair; `value` must not be longer than `length`, and shorter only in the last one.
        public init(length: UInt16, value: [UInt8]) {
            self.length = length
            self.value = value
        }

        /// Whether bytes of the value are missing.
        public var isTruncated: Bool { value.count < Int(length) }
    }

    /// A grouping attribute, the end of its group and its value (Core 6.0, Vol 3, Part F, 3.4.4.10).
    public struct GroupValue: Hashable, Sendable {
        /// The grouping attribute, which is the group's first.
        public var handle: Handle
        /// The group's last attribute.
        public var groupEnd: Handle
        /// The value of the grouping attribute, at most 251 bytes.
        public var value: [UInt8]

        public init(handle: Handle, groupEnd: Handle, value: [UInt8]) {
            self.handle = handle
            self.groupEnd = groupEnd
            self.value = value
        }
    }
}

extension ATT.ServerPDU {
    /// Reads what follows `opcode`; `nil` when servers send no such PDU.
    init?(_ opcode: ATT.Opcode, from reader: inout ByteReader) throws(DecodeError) {
        switch opcode {
        case .handleValueNotification:
            self = .notification(try reader.uint16(), value: reader.rest())
        case .handleValueIndication:
            self = .indication(try reader.uint16(), value: reader.rest())
        case .multipleHandleValueNotification:
            var values: [ATT.HandleValue] = []
            repeat {
                let handle = try reader.uint16()
                let length = Int(try reader.uint16())
                values.append(ATT.HandleValue(handle: handle, value: try reader.array(length)))
            } while !reader.isAtEnd
            self = .multipleNotification(values)
        default:
            guard let response = try ATT.Response(opcode, from: &reader) else { return nil }
            self = .response(response)
        }
    }
}

extension ATT.ServerPDU: WireValue {
    /// Errors of decoding name the attribute protocol.
    public static var layer: DecodeError.Layer { .att }

    /// Reads a server's PDU; a client's is `.unknownCode`.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let opcode = ATT.Opcode(rawValue: try reader.uint8())
        guard let pdu = try ATT.ServerPDU(opcode, from: &reader) else {
            throw DecodeError(.att, .unknownCode(Int(opcode.rawValue)))
        }
        self = pdu
    }

    /// Appends the PDU, from its opcode on.
    public func encode(into bytes: inout [UInt8]) {
        switch self {
        case .response(let response): response.encode(into: &bytes)
        case .notification(let handle, let value), .indication(let handle, let value):
            bytes.append(opcode.rawValue)
            bytes.append(littleEndian: handle)
            bytes.append(contentsOf: value)
        case .multipleNotification(let values):
            precondition(!values.isEmpty, "\(opcode) without values")
            bytes.append(opcode.rawValue)
            for entry in values {
                bytes.append(littleEndian: entry.handle)
                bytes.append(littleEndian: UInt16(entry.value.count))
                bytes.append(contentsOf: entry.value)
            }
        }
    }
}
