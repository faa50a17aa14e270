extension ATT {
    /// The first byte of a PDU: method, command flag, signature flag (Core 6.0, Vol 3, Part F, 3.3.1).
    public struct Opcode: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8
        /// Creates an opcode, also one that the specification does not have.
        @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A request was refused.
        public static let errorResponse = Opcode(rawValue: 0x01)
        /// The client sends the longest PDU that it accepts.
        public static let exchangeMTURequest = Opcode(rawValue: 0x02)
        /// The server sends the longest PDU that it accepts.
        public static let exchangeMTUResponse = Opcode(rawValue: 0x03)
        /// Which attributes are in this range, and of which types?
        public static let findInformationRequest = Opcode(rawValue: 0x04)
        /// Handles and types.
        public static let findInformationResponse = Opcode(rawValue: 0x05)
        /// Which attributes of this type have this value?
        public static let findByTypeValueRequest = Opcode(rawValue: 0x06)
        /// Handles with the last handle of each group.
        public static let findByTypeValueResponse = Opcode(rawValue: 0x07)
        /// Which values of this type are in this range?
        public static let readByTypeRequest = Opcode(rawValue: 0x08)
        /// Handles with values, all of one length.
        public static let readByTypeResponse = Opcode(rawValue: 0x09)
        /// Reads a value.
        public static let readRequest = Opcode(rawValue: 0x0A)
        /// A value, as far as the PDU holds it.
        public static let readResponse = Opcode(rawValue: 0x0B)
        /// Reads a value from an offset on.
        public static let readBlobRequest = Opcode(rawValue: 0x0C)
        /// A part of a value.
        public static let readBlobResponse = Opcode(rawValue: 0x0D)
        /// Reads several values whose lengths the client knows.
        public static let readMultipleRequest = Opcode(rawValue: 0x0E)
        /// Several values without their lengths.
        public static let readMultipleResponse = Opcode(rawValue: 0x0F)
        /// Which groups, such as services, are in this range?
        public static let readByGroupTypeRequest = Opcode(rawValue: 0x10)
        /// Handles with the last handle and the value of each group.
        public static let readByGroupTypeResponse = Opcode(rawValue: 0x11)
        /// Writes a value, and is answered.
        public static let writeRequest = Opcode(rawValue: 0x12)
        /// The value was written.
        public static let writeResponse = Opcode(rawValue: 0x13)
        /// Puts a part of a value into the server's queue.
        public static let prepareWriteRequest = Opcode(rawValue: 0x16)
        /// The part is in the queue.
        public static let prepareWriteResponse = Opcode(rawValue: 0x17)
        /// Writes or discards the queued parts.
        public static let executeWriteRequest = Opcode(rawValue: 0x18)
        /// The queue was written or forgotten.
        public static let executeWriteResponse = Opcode(rawValue: 0x19)
        /// A value that is not confirmed.
        public static let handleValueNotification = Opcode(rawValue: 0x1B)
        /// A value that the client confirms.
        public static let handleValueIndication = Opcode(rawValue: 0x1D)
        /// The client has the indication.
        public static let handleValueConfirmation = Opcode(rawValue: 0x1E)
        /// Reads several values of any lengths.
        public static let readMultipleVariableRequest = Opcode(rawValue: 0x20)
        /// Several values, each with its length.
        public static let readMultipleVariableResponse = Opcode(rawValue: 0x21)
        /// Several values that are not confirmed.
        public static let multipleHandleValueNotification = Opcode(rawValue: 0x23)
        /// Writes a value, and is not answered.
        public static let writeCommand = Opcode(rawValue: 0x52)
        /// Writes a value with a signature, and is not answered.
        public static let signedWriteCommand = Opcode(rawValue: 0xD2)

        /// Whether a PDU of this opcode gets no answer, not even when it is unknown (bit 6).
        @inlinable public var isCommand: Bool { rawValue & 0x40 != 0 }
        /// Whether an authentication signature ends the PDU (bit 7).
        @inlinable public var isSigned: Bool { rawValue & 0x80 != 0 }
    }

    /// Why a server refused a request (Core 6.0, Vol 3, Part F, 3.4.1.1; CSS Part B, 1.2).
    public struct ErrorCode: RawRepresentable, Hashable, Sendable, Error {
        public let rawValue: UInt8
        /// Creates a code, also one that the specification does not have; 0x80…0x9F are an application's own.
        @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

        init(_ known: KnownErrorCode) { rawValue = known.rawValue }

        /// The code, if the specification has it.
        package var known: KnownErrorCode? { KnownErrorCode(rawValue: rawValue) }

        /// The server has no attribute of this handle.
        public static let invalidHandle = ErrorCode(.invalidHandle)
        /// The attribute can't be read.
        public static let readNotPermitted = ErrorCode(.readNotPermitted)
        /// The attribute can't be written.
        public static let writeNotPermitted = ErrorCode(.writeNotPermitted)
        /// The request does not have the form that its opcode asks for.
        public static let invalidPDU = ErrorCode(.invalidPDU)
        /// The link is not encrypted, or its key is not authenticated; a phone pairs on this code.
        public static let insufficientAuthentication = ErrorCode(.insufficientAuthentication)
        /// The server does not do requests of this kind.
        public static let requestNotSupported = ErrorCode(.requestNotSupported)
        /// The offset is greater than the length of the value.
        public static let invalidOffset = ErrorCode(.invalidOffset)
        /// The server's user or application has not allowed it.
        public static let insufficientAuthorization = ErrorCode(.insufficientAuthorization)
        /// The server's queue of prepared writes has no room left.
        public static let prepareQueueFull = ErrorCode(.prepareQueueFull)
        /// No attribute in the range is what was asked for; this ends every discovery.
        public static let attributeNotFound = ErrorCode(.attributeNotFound)
        /// The value can't be read in parts.
        public static let attributeNotLong = ErrorCode(.attributeNotLong)
        /// The link's key has fewer bytes than the server asks for.
        public static let encryptionKeySizeTooShort = ErrorCode(.encryptionKeySizeTooShort)
        /// The value has a length that the attribute does not take.
        public static let invalidAttributeValueLength = ErrorCode(.invalidAttributeValueLength)
        /// The server could not do it, and has no better code; Faraday's devices answer so when a handler fails.
        public static let unlikelyError = ErrorCode(.unlikelyError)
        /// The link has to be encrypted; a phone pairs, or encrypts with the bond's key, on this code.
        public static let insufficientEncryption = ErrorCode(.insufficientEncryption)
        /// Attributes of this type do not begin a group.
        public static let unsupportedGroupType = ErrorCode(.unsupportedGroupType)
        /// The server lacks memory or time.
        public static let insufficientResources = ErrorCode(.insufficientResources)
        /// The client's knowledge of the database is out of date (Vol 3, Part G, 2.5.2.1).
        public static let databaseOutOfSync = ErrorCode(.databaseOutOfSync)
        /// The attribute does not take this value.
        public static let valueNotAllowed = ErrorCode(.valueNotAllowed)
        /// A profile refuses this write.
        public static let writeRequestRejected = ErrorCode(.writeRequestRejected)
        /// A profile needs the client to subscribe first.
        public static let cccdImproperlyConfigured = ErrorCode(.cccdImproperlyConfigured)
        /// A procedure of the profile is running, and allows no second one.
        public static let procedureAlreadyInProgress = ErrorCode(.procedureAlreadyInProgress)
        /// The value is outside the range that the profile allows.
        public static let outOfRange = ErrorCode(.outOfRange)

        /// Whether the code is one of those that a higher layer defines for itself, 0x80…0x9F.
        @inlinable public var isApplicationError: Bool { (0x80...0x9F).contains(rawValue) }
    }
}

extension ATT.Opcode: CustomStringConvertible {
    /// The name in the specification without its prefix: `READ_BY_TYPE_REQ`.
    public var description: String {
        switch self {
        case .errorResponse: "ERROR_RSP"
        case .exchangeMTURequest: "EXCHANGE_MTU_REQ"
        case .exchangeMTUResponse: "EXCHANGE_MTU_RSP"
        case .findInformationRequest: "FIND_INFORMATION_REQ"
        case .findInformationResponse: "FIND_INFORMATION_RSP"
        case .findByTypeValueRequest: "FIND_BY_TYPE_VALUE_REQ"
        case .findByTypeValueResponse: "FIND_BY_TYPE_VALUE_RSP"
        case .readByTypeRequest: "READ_BY_TYPE_REQ"
        case .readByTypeResponse: "READ_BY_TYPE_RSP"
        case .readRequest: "READ_REQ"
        case .readResponse: "READ_RSP"
        case .readBlobRequest: "READ_BLOB_REQ"
        case .readBlobResponse: "READ_BLOB_RSP"
        case .readMultipleRequest: "READ_MULTIPLE_REQ"
        case .readMultipleResponse: "READ_MULTIPLE_RSP"
        case .readByGroupTypeRequest: "READ_BY_GROUP_TYPE_REQ"
        case .readByGroupTypeResponse: "READ_BY_GROUP_TYPE_RSP"
        case .writeRequest: "WRITE_REQ"
        case .writeResponse: "WRITE_RSP"
        case .prepareWriteRequest: "PREPARE_WRITE_REQ"
        case .prepareWriteResponse: "PREPARE_WRITE_RSP"
        case .executeWriteRequest: "EXECUTE_WRITE_REQ"
        case .executeWriteResponse: "EXECUTE_WRITE_RSP"
        case .handleValueNotification: "HANDLE_VALUE_NTF"
        case .handleValueIndication: "HANDLE_VALUE_IND"
        case .handleValueConfirmation: "HANDLE_VALUE_CFM"
        case .readMultipleVariableRequest: "READ_MULTIPLE_VARIABLE_REQ"
        case .readMultipleVariableResponse: "READ_MULTIPLE_VARIABLE_RSP"
        case .multipleHandleValueNotification: "MULTIPLE_HANDLE_VALUE_NTF"
        case .writeCommand: "WRITE_CMD"
        case .signedWriteCommand: "SIGNED_WRITE_CMD"
        default: "opcode \(hexadecimal(rawValue))"
        }
    }
}

extension ATT.ErrorCode: CustomStringConvertible {
    /// The name in the specification, `Attribute Not Found`; or the number of a code that has none.
    public var description: String {
        name ?? (isApplicationError ? "Application Error " : "Error ") + hexadecimal(rawValue)
    }

    /// The name in the specification; `nil` for a code that has none.
    package var name: String? { known?.name }
}
