import BluetoothPort
import Foundation

extension PortError {
    /// What a delegate is handed: as with Apple's framework an `NSError`, with Apple's text in its user info, which
    /// casts to `CBError` or `CBATTError` and, on Linux too, with `as?` to `NSError`.
    var appleError: any Error {
        switch self {
        case .local(let code):
            let userInfo = ErrorText.local(code).map { [NSLocalizedDescriptionKey: $0] }
            return NSError(domain: CBErrorDomain, code: code, userInfo: userInfo)
        case .att(let code):
            let userInfo = [NSLocalizedDescriptionKey: ErrorText.att(code)]
            return NSError(domain: CBATTErrorDomain, code: Int(code), userInfo: userInfo)
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
