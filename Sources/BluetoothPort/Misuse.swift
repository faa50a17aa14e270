/// A wrong use of the API, which CoreBluetooth logs, drops or answers with an exception; the world's policy decides
/// what follows.
///
/// Source: behaviour 1.7–1.12, 1.28, 1.29, 4.17, 5.26, 6.3, 6.7.
public struct Misuse: Hashable, Sendable {
    /// Which rule was broken.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        // Managers.
        /// A manager got a command before `.poweredOn` (behaviour 1.7, 1.8, 1.9, 1.11).
        case notPoweredOn
        /// An app without `NSBluetoothAlwaysUsageDescription` created a manager (behaviour 1.6).
        case missingUsageDescription
        /// Another manager of the app has the same restore identifier (behaviour 7.3).
        case duplicateRestoreIdentifier
        /// A manager has a restore identifier, but the app lacks the background mode of the manager's role (behaviour
        /// 1.40); an exception.
        case missingBackgroundMode
        /// A manager has a restore identifier, but its delegate does not have `willRestoreState` (behaviour 1.41); an
        /// exception.
        case missingRestorationDelegate
        /// A delegate has `willRestoreState`, but the manager has no restore identifier: nothing is restored (behaviour
        /// 1.27).
        case missingRestoreIdentifier
        /// A delegate method was not found; it may be in a subclass of the class that conforms to the protocol. Without
        /// Objective-C, only methods of the conforming class are found. On a phone, the method would be found.
        case hiddenDelegateMethod
        /// An app registered for connection events of more than four services (behaviour 3.35).
        case tooManyConnectionEventServices

        // Peripherals.
        /// A peripheral got a command while it was not connected (behaviour 1.10).
        case notConnected
        /// A connecting peripheral was released (behaviour 1.28).
        case unusedConnectingPeripheral
        /// A connected peripheral was released (behaviour 1.29).
        case unusedConnectedPeripheral
        /// A discovery was started without a delegate that gets the result (behaviour 4.17).
        case noDelegateForDiscovery
        /// Services changed, and the delegate does not have `didModifyServices` (behaviour 4.15).
        case noDelegateForModifiedServices
        /// An object of another manager, or of an earlier link, was used (behaviour 1.31, 4.14).
        case foreignObject
        /// A write without response was sent while `canSendWriteWithoutResponse` was `false` and there was no room: it
        /// is lost (behaviour 5.16, 5.17).
        case lostWriteWithoutResponse
        /// A write without response was sent to a characteristic without this property: it is dropped (behaviour 5.7).
        case unsupportedWriteWithoutResponse
        /// A write without response was longer than the link allows: it is truncated (behaviour 5.15).
        case truncatedWriteWithoutResponse
        /// The app wrote the Client Characteristic Configuration descriptor (behaviour 5.26); an exception.
        case clientConfigurationWritten

        // Peripheral managers.
        /// `startAdvertising` got a key that it does not accept (behaviour 6.7).
        case refusedAdvertisementKey
        /// A manager advertises while another manager of the phone advertises: it is not sent (behaviour 1.33).
        case notOnAir
        /// A service was removed before a service that includes it: it stays published (behaviour 6.1).
        case serviceStillIncluded
        /// A characteristic has a static value, but properties or permissions that allow writing (behaviour 6.3); an
        /// exception.
        case cachedValueNotReadOnly
        /// A local characteristic has the broadcast or extended properties bit (behaviour 6.5); an exception.
        case propertyNotAllowed
        /// A local descriptor is not allowed, or its value has the wrong type (behaviour 6.5); an exception.
        case descriptorNotAllowed
        /// A value was longer than a subscriber's link allows: it is truncated (behaviour 6.18).
        case truncatedUpdate
        /// A request was answered twice, or by another manager (behaviour 6.22).
        case unknownRequest
        /// A request was never answered, and the central's request timed out (behaviour 6.22, 4.28).
        case unansweredRequest

        // Accessory sessions.
        /// A picker's item is for something that the Info.plist does not declare (behaviour 28.3); ends the app.
        case undeclaredAccessory

        // Anywhere.
        /// An argument violates an assertion of Apple's framework (behaviour 1.12); an exception.
        case invalidArgument
    }

    /// Which rule was broken.
    public var kind: Kind
    /// The call, spelled as in Swift: `CBCentralManager.connect(_:options:)`.
    public var call: String
    /// The text that Apple's framework logs, word for word if it is known.
    public var message: String

    public init(kind: Kind, call: String, message: String) {
        self.kind = kind
        self.call = call
        self.message = message
    }
}

extension Misuse {
    /// The consequence on a phone.
    public enum Consequence: String, Hashable, Sendable, CaseIterable {
        /// A log line that says what is not done.
        case logged
        /// No log line: the call, or a part of its data, has no effect.
        case dropped
        /// An exception or the system terminates the app.
        case thrown
    }
}

extension Misuse.Kind {
    /// The consequence on a phone; in a world the app continues, and the policy decides what follows.
    public var consequence: Misuse.Consequence {
        switch self {
        case .notPoweredOn, .notConnected, .unusedConnectingPeripheral, .unusedConnectedPeripheral,
            .noDelegateForDiscovery, .noDelegateForModifiedServices, .refusedAdvertisementKey,
            .missingRestoreIdentifier, .unsupportedWriteWithoutResponse:
            .logged
        case .duplicateRestoreIdentifier, .tooManyConnectionEventServices, .foreignObject,
            .lostWriteWithoutResponse, .truncatedWriteWithoutResponse, .notOnAir, .serviceStillIncluded,
            .truncatedUpdate, .unknownRequest, .unansweredRequest, .hiddenDelegateMethod:
            .dropped
        case .missingUsageDescription, .missingBackgroundMode, .missingRestorationDelegate,
            .clientConfigurationWritten, .undeclaredAccessory,
            .cachedValueNotReadOnly, .propertyNotAllowed, .descriptorNotAllowed, .invalidArgument:
            .thrown
        }
    }

    /// Whether apps may do this, so that it does not fail a test unless the test asks for it.
    ///
    /// A delegate without `didModifyServices` causes a warning and works (behaviour 4.15). So does a delegate with
    /// `willRestoreState` whose manager has no identifier, as in wrappers that leave restoration to their users
    /// (behaviour 1.27). Apple's header documents that a long update is truncated, and centrals read the rest (6.18).
    /// Other losses are not harmless: the app could have asked for the length or for room (5.9, 5.17), and no callback
    /// reports that its data is lost.
    public var isHarmless: Bool {
        switch self {
        case .noDelegateForModifiedServices, .missingRestoreIdentifier, .truncatedUpdate: true
        default: false
        }
    }
}
