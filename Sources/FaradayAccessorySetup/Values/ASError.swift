import BluetoothPort
import Foundation

/// The domain of AccessorySetupKit's errors.
@available(iOS 18.0, macCatalyst 18.0, *)
public let ASErrorDomain: String = "ASErrorDomain"

/// An error of AccessorySetupKit (behaviour 28.15).
///
/// ```swift
/// if let error = error as? ASError, error.code == .userCancelled { return }
/// ```
@available(iOS 18.0, macCatalyst 18.0, *)
public struct ASError: _BridgedStoredNSError, Hashable, Sendable {
    public let _nsError: NSError

    /// Wraps an error of `ASErrorDomain`.
    public init(_nsError error: NSError) {
        precondition(error.domain == ASErrorDomain, "not of ASErrorDomain: \(error.domain)")
        _nsError = error
    }

    /// The same as `ASErrorDomain`.
    public static var errorDomain: String { ASErrorDomain }
    public static var _nsErrorDomain: String { ASErrorDomain }

    /// Whether code and user info are equal.
    public static func == (left: ASError, right: ASError) -> Bool {
        left._nsError.isEqual(right._nsError)
    }

    /// Uses the code only: on Linux, hashing an `NSError` never returns.
    public func hash(into hasher: inout Hasher) { hasher.combine(_nsError.code) }

    /// A hash of the code.
    public var hashValue: Int { _nsError.code.hashValue }

    /// Which error it is; a code that Apple does not list reads as `.unknown`.
    public var code: Code { Code(rawValue: _nsError.code) ?? .unknown }

    /// The number of the code.
    public var errorCode: Int { _nsError.code }

    /// The user info of the error; what the system logs is under `NSDebugDescription`.
    public var userInfo: [String: Any] { _nsError.userInfo }
    /// The same as `userInfo`.
    public var errorUserInfo: [String: Any] { _nsError.userInfo }

    /// The text of the error.
    public var localizedDescription: String { _nsError.localizedDescription }

    /// Codes of `ASErrorDomain`; raw values are Apple's.
    @nonexhaustive(warn)
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        public typealias _ErrorType = ASError

        /// No error.
        case success = 0
        /// An error without a code of its own.
        case unknown = 1
        /// The session could not be activated.
        case activationFailed = 100
        /// The accessory could not be connected, or paired.
        case connectionFailed = 150
        /// The picker found nothing in time.
        case discoveryTimeout = 200
        /// The app has no Device Discovery Extension.
        case extensionNotFound = 300
        /// The session was invalidated.
        case invalidated = 400
        /// The call or its descriptor makes no sense.
        case invalidRequest = 450
        /// A picker is on the screen already.
        case pickerAlreadyActive = 500
        /// The app is in the background, or has a manager with permission for all of Bluetooth.
        case pickerRestricted = 550
        /// The user has closed the picker.
        case userCancelled = 700
        /// The user or a policy does not allow it.
        case userRestricted = 750
    }
}

@available(iOS 18.0, macCatalyst 18.0, *)
extension ASError {
    /// `Code.success`, as a pattern for errors.
    public static var success: Code { .success }
    /// `Code.unknown`, as a pattern for errors.
    public static var unknown: Code { .unknown }
    /// `Code.activationFailed`, as a pattern for errors.
    public static var activationFailed: Code { .activationFailed }
    /// `Code.connectionFailed`, as a pattern for errors.
    public static var connectionFailed: Code { .connectionFailed }
    /// `Code.discoveryTimeout`, as a pattern for errors.
    public static var discoveryTimeout: Code { .discoveryTimeout }
    /// `Code.extensionNotFound`, as a pattern for errors.
    public static var extensionNotFound: Code { .extensionNotFound }
    /// `Code.invalidated`, as a pattern for errors.
    public static var invalidated: Code { .invalidated }
    /// `Code.invalidRequest`, as a pattern for errors.
    public static var invalidRequest: Code { .invalidRequest }
    /// `Code.pickerAlreadyActive`, as a pattern for errors.
    public static var pickerAlreadyActive: Code { .pickerAlreadyActive }
    /// `Code.pickerRestricted`, as a pattern for errors.
    public static var pickerRestricted: Code { .pickerRestricted }
    /// `Code.userCancelled`, as a pattern for errors.
    public static var userCancelled: Code { .userCancelled }
    /// `Code.userRestricted`, as a pattern for errors.
    public static var userRestricted: Code { .userRestricted }
}

@available(iOS 18.0, macCatalyst 18.0, *)
extension Accessories.Failure {
    /// The error as an app gets it.
    var appleError: any Error {
        let userInfo = reason.isEmpty ? nil : ["NSDebugDescription": reason]
        return ASError(_nsError: NSError(domain: ASErrorDomain, code: code, userInfo: userInfo))
    }
}

#if !canImport(Darwin)
// With Objective-C, Foundation bridges the error by itself.
extension ASError: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSError { _nsError }

    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout ASError?) {
        result = ASError(_nsError: source)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout ASError?) -> Bool {
        result = source.domain == ASErrorDomain ? ASError(_nsError: source) : nil
        return result != nil
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> ASError {
        ASError(_nsError: source ?? NSError(domain: ASErrorDomain, code: Code.unknown.rawValue))
    }
}

extension ASError: CustomStringConvertible {
    /// Domain, code and user info of the error.
    public var description: String { _nsError.description }
}
#endif
