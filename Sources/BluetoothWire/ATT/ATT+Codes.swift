extension ATT {
    /// The first byte of a PDU: method, command flag, signature flag (Core 6.0, Vol 3, Part F, 3.3.1).
    public struct Opcode: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8
        @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let errorResponse = Opcode(rawValue: 0x01)
        public static let exchangeMTURequest = Opcode(rawValue: 0x02)
        public static let exchangeMTUResponse = Opcode(rawValue: 0x03)
        public static let findInformationRequest = Opcode(rawValue: 0x04)
        public static let findInformationResponse = Opcode(rawValue: 0x05)
        public static let findByTypeValueRequest = Opcode(rawValue: 0x06)
        public static let findByTypeValueResponse = Opcode(rawValue: 0x07)
        public static let readByTypeRequest = Opcode(rawValue: 0x08)
        public static let readByTypeResponse = Opcode(rawValue: 0x09)
        public static let readRequest = Opcode(rawValue: 0x0A)
        public static let readResponse = Opcode(rawValue: 0x0B)
        public static let readBlobRequest = Opcode(rawValue: 0x0C)
        public static let readBlobResponse = Opcode(rawValue: 0x0D)
        public static let readMultipleRequest = Opcode(rawValue: 0x0E)
        public static let readMultipleResponse = Opcode(rawValue: 0x0F)
        public static let readByGroupTypeRequest = Opcode(rawValue: 0x10)
        public static let readByGroupTypeResponse = Opcode(rawValue: 0x11)
        public static let writeRequest = Opcode(rawValue: 0x12)
        public static let writeResponse = Opcode(rawValue: 0x13)
        public static let prepareWriteRequest = Opcode(rawValue: 0x16)
        public static let prepareWriteResponse = Opcode(rawValue: 0x17)
        public static let executeWriteRequest = Opcode(rawValue: 0x18)
        public static let executeWriteResponse = Opcode(rawValue: 0x19)
        public static let handleValueNotification = Opcode(rawValue: 0x1B)
        public static let handleValueIndication = Opcode(rawValue: 0x1D)
        public static let handleValueConfirmation = Opcode(rawValue: 0x1E)
        public static let readMultipleVariableRequest = Opcode(rawValue: 0x20)
        public static let readMultipleVariableResponse = Opcode(rawValue: 0x21)
        public static let multipleHandleValueNotification = Opcode(rawValue: 0x23)
        public static let writeCommand = Opcode(rawValue: 0x52)
        public static let signedWriteCommand = Opcode(rawValue: 0xD2)

        /// Whether a PDU of this opcode gets no answer, not even when it is unknown (bit 6).
        @inlinable public var isCommand: Bool { rawValue & 0x40 != 0 }
        /// Whether an authentication signature ends the PDU (bit 7).
        @inlinable public var isSigned: Bool { rawValue & 0x80 != 0 }
    }

    /// Why a server refused a request (Core 6.0, Vol 3, Part F, 3.4.1.1; CSS Part B, 1.2).
    public struct ErrorCode: RawRepresentable, Hashable, Sendable, Error {
        public let rawValue: UInt8
        @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let invalidHandle = ErrorCode(rawValue: 0x01)
        public static let readNotPermitted = ErrorCode(rawValue: 0x02)
        public static let writeNotPermitted = ErrorCode(rawValue: 0x03)
        public static let invalidPDU = ErrorCode(rawValue: 0x04)
        public static let insufficientAuthentication = ErrorCode(rawValue: 0x05)
        public static let requestNotSupported = ErrorCode(rawValue: 0x06)
        public static let invalidOffset = ErrorCode(rawValue: 0x07)
        public static let insufficientAuthorization = ErrorCode(rawValue: 0x08)
        public static let prepareQueueFull = ErrorCode(rawValue: 0x09)
        public static let attributeNotFound = ErrorCode(rawValue: 0x0A)
        public static let attributeNotLong = ErrorCode(rawValue: 0x0B)
        public static let encryptionKeySizeTooShort = ErrorCode(rawValue: 0x0C)
        public static let invalidAttributeValueLength = ErrorCode(rawValue: 0x0D)
        public static let unlikelyError = ErrorCode(rawValue: 0x0E)
        public static let insufficientEncryption = ErrorCode(rawValue: 0x0F)
        public static let unsupportedGroupType = ErrorCode(rawValue: 0x10)
        public static let insufficientResources = ErrorCode(rawValue: 0x11)
        public static let databaseOutOfSync = ErrorCode(rawValue: 0x12)
        public static let valueNotAllowed = ErrorCode(rawValue: 0x13)
        public static let writeRequestRejected = ErrorCode(rawValue: 0xFC)
        public static let cccdImproperlyConfigured = ErrorCode(rawValue: 0xFD)
        public static let procedureAlreadyInProgress = ErrorCode(rawValue: 0xFE)
        public static let outOfRange = ErrorCode(rawValue: 0xFF)

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
        default: "opcode \(ATT.text(rawValue))"
        }
    }
}

extension ATT.ErrorCode: CustomStringConvertible {
    /// The name in the specification: `Attribute Not Found`.
    public var description: String {
        switch self {
        case .invalidHandle: "Invalid Handle"
        case .readNotPermitted: "Read Not Permitted"
        case .writeNotPermitted: "Write Not Permitted"
        case .invalidPDU: "Invalid PDU"
        case .insufficientAuthentication: "Insufficient Authentication"
        case .requestNotSupported: "Request Not Supported"
        case .invalidOffset: "Invalid Offset"
        case .insufficientAuthorization: "Insufficient Authorization"
        case .prepareQueueFull: "Prepare Queue Full"
        case .attributeNotFound: "Attribute Not Found"
        case .attributeNotLong: "Attribute Not Long"
        case .encryptionKeySizeTooShort: "Encryption Key Size Too Short"
        case .invalidAttributeValueLength: "Invalid Attribute Value Length"
        case .unlikelyError: "Unlikely Error"
        case .insufficientEncryption: "Insufficient Encryption"
        case .unsupportedGroupType: "Unsupported Group Type"
        case .insufficientResources: "Insufficient Resources"
        case .databaseOutOfSync: "Database Out Of Sync"
        case .valueNotAllowed: "Value Not Allowed"
        case .writeRequestRejected: "Write Request Rejected"
        case .cccdImproperlyConfigured:
            "Client Characteristic Configuration Descriptor Improperly Configured"
        case .procedureAlreadyInProgress: "Procedure Already in Progress"
        case .outOfRange: "Out of Range"
        default: (isApplicationError ? "Application Error " : "Error ") + ATT.text(rawValue)
        }
    }
}
