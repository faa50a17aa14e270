extension ATT {
    /// The error codes that the specification has (Core 6.0, Vol 3, Part F, 3.4.1.1; CSS Part B, 1.2).
    ///
    /// What differs from code to code switches over this type, so the compiler names each place that a new one needs.
    package enum KnownErrorCode: UInt8, CaseIterable, Sendable {
        case invalidHandle = 0x01
        case readNotPermitted = 0x02
        case writeNotPermitted = 0x03
        case invalidPDU = 0x04
        case insufficientAuthentication = 0x05
        case requestNotSupported = 0x06
        case invalidOffset = 0x07
        case insufficientAuthorization = 0x08
        case prepareQueueFull = 0x09
        case attributeNotFound = 0x0A
        case attributeNotLong = 0x0B
        case encryptionKeySizeTooShort = 0x0C
        case invalidAttributeValueLength = 0x0D
        case unlikelyError = 0x0E
        case insufficientEncryption = 0x0F
        case unsupportedGroupType = 0x10
        case insufficientResources = 0x11
        case databaseOutOfSync = 0x12
        case valueNotAllowed = 0x13
        case writeRequestRejected = 0xFC
        case cccdImproperlyConfigured = 0xFD
        case procedureAlreadyInProgress = 0xFE
        case outOfRange = 0xFF

        /// The name in the specification.
        package var name: String {
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
            }
        }
    }
}
