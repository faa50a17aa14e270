import Foundation

/// The domain of errors that the peer's ATT server returned.
public let CBATTErrorDomain: String = "CBATTErrorDomain"

/// An error that the peer's ATT server returned (behaviour 5.40); every code from 0 to 255 is preserved.
public struct CBATTError: _BridgedStoredNSError, Hashable, Sendable {
    public let _nsError: NSError

    /// Wraps an error of `CBATTErrorDomain`.
    public init(_nsError error: NSError) {
        precondition(error.domain == CBATTErrorDomain, "not of CBATTErrorDomain: \(error.domain)")
        _nsError = error
    }

    /// The same as `CBATTErrorDomain`.
    public static var errorDomain: String { CBATTErrorDomain }
    public static var _nsErrorDomain: String { CBATTErrorDomain }

    /// Whether code and user info are equal.
    public static func == (left: CBATTError, right: CBATTError) -> Bool {
        left._nsError.isEqual(right._nsError)
    }

    /// Uses the code only: on Linux, hashing an `NSError` never returns.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(_nsError.code)
    }

    /// A hash of the code.
    public var hashValue: Int { _nsError.code.hashValue }

    /// Which error it is; a number outside 0–255 reads as `.unlikelyError`.
    public var code: Code { Code(rawValue: _nsError.code) ?? .unlikelyError }

    /// The number of the code.
    public var errorCode: Int { _nsError.code }

    /// The user info of the error; the text is under `NSLocalizedDescriptionKey`.
    public var userInfo: [String: Any] { _nsError.userInfo }
    /// The same as `userInfo`.
    public var errorUserInfo: [String: Any] { _nsError.userInfo }

    /// The text of the error.
    public var localizedDescription: String { _nsError.localizedDescription }

    /// ATT error codes (Core 6.0, Vol 3, Part F, 3.4.1.1).
    ///
    /// Apple's enum is open: `Code(rawValue: 131)` is a value. A Swift enum contains only its cases, so each
    /// number without an Apple name is a case named by its number. These cases are unavailable, so that a
    /// switch does not have to list them: its `@unknown default` covers them.
    @nonexhaustive(warn)
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        public typealias _ErrorType = CBATTError

        /// No error.
        @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
        case success = 0
        /// The server has no attribute with this handle.
        case invalidHandle = 1
        /// The attribute can't be read.
        case readNotPermitted = 2
        /// The attribute can't be written.
        case writeNotPermitted = 3
        /// The server did not understand the request.
        case invalidPdu = 4
        /// The link has to be authenticated first.
        case insufficientAuthentication = 5
        /// The server does not support the request.
        case requestNotSupported = 6
        /// The offset is beyond the value's end.
        case invalidOffset = 7
        /// The server denies the operation to this client.
        case insufficientAuthorization = 8
        /// Too many prepared writes.
        case prepareQueueFull = 9
        /// The range contains no matching attribute.
        case attributeNotFound = 10
        /// The attribute cannot be read in parts.
        case attributeNotLong = 11
        /// The key is too short.
        case insufficientEncryptionKeySize = 12
        /// The value's length does not suit the attribute.
        case invalidAttributeValueLength = 13
        /// An unlikely error occurred on the server.
        case unlikelyError = 14
        /// The link has to be encrypted first.
        case insufficientEncryption = 15
        /// The type is not a grouping type that the server supports.
        case unsupportedGroupType = 16
        /// The server lacks resources for the request.
        case insufficientResources = 17

        @available(*, unavailable)
        case _0x12 = 18, _0x13 = 19, _0x14 = 20, _0x15 = 21
        @available(*, unavailable)
        case _0x16 = 22, _0x17 = 23, _0x18 = 24, _0x19 = 25
        @available(*, unavailable)
        case _0x1A = 26, _0x1B = 27, _0x1C = 28, _0x1D = 29
        @available(*, unavailable)
        case _0x1E = 30, _0x1F = 31, _0x20 = 32, _0x21 = 33
        @available(*, unavailable)
        case _0x22 = 34, _0x23 = 35, _0x24 = 36, _0x25 = 37
        @available(*, unavailable)
        case _0x26 = 38, _0x27 = 39, _0x28 = 40, _0x29 = 41
        @available(*, unavailable)
        case _0x2A = 42, _0x2B = 43, _0x2C = 44, _0x2D = 45
        @available(*, unavailable)
        case _0x2E = 46, _0x2F = 47, _0x30 = 48, _0x31 = 49
        @available(*, unavailable)
        case _0x32 = 50, _0x33 = 51, _0x34 = 52, _0x35 = 53
        @available(*, unavailable)
        case _0x36 = 54, _0x37 = 55, _0x38 = 56, _0x39 = 57
        @available(*, unavailable)
        case _0x3A = 58, _0x3B = 59, _0x3C = 60, _0x3D = 61
        @available(*, unavailable)
        case _0x3E = 62, _0x3F = 63, _0x40 = 64, _0x41 = 65
        @available(*, unavailable)
        case _0x42 = 66, _0x43 = 67, _0x44 = 68, _0x45 = 69
        @available(*, unavailable)
        case _0x46 = 70, _0x47 = 71, _0x48 = 72, _0x49 = 73
        @available(*, unavailable)
        case _0x4A = 74, _0x4B = 75, _0x4C = 76, _0x4D = 77
        @available(*, unavailable)
        case _0x4E = 78, _0x4F = 79, _0x50 = 80, _0x51 = 81
        @available(*, unavailable)
        case _0x52 = 82, _0x53 = 83, _0x54 = 84, _0x55 = 85
        @available(*, unavailable)
        case _0x56 = 86, _0x57 = 87, _0x58 = 88, _0x59 = 89
        @available(*, unavailable)
        case _0x5A = 90, _0x5B = 91, _0x5C = 92, _0x5D = 93
        @available(*, unavailable)
        case _0x5E = 94, _0x5F = 95, _0x60 = 96, _0x61 = 97
        @available(*, unavailable)
        case _0x62 = 98, _0x63 = 99, _0x64 = 100, _0x65 = 101
        @available(*, unavailable)
        case _0x66 = 102, _0x67 = 103, _0x68 = 104, _0x69 = 105
        @available(*, unavailable)
        case _0x6A = 106, _0x6B = 107, _0x6C = 108, _0x6D = 109
        @available(*, unavailable)
        case _0x6E = 110, _0x6F = 111, _0x70 = 112, _0x71 = 113
        @available(*, unavailable)
        case _0x72 = 114, _0x73 = 115, _0x74 = 116, _0x75 = 117
        @available(*, unavailable)
        case _0x76 = 118, _0x77 = 119, _0x78 = 120, _0x79 = 121
        @available(*, unavailable)
        case _0x7A = 122, _0x7B = 123, _0x7C = 124, _0x7D = 125
        @available(*, unavailable)
        case _0x7E = 126, _0x7F = 127, _0x80 = 128, _0x81 = 129
        @available(*, unavailable)
        case _0x82 = 130, _0x83 = 131, _0x84 = 132, _0x85 = 133
        @available(*, unavailable)
        case _0x86 = 134, _0x87 = 135, _0x88 = 136, _0x89 = 137
        @available(*, unavailable)
        case _0x8A = 138, _0x8B = 139, _0x8C = 140, _0x8D = 141
        @available(*, unavailable)
        case _0x8E = 142, _0x8F = 143, _0x90 = 144, _0x91 = 145
        @available(*, unavailable)
        case _0x92 = 146, _0x93 = 147, _0x94 = 148, _0x95 = 149
        @available(*, unavailable)
        case _0x96 = 150, _0x97 = 151, _0x98 = 152, _0x99 = 153
        @available(*, unavailable)
        case _0x9A = 154, _0x9B = 155, _0x9C = 156, _0x9D = 157
        @available(*, unavailable)
        case _0x9E = 158, _0x9F = 159, _0xA0 = 160, _0xA1 = 161
        @available(*, unavailable)
        case _0xA2 = 162, _0xA3 = 163, _0xA4 = 164, _0xA5 = 165
        @available(*, unavailable)
        case _0xA6 = 166, _0xA7 = 167, _0xA8 = 168, _0xA9 = 169
        @available(*, unavailable)
        case _0xAA = 170, _0xAB = 171, _0xAC = 172, _0xAD = 173
        @available(*, unavailable)
        case _0xAE = 174, _0xAF = 175, _0xB0 = 176, _0xB1 = 177
        @available(*, unavailable)
        case _0xB2 = 178, _0xB3 = 179, _0xB4 = 180, _0xB5 = 181
        @available(*, unavailable)
        case _0xB6 = 182, _0xB7 = 183, _0xB8 = 184, _0xB9 = 185
        @available(*, unavailable)
        case _0xBA = 186, _0xBB = 187, _0xBC = 188, _0xBD = 189
        @available(*, unavailable)
        case _0xBE = 190, _0xBF = 191, _0xC0 = 192, _0xC1 = 193
        @available(*, unavailable)
        case _0xC2 = 194, _0xC3 = 195, _0xC4 = 196, _0xC5 = 197
        @available(*, unavailable)
        case _0xC6 = 198, _0xC7 = 199, _0xC8 = 200, _0xC9 = 201
        @available(*, unavailable)
        case _0xCA = 202, _0xCB = 203, _0xCC = 204, _0xCD = 205
        @available(*, unavailable)
        case _0xCE = 206, _0xCF = 207, _0xD0 = 208, _0xD1 = 209
        @available(*, unavailable)
        case _0xD2 = 210, _0xD3 = 211, _0xD4 = 212, _0xD5 = 213
        @available(*, unavailable)
        case _0xD6 = 214, _0xD7 = 215, _0xD8 = 216, _0xD9 = 217
        @available(*, unavailable)
        case _0xDA = 218, _0xDB = 219, _0xDC = 220, _0xDD = 221
        @available(*, unavailable)
        case _0xDE = 222, _0xDF = 223, _0xE0 = 224, _0xE1 = 225
        @available(*, unavailable)
        case _0xE2 = 226, _0xE3 = 227, _0xE4 = 228, _0xE5 = 229
        @available(*, unavailable)
        case _0xE6 = 230, _0xE7 = 231, _0xE8 = 232, _0xE9 = 233
        @available(*, unavailable)
        case _0xEA = 234, _0xEB = 235, _0xEC = 236, _0xED = 237
        @available(*, unavailable)
        case _0xEE = 238, _0xEF = 239, _0xF0 = 240, _0xF1 = 241
        @available(*, unavailable)
        case _0xF2 = 242, _0xF3 = 243, _0xF4 = 244, _0xF5 = 245
        @available(*, unavailable)
        case _0xF6 = 246, _0xF7 = 247, _0xF8 = 248, _0xF9 = 249
        @available(*, unavailable)
        case _0xFA = 250, _0xFB = 251, _0xFC = 252, _0xFD = 253
        @available(*, unavailable)
        case _0xFE = 254, _0xFF = 255

        /// Every number from 0 to 255 is a code.
        ///
        /// The 256 cases are in the order of their numbers, so the tag of each in memory is its number. There
        /// is no other way to create an unavailable case.
        public init?(rawValue: Int) {
            guard let tag = UInt8(exactly: rawValue) else { return nil }
            self = unsafeBitCast(tag, to: Code.self)
        }
    }
}

extension CBATTError {
    /// No error.
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public static var success: Code { .success }
    /// The server has no attribute with this handle.
    public static var invalidHandle: Code { .invalidHandle }
    /// The attribute can't be read.
    public static var readNotPermitted: Code { .readNotPermitted }
    /// The attribute can't be written.
    public static var writeNotPermitted: Code { .writeNotPermitted }
    /// The server did not understand the request.
    public static var invalidPdu: Code { .invalidPdu }
    /// The link has to be authenticated first.
    public static var insufficientAuthentication: Code { .insufficientAuthentication }
    /// The server does not support the request.
    public static var requestNotSupported: Code { .requestNotSupported }
    /// The offset is beyond the value's end.
    public static var invalidOffset: Code { .invalidOffset }
    /// The server denies the operation to this client.
    public static var insufficientAuthorization: Code { .insufficientAuthorization }
    /// Too many prepared writes.
    public static var prepareQueueFull: Code { .prepareQueueFull }
    /// The range contains no matching attribute.
    public static var attributeNotFound: Code { .attributeNotFound }
    /// The attribute cannot be read in parts.
    public static var attributeNotLong: Code { .attributeNotLong }
    /// The key is too short.
    public static var insufficientEncryptionKeySize: Code { .insufficientEncryptionKeySize }
    /// The value's length does not suit the attribute.
    public static var invalidAttributeValueLength: Code { .invalidAttributeValueLength }
    /// An unlikely error occurred on the server.
    public static var unlikelyError: Code { .unlikelyError }
    /// The link has to be encrypted first.
    public static var insufficientEncryption: Code { .insufficientEncryption }
    /// The type is not a grouping type that the server supports.
    public static var unsupportedGroupType: Code { .unsupportedGroupType }
    /// The server lacks resources for the request.
    public static var insufficientResources: Code { .insufficientResources }
}
