import BluetoothPort
import Foundation

/// The domain of Nearby Interaction's errors.
@available(iOS 14.0, macCatalyst 14.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public let NIErrorDomain: String = "com.apple.NearbyInteraction"

/// An error of Nearby Interaction (behaviour 29.17).
///
/// ```swift
/// func session(_ session: NISession, didInvalidateWith error: any Error) {
///     if let error = error as? NIError, error.code == .userDidNotAllow { explainPermission() }
/// }
/// ```
@available(iOS 14.0, macCatalyst 14.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public struct NIError: _BridgedStoredNSError, Hashable, Sendable {
    public let _nsError: NSError

    /// Wraps an error of `NIErrorDomain`.
    public init(_nsError error: NSError) {
        precondition(error.domain == NIErrorDomain, "not of NIErrorDomain: \(error.domain)")
        _nsError = error
    }

    /// The same as `NIErrorDomain`.
    public static var errorDomain: String { NIErrorDomain }
    public static var _nsErrorDomain: String { NIErrorDomain }

    /// Whether code and user info are equal.
    public static func == (left: NIError, right: NIError) -> Bool {
        left._nsError.isEqual(right._nsError)
    }

    /// Uses the code only: on Linux, hashing an `NSError` never returns.
    public func hash(into hasher: inout Hasher) { hasher.combine(_nsError.code) }

    /// A hash of the code.
    public var hashValue: Int { _nsError.code.hashValue }

    /// Which error it is; a code that Apple does not list reads as `.sessionFailed`.
    public var code: Code { Code(rawValue: _nsError.code) ?? .sessionFailed }

    /// The number of the code.
    public var errorCode: Int { _nsError.code }

    /// The user info of the error; why it came is under `NSDebugDescription`.
    public var userInfo: [String: Any] { _nsError.userInfo }
    /// The same as `userInfo`.
    public var errorUserInfo: [String: Any] { _nsError.userInfo }

    /// The text of the error.
    public var localizedDescription: String { _nsError.localizedDescription }

    /// Codes of `NIErrorDomain`; raw values are Apple's.
    @nonexhaustive(warn)
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        public typealias _ErrorType = NIError

        /// The phone has no Channel Sounding.
        case unsupportedPlatform = -5889
        /// The accessory was not set up with AccessorySetupKit.
        case invalidConfiguration = -5888
        /// The accessory can't be measured.
        case sessionFailed = -5887
        /// The app was in the background for too long.
        case resourceUsageTimeout = -5886
        /// The phone measures something else already.
        case activeSessionsLimitExceeded = -5885
        /// The user does not let the app use Nearby Interaction.
        case userDidNotAllow = -5884
        /// The camera's session does not fit; simulated phones never say so.
        @available(iOS 16.0, macCatalyst 16.0, *)
        case invalidARConfiguration = -5883
        /// The app has no connection to the accessory.
        @available(iOS 16.0, macCatalyst 16.0, *)
        case accessoryPeerDeviceUnavailable = -5882
        /// The other device does not fit; simulated phones never say so.
        @available(iOS 16.0, macCatalyst 16.0, *)
        case incompatiblePeerDevice = -5881
        /// Too many sessions over long distances; only Ultra Wideband has them.
        @available(iOS 17.0, macCatalyst 17.0, *)
        case activeExtendedDistanceSessionsLimitExceeded = -5880
    }
}

@available(iOS 14.0, macCatalyst 14.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
extension NIError {
    /// `Code.unsupportedPlatform`, as a pattern for errors.
    public static var unsupportedPlatform: Code { .unsupportedPlatform }
    /// `Code.invalidConfiguration`, as a pattern for errors.
    public static var invalidConfiguration: Code { .invalidConfiguration }
    /// `Code.sessionFailed`, as a pattern for errors.
    public static var sessionFailed: Code { .sessionFailed }
    /// `Code.resourceUsageTimeout`, as a pattern for errors.
    public static var resourceUsageTimeout: Code { .resourceUsageTimeout }
    /// `Code.activeSessionsLimitExceeded`, as a pattern for errors.
    public static var activeSessionsLimitExceeded: Code { .activeSessionsLimitExceeded }
    /// `Code.userDidNotAllow`, as a pattern for errors.
    public static var userDidNotAllow: Code { .userDidNotAllow }
    /// `Code.invalidARConfiguration`, as a pattern for errors.
    @available(iOS 16.0, macCatalyst 16.0, *)
    public static var invalidARConfiguration: Code { .invalidARConfiguration }
    /// `Code.accessoryPeerDeviceUnavailable`, as a pattern for errors.
    @available(iOS 16.0, macCatalyst 16.0, *)
    public static var accessoryPeerDeviceUnavailable: Code { .accessoryPeerDeviceUnavailable }
    /// `Code.incompatiblePeerDevice`, as a pattern for errors.
    @available(iOS 16.0, macCatalyst 16.0, *)
    public static var incompatiblePeerDevice: Code { .incompatiblePeerDevice }
    /// `Code.activeExtendedDistanceSessionsLimitExceeded`, as a pattern for errors.
    @available(iOS 17.0, macCatalyst 17.0, *)
    public static var activeExtendedDistanceSessionsLimitExceeded: Code {
        .activeExtendedDistanceSessionsLimitExceeded
    }
}

@available(iOS 14.0, macCatalyst 14.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
extension Nearby.Failure {
    /// The error as an app gets it.
    var nearbyError: any Error {
        let userInfo = reason.isEmpty ? nil : ["NSDebugDescription": reason]
        return NIError(_nsError: NSError(domain: NIErrorDomain, code: code, userInfo: userInfo))
    }
}

#if !canImport(Darwin)
// With Objective-C, Foundation bridges the error by itself.
extension NIError: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSError { _nsError }

    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout NIError?) {
        result = NIError(_nsError: source)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout NIError?) -> Bool {
        result = source.domain == NIErrorDomain ? NIError(_nsError: source) : nil
        return result != nil
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> NIError {
        NIError(_nsError: source ?? NSError(domain: NIErrorDomain, code: Code.sessionFailed.rawValue))
    }
}

extension NIError: CustomStringConvertible {
    /// Domain, code and user info of the error.
    public var description: String { _nsError.description }
}
#endif
