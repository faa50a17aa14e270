import Foundation

/// The domain of errors with a local cause.
@available(iOS 5.0, macOS 10.10, tvOS 9.0, watchOS 4.0, visionOS 1.0, *)
public let CBErrorDomain: String = "CBErrorDomain"

/// An error with a local cause (ledger 5.40).
///
/// ```swift
/// if let error = error as? CBError, error.code == .connectionTimeout { reconnect() }
/// ```
public struct CBError: _BridgedStoredNSError, Hashable, Sendable {
    public let _nsError: NSError

    /// Wraps an error of `CBErrorDomain`.
    public init(_nsError error: NSError) {
        precondition(error.domain == CBErrorDomain, "not of CBErrorDomain: \(error.domain)")
        _nsError = error
    }

    /// `CBErrorDomain`.
    public static var errorDomain: String { CBErrorDomain }
    public static var _nsErrorDomain: String { CBErrorDomain }

    public static func == (left: CBError, right: CBError) -> Bool {
        left._nsError.isEqual(right._nsError)
    }

    /// By code alone: on Linux hashing an `NSError` does not end.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(_nsError.code)
    }

    public var hashValue: Int { _nsError.code.hashValue }

    /// Which error it is; a code that Apple does not list reads as `.unknown`.
    public var code: Code { Code(rawValue: _nsError.code) ?? .unknown }

    /// The number of the code.
    public var errorCode: Int { _nsError.code }

    /// What comes with the error; the text is under `NSLocalizedDescriptionKey`.
    public var userInfo: [String: Any] { _nsError.userInfo }
    public var errorUserInfo: [String: Any] { _nsError.userInfo }

    /// The text that comes with the error.
    public var localizedDescription: String { _nsError.localizedDescription }

    /// Codes of `CBErrorDomain`; raw values are Apple's.
    @nonexhaustive(warn)
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        public typealias _ErrorType = CBError

        /// Anything without a code of its own.
        case unknown = 0
        /// A parameter was out of its range.
        case invalidParameters = 1
        /// An object of the past was used.
        case invalidHandle = 2
        /// The peer is not connected.
        case notConnected = 3
        /// Local resources ran out.
        case outOfSpace = 4
        /// The operation was given up.
        case operationCancelled = 5
        /// The link was lost: supervision timeout.
        case connectionTimeout = 6
        /// The peer ended the link.
        case peripheralDisconnected = 7
        /// The system keeps this UUID for itself.
        case uuidNotAllowed = 8
        /// Advertising was on already.
        case alreadyAdvertising = 9
        /// The link could not be set up.
        case connectionFailed = 10
        /// The phone has as many links as it can.
        case connectionLimitReached = 11
        /// The device is unknown; the spelling is Apple's.
        case unkownDevice = 12
        /// Not supported here.
        case operationNotSupported = 13
        /// The peer has lost its bond.
        case peerRemovedPairingInformation = 14
        /// Encryption was not answered in time.
        case encryptionTimedOut = 15
        /// The bond store is full.
        case tooManyLEPairedDevices = 16
        /// Background notifications are used up (watchOS).
        case leGattExceededBackgroundNotificationLimit = 17
        /// Background notifications are nearly used up (watchOS).
        case leGattNearBackgroundNotificationLimit = 18

        /// The same as `unkownDevice`.
        public static var unknownDevice: Code { .unkownDevice }
    }
}

extension CBError {
    public static var unknown: Code { .unknown }
    public static var invalidParameters: Code { .invalidParameters }
    public static var invalidHandle: Code { .invalidHandle }
    public static var notConnected: Code { .notConnected }
    public static var outOfSpace: Code { .outOfSpace }
    public static var operationCancelled: Code { .operationCancelled }
    public static var connectionTimeout: Code { .connectionTimeout }
    public static var peripheralDisconnected: Code { .peripheralDisconnected }
    public static var uuidNotAllowed: Code { .uuidNotAllowed }
    public static var alreadyAdvertising: Code { .alreadyAdvertising }
    public static var connectionFailed: Code { .connectionFailed }
    public static var connectionLimitReached: Code { .connectionLimitReached }
    public static var unkownDevice: Code { .unkownDevice }
    public static var operationNotSupported: Code { .operationNotSupported }
    public static var peerRemovedPairingInformation: Code { .peerRemovedPairingInformation }
    public static var encryptionTimedOut: Code { .encryptionTimedOut }
    public static var tooManyLEPairedDevices: Code { .tooManyLEPairedDevices }
    public static var leGattExceededBackgroundNotificationLimit: Code {
        .leGattExceededBackgroundNotificationLimit
    }
    public static var leGattNearBackgroundNotificationLimit: Code { .leGattNearBackgroundNotificationLimit }
    public static var unknownDevice: Code { .unknownDevice }
}
