import BluetoothPort
import Foundation

extension PortError {
    /// The error as a delegate gets it, with Apple's text in its user info.
    ///
    /// It is a `CBError` or a `CBATTError`, not the `NSError` inside. On Linux, an optional `NSError` that is cast to
    /// `AnyObject` stops being an object, as in `userInfo: ["error": error as AnyObject]`. The structures can be cast
    /// to every type to which apps cast errors, including `NSError` (`ErrorBridging`).
    var appleError: any Error {
        switch self {
        case .local(let code):
            let userInfo = ErrorText.local(code).map { [NSLocalizedDescriptionKey: $0] }
            return CBError(_nsError: NSError(domain: CBErrorDomain, code: code, userInfo: userInfo))
        case .att(let code):
            let userInfo = [NSLocalizedDescriptionKey: ErrorText.att(code)]
            return CBATTError(
                _nsError: NSError(domain: CBATTErrorDomain, code: Int(code), userInfo: userInfo))
        }
    }
}

extension Result where Failure == PortError {
    /// The error as a delegate gets it; `nil` on success.
    var appleError: (any Error)? {
        switch self {
        case .success: nil
        case .failure(let error): error.appleError
        }
    }
}

extension CBError {
    /// An error as delegates get it: an `NSError` of Core Bluetooth's domains becomes the structure of its domain; any
    /// other error stays as it is.
    package static func bridged(_ error: any Error) -> any Error {
        guard type(of: error) is NSError.Type else { return error }
        let object = error as NSError
        return switch object.domain {
        case CBErrorDomain: CBError(_nsError: object)
        case CBATTErrorDomain: CBATTError(_nsError: object)
        default: error
        }
    }
}
