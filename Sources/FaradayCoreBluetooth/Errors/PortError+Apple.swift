import BluetoothPort
import Foundation

extension PortError {
    /// What a delegate is handed, with Apple's text in its user info.
    ///
    /// It is a `CBError` or a `CBATTError`, and not the `NSError` inside: on Linux an optional `NSError` that is cast to
    /// `AnyObject` is no object any more, as in `userInfo: ["error": error as AnyObject]`. The structures become all that
    /// apps cast errors to, `NSError` among them (`ErrorBridging`).
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
    /// The error as a delegate is handed it; `nil` on success.
    var appleError: (any Error)? {
        switch self {
        case .success: nil
        case .failure(let error): error.appleError
        }
    }
}

extension CBError {
    /// An error as delegates are handed it: an `NSError` of Core Bluetooth's domains as the structure of its domain, all
    /// else as it is.
    package static func handedOut(_ error: any Error) -> any Error {
        guard type(of: error) is NSError.Type else { return error }
        let object = error as NSError
        return switch object.domain {
        case CBErrorDomain: CBError(_nsError: object)
        case CBATTErrorDomain: CBATTError(_nsError: object)
        default: error
        }
    }
}
