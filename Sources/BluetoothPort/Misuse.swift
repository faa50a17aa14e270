/// A use of the API that CoreBluetooth only logs, drops or throws; the world's policy decides what
/// follows.
///
/// Source: behaviour 1.7–1.12, 1.28, 1.29, 4.17, 5.26, 6.3, 6.7.
public struct Misuse: Hashable, Sendable {
    /// Which rule was broken.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        // Managers.
        /// A manager's command before `.poweredOn` (behaviour 1.7, 1.8, 1.9, 1.11).
        case notPoweredOn
        /// A manager was made by an app without `NSBluetoothAlwaysUsageDescription` (behaviour 1.6).
        case missingUsageDescription
        /// A restore identifier that another manager of the app has (behaviour 7.3).
        case duplicateRestoreIdentifier
        /// A restore identifier, in an app without the background mode of the manager's role (behaviour 1.40); an
        /// exception.
        case missingBackgroundMode
        /// A restore identifier, and a delegate that does not take `willRestoreState` (behaviour 1.41); an exception.
        case missingRestorationDelegate
        /// A delegate that takes `willRestoreState`, and no restore identifier: nothing is restored (behaviour 1.27).
        case missingRestoreIdentifier
        /// A delegate method that is not found, and may stand in a subclass of the class that conforms to the protocol:
        /// without Objective-C only that class's methods are found. On a phone it would be.
        case hiddenDelegateMethod
        /// More than four services to hear connection events of (behaviour 3.35).
        case tooManyConnectionEventServices

        // Peripherals.
        /// A peripheral's command while it is not connected (behaviour 1.10).
        case notConnected
        /// A connecting peripheral was let go (behaviour 1.28).
        case unusedConnectingPeripheral
        /// A connected peripheral was let go (behaviour 1.29).
        case unusedConnectedPeripheral
        /// Discovery with no delegate to hear the result (behaviour 4.17).
        case noDelegateForDiscovery
        /// Services changed, and the delegate does not take `didModifyServices` (behaviour 4.15).
        case noDelegateForModifiedServices
        /// An object of another manager, or of an earlier link, was used (behaviour 1.31, 4.14).
        case foreignObject
        /// A write without response while `canSendWriteWithoutResponse` was false, and no room for it: it is lost
        /// (behaviour 5.16, 5.17).
        case lostWriteWithoutResponse
        /// A write without response to a characteristic that does not have the property: it is dropped (behaviour 5.7).
        case unsupportedWriteWithoutResponse
        /// A write without response longer than the link takes: its end is lost (behaviour 5.15).
        case truncatedWriteWithoutResponse
        /// The client characteristic configuration, written as a descriptor (behaviour 5.26); an exception.
        case clientConfigurationWritten

        // Peripheral managers.
        /// A key that `startAdvertising` does not take (behaviour 6.7).
        case refusedAdvertisementKey
        /// Advertising while another manager of the phone does: it is not on air (behaviour 1.33).
        case notOnAir
        /// A service was removed before one that includes it: it stays (behaviour 6.1).
        case serviceStillIncluded
        /// A value, and properties or permissions to change it (behaviour 6.3); an exception.
        case cachedValueNotReadOnly
        /// Broadcast or extended properties of a local characteristic (behaviour 6.5); an exception.
        case propertyNotAllowed
        /// A local descriptor that is not one of those allowed, or of a wrong type (behaviour 6.5); an exception.
        case descriptorNotAllowed
        /// A value longer than a subscriber's link takes: its end is lost (behaviour 6.18).
        case truncatedUpdate
        /// A request was answered twice, or by another manager's (behaviour 6.22).
        case unknownRequest
        /// A request was never answered, and the central gave up (behaviour 6.22, 4.28).
        case unansweredRequest

        // Anywhere.
        /// An argument that Apple's framework asserts on (behaviour 1.12); an exception.
        case invalidArgument
    }

    /// Which rule was broken.
    public var kind: Kind
    /// The call, spelled as in Swift: `CBCentralManager.connect(_:options:)`.
    public var call: String
    /// What Apple logs, word for word where it is known.
    public var message: String

    /// Creates a report.
    public init(kind: Kind, call: String, message: String) {
        self.kind = kind
        self.call = call
        self.message = message
    }
}

extension Misuse {
    /// What follows on a phone.
    public enum Consequence: String, Hashable, Sendable, CaseIterable {
        /// A line in the log, which says what is not done.
        case logged
        /// Nothing is said: the call, or a part of its data, comes to nothing.
        case dropped
        /// An exception or the system ends the app.
        case thrown
    }
}

extension Misuse.Kind {
    /// What follows on a phone; in a world the app goes on and the policy decides.
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
            .clientConfigurationWritten,
            .cachedValueNotReadOnly, .propertyNotAllowed, .descriptorNotAllowed, .invalidArgument:
            .thrown
        }
    }

    /// Whether it is in order for an app to do so, so that it fails no test unless that is asked for.
    ///
    /// A delegate without `didModifyServices` gets a warning and works (behaviour 4.15). So does one with
    /// `willRestoreState` and a manager without an identifier, as in wrappers that leave restoration to their users
    /// (behaviour 1.27). A long update that is cut is
    /// what Apple's header promises, and centrals read the rest (6.18). Not so with other losses: the app could
    /// have asked for the length or for room (5.9, 5.17), and nobody tells it that its data is gone.
    public var isHarmless: Bool {
        switch self {
        case .noDelegateForModifiedServices, .missingRestoreIdentifier, .truncatedUpdate: true
        default: false
        }
    }
}
