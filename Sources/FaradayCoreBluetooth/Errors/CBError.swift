import Foundation

/// The domain of errors with a local cause.
public let CBErrorDomain: String = "CBErrorDomain"

/// An error with a local cause (behaviour 5.40).
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

    /// The same as `CBErrorDomain`.
    public static var errorDomain: String { CBErrorDomain }
    public static var _nsErrorDomain: String { CBErrorDomain }

    /// Whether code and user info are equal.
    public static func == (left: CBError, right: CBError) -> Bool {
        left._nsError.isEqual(right._nsError)
    }

    /// Uses the code only: on Linux, hashing an `NSError` never returns.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(_nsError.code)
    }

    /// A hash of the code.
    public var hashValue: Int { _nsError.code.hashValue }

    /// Which error it is; a code that Apple does not list reads as `.unknown`.
    public var code: Code { Code(rawValue: _nsError.code) ?? .unknown }

    /// The number of the code.
    public var errorCode: Int { _nsError.code }

    /// The user info of the error; the text is under `NSLocalizedDescriptionKey`.
    public var userInfo: [String: Any] { _nsError.userInfo }
    /// The same as `userInfo`.
    public var errorUserInfo: [String: Any] { _nsError.userInfo }

    /// The text of the error.
    public var localizedDescription: String { _nsError.localizedDescription }

    /// Codes of `CBErrorDomain`; raw values are Apple's.
    @nonexhaustive(warn)
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        public typealias _ErrorType = CBError

        /// An error without a code of its own.
        case unknown = 0
        /// A parameter was out of its range.
        @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
        case invalidParameters = 1
        /// An object was used that is no longer valid.
        @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
        case invalidHandle = 2
        /// The peer is not connected.
        @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
        case notConnected = 3
        /// Local resources ran out.
        @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
        case outOfSpace = 4
        /// The operation was cancelled.
        @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
        case operationCancelled = 5
        /// The link was lost: supervision timeout.
        @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
        case connectionTimeout = 6
        /// The peer ended the link.
        @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
        case peripheralDisconnected = 7
        /// The system reserves this UUID for itself.
        @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
        case uuidNotAllowed = 8
        /// Advertising had already been started.
        @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
        case alreadyAdvertising = 9
        /// The link could not be established.
        @available(iOS 7.1, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
        case connectionFailed = 10
        /// The phone has reached its maximum number of links.
        @available(iOS 9.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
        case connectionLimitReached = 11
        /// The device is unknown; the spelling is Apple's.
        @available(iOS, introduced: 9.0, deprecated: 13.0, message: "Use CBErrorUnknownDevice instead")
        @available(macOS, introduced: 10.13, deprecated: 10.15, message: "Use CBErrorUnknownDevice instead")
        @available(
            macCatalyst, introduced: 13.1, deprecated: 13.1, message: "Use CBErrorUnknownDevice instead"
        )
        @available(tvOS, introduced: 9.0)
        @available(watchOS, introduced: 2.0)
        @available(visionOS, introduced: 1.0)
        case unkownDevice = 12
        /// Not supported here.
        @available(iOS 12.0, macOS 10.14, macCatalyst 13.1, tvOS 12.0, watchOS 5.0, visionOS 1.0, *)
        case operationNotSupported = 13
        /// The peer has lost its bond.
        @available(iOS 13.4, macOS 10.15, macCatalyst 13.4, tvOS 13.4, watchOS 6.2, visionOS 1.0, *)
        case peerRemovedPairingInformation = 14
        /// The peer did not answer the encryption request in time.
        @available(iOS 13.4, macOS 10.15, macCatalyst 13.4, tvOS 13.4, watchOS 6.2, visionOS 1.0, *)
        case encryptionTimedOut = 15
        /// The bond store is full.
        @available(iOS 14.0, macOS 11.0, macCatalyst 14.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
        case tooManyLEPairedDevices = 16
        /// Background notifications are used up (watchOS).
        @available(watchOS 9.0, *)
        @available(iOS, unavailable)
        @available(macOS, unavailable)
        @available(macCatalyst, unavailable)
        @available(tvOS, unavailable)
        @available(visionOS, unavailable)
        case leGattExceededBackgroundNotificationLimit = 17
        /// Background notifications are nearly used up (watchOS).
        @available(watchOS 9.0, *)
        @available(iOS, unavailable)
        @available(macOS, unavailable)
        @available(macCatalyst, unavailable)
        @available(tvOS, unavailable)
        @available(visionOS, unavailable)
        case leGattNearBackgroundNotificationLimit = 18
        /// A Channel Sounding session could not be set up (behaviour 27.10).
        @available(iOS 27.0, macCatalyst 27.0, *)
        @available(macOS, unavailable)
        @available(tvOS, unavailable)
        @available(watchOS, unavailable)
        @available(visionOS, unavailable)
        case channelSoundingConfigurationFailed = 19
        /// A procedure of a Channel Sounding session failed (behaviour 27.8).
        @available(iOS 27.0, macCatalyst 27.0, *)
        @available(macOS, unavailable)
        @available(tvOS, unavailable)
        @available(watchOS, unavailable)
        @available(visionOS, unavailable)
        case channelSoundingProcedureFailed = 20

        /// The correctly spelt name of a case whose own name is misspelt and therefore deprecated.
        public static var unknownDevice: Code { Code(rawValue: 12)! }
    }
}

extension CBError {
    /// `Code.unknown`, as a pattern for errors.
    public static var unknown: Code { .unknown }
    /// `Code.invalidParameters`, as a pattern for errors.
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public static var invalidParameters: Code { .invalidParameters }
    /// `Code.invalidHandle`, as a pattern for errors.
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public static var invalidHandle: Code { .invalidHandle }
    /// `Code.notConnected`, as a pattern for errors.
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public static var notConnected: Code { .notConnected }
    /// `Code.outOfSpace`, as a pattern for errors.
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public static var outOfSpace: Code { .outOfSpace }
    /// `Code.operationCancelled`, as a pattern for errors.
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public static var operationCancelled: Code { .operationCancelled }
    /// `Code.connectionTimeout`, as a pattern for errors.
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public static var connectionTimeout: Code { .connectionTimeout }
    /// `Code.peripheralDisconnected`, as a pattern for errors.
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public static var peripheralDisconnected: Code { .peripheralDisconnected }
    /// `Code.uuidNotAllowed`, as a pattern for errors.
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public static var uuidNotAllowed: Code { .uuidNotAllowed }
    /// `Code.alreadyAdvertising`, as a pattern for errors.
    @available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public static var alreadyAdvertising: Code { .alreadyAdvertising }
    /// `Code.connectionFailed`, as a pattern for errors.
    @available(iOS 7.1, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public static var connectionFailed: Code { .connectionFailed }
    /// `Code.connectionLimitReached`, as a pattern for errors.
    @available(iOS 9.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    public static var connectionLimitReached: Code { .connectionLimitReached }
    /// `Code.unkownDevice`, as a pattern for errors.
    @available(iOS, introduced: 9.0, deprecated: 13.0, message: "Use CBErrorUnknownDevice instead")
    @available(macOS, introduced: 10.13, deprecated: 10.15, message: "Use CBErrorUnknownDevice instead")
    @available(macCatalyst, introduced: 13.1, deprecated: 13.1, message: "Use CBErrorUnknownDevice instead")
    @available(tvOS, introduced: 9.0)
    @available(watchOS, introduced: 2.0)
    @available(visionOS, introduced: 1.0)
    public static var unkownDevice: Code { .unkownDevice }
    /// `Code.operationNotSupported`, as a pattern for errors.
    @available(iOS 12.0, macOS 10.14, macCatalyst 13.1, tvOS 12.0, watchOS 5.0, visionOS 1.0, *)
    public static var operationNotSupported: Code { .operationNotSupported }
    /// `Code.peerRemovedPairingInformation`, as a pattern for errors.
    @available(iOS 13.4, macOS 10.15, macCatalyst 13.4, tvOS 13.4, watchOS 6.2, visionOS 1.0, *)
    public static var peerRemovedPairingInformation: Code { .peerRemovedPairingInformation }
    /// `Code.encryptionTimedOut`, as a pattern for errors.
    @available(iOS 13.4, macOS 10.15, macCatalyst 13.4, tvOS 13.4, watchOS 6.2, visionOS 1.0, *)
    public static var encryptionTimedOut: Code { .encryptionTimedOut }
    /// `Code.tooManyLEPairedDevices`, as a pattern for errors.
    @available(iOS 14.0, macOS 11.0, macCatalyst 14.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
    public static var tooManyLEPairedDevices: Code { .tooManyLEPairedDevices }
    /// `Code.leGattExceededBackgroundNotificationLimit`, as a pattern for errors.
    @available(watchOS 9.0, *)
    @available(iOS, unavailable)
    @available(macOS, unavailable)
    @available(macCatalyst, unavailable)
    @available(tvOS, unavailable)
    @available(visionOS, unavailable)
    public static var leGattExceededBackgroundNotificationLimit: Code {
        .leGattExceededBackgroundNotificationLimit
    }
    /// `Code.leGattNearBackgroundNotificationLimit`, as a pattern for errors.
    @available(watchOS 9.0, *)
    @available(iOS, unavailable)
    @available(macOS, unavailable)
    @available(macCatalyst, unavailable)
    @available(tvOS, unavailable)
    @available(visionOS, unavailable)
    public static var leGattNearBackgroundNotificationLimit: Code { .leGattNearBackgroundNotificationLimit }
    /// `Code.channelSoundingConfigurationFailed`, as a pattern for errors.
    @available(iOS 27.0, macCatalyst 27.0, *)
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    public static var channelSoundingConfigurationFailed: Code { .channelSoundingConfigurationFailed }
    /// `Code.channelSoundingProcedureFailed`, as a pattern for errors.
    @available(iOS 27.0, macCatalyst 27.0, *)
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    public static var channelSoundingProcedureFailed: Code { .channelSoundingProcedureFailed }
    /// `Code.unknownDevice`, as a pattern for errors.
    public static var unknownDevice: Code { .unknownDevice }
}
