import BluetoothPort

/// The codes of `ASErrorDomain` (behaviour 28.15).
enum AccessoryCode {
    static let activationFailed = 100
    static let connectionFailed = 150
    static let discoveryTimeout = 200
    static let extensionNotFound = 300
    static let invalidated = 400
    static let invalidRequest = 450
    static let pickerAlreadyActive = 500
    static let pickerRestricted = 550
    static let userCancelled = 700
}

extension Accessories.Failure {
    static var notWaiting: Self { .invalidRequest("the accessory does not wait for the app") }
    static var unknownAccessory: Self { .invalidRequest("the accessory is none of this app's") }

    /// A call that can't be executed, and why.
    static func invalidRequest(_ reason: String) -> Self {
        Self(code: AccessoryCode.invalidRequest, reason: reason)
    }
}
