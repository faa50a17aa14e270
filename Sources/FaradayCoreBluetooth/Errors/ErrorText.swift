/// The texts that Apple's framework puts into `NSLocalizedDescriptionKey`, word for word (behaviour 8).
///
/// A code without a verified text has no text here, so Foundation's general sentence is used.
enum ErrorText {
    static func local(_ code: Int) -> String? {
        switch code {
        case 0: "Unknown error."
        case 1: "One or more parameters were invalid."
        case 3: "The specified device is not connected."
        case 6: "The connection has timed out unexpectedly."
        case 7: "The specified device has disconnected from us."
        case 8: "The specified UUID is not allowed for this operation."
        case 9: "Advertising has already started."
        case 10: "The connection has failed unexpectedly."
        case 11: "The system has reached the maximum number of connections"
        case 14: "Peer removed pairing information"
        case 15: "Failed to encrypt the connection, the connection has timed out unexpectedly."
        default: nil
        }
    }

    static func att(_ code: UInt8) -> String {
        switch code {
        case 1: "The handle is invalid."
        case 2: "Reading is not permitted."
        case 3: "Writing is not permitted."
        case 4: "The command is invalid."
        case 5: "Authentication is insufficient."
        case 6: "The request is not supported."
        case 7: "The offset is invalid."
        case 8: "Authorization is insufficient."
        case 9: "The prepare queue is full."
        case 10: "The attribute could not be found."
        case 11: "The attribute is not long."
        case 12: "The encryption key size is insufficient."
        case 13: "The value's length is invalid."
        case 14: "Unlikely error."
        case 15: "Encryption is insufficient."
        case 16: "The group type is unsupported."
        case 17: "Resources are insufficient."
        default: "Unknown ATT error."
        }
    }
}
