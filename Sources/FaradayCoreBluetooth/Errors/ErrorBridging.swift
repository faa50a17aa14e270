#if !canImport(Darwin)
import Foundation

// With Objective-C, Foundation bridges these errors by itself. On other platforms this file makes it possible to catch
// an `NSError` of the domain as `CBError.connectionTimeout`, and a `CBError` as an `NSError`.

extension CBError: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSError { _nsError }

    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout CBError?) {
        result = CBError(_nsError: source)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout CBError?) -> Bool {
        result = source.domain == CBErrorDomain ? CBError(_nsError: source) : nil
        return result != nil
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> CBError {
        CBError(_nsError: source ?? NSError(domain: CBErrorDomain, code: Code.unknown.rawValue))
    }
}

extension CBATTError: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSError { _nsError }

    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout CBATTError?) {
        result = CBATTError(_nsError: source)
    }

    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSError, result: inout CBATTError?
    ) -> Bool {
        result = source.domain == CBATTErrorDomain ? CBATTError(_nsError: source) : nil
        return result != nil
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> CBATTError {
        CBATTError(_nsError: source ?? NSError(domain: CBATTErrorDomain, code: Code.success.rawValue))
    }
}

// An error that a delegate received prints as it does with Apple's framework.

extension CBError: CustomStringConvertible {
    /// Domain, code and user info of the error.
    public var description: String { _nsError.description }
}

extension CBATTError: CustomStringConvertible {
    /// Domain, code and user info of the error.
    public var description: String { _nsError.description }
}
#endif
