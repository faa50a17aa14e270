import BluetoothPort

/// What a manager knows of the radio; raw values are ordered and Apple's (ledger 1.5).
@available(iOS 10.0, macOS 10.13, macCatalyst 13.1, tvOS 10.0, watchOS 3.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc
#endif
@nonexhaustive(warn)
public enum CBManagerState: Int, Sendable {
    case unknown = 0
    case resetting = 1
    case unsupported = 2
    case unauthorized = 3
    case poweredOff = 4
    case poweredOn = 5
}

extension CBManagerState {
    init(_ state: ManagerState) {
        self =
            switch state {
            case .unknown: .unknown
            case .resetting: .resetting
            case .unsupported: .unsupported
            case .unauthorized: .unauthorized
            case .poweredOff: .poweredOff
            case .poweredOn: .poweredOn
            }
    }
}

/// Whether the app may use Bluetooth (ledger 1.4).
@available(iOS 13.0, macOS 10.15, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@nonexhaustive(warn)
public enum CBManagerAuthorization: Int, Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case allowedAlways = 3
}

extension CBManagerAuthorization {
    init(_ authorization: Authorization) {
        self =
            switch authorization {
            case .notDetermined: .notDetermined
            case .restricted: .restricted
            case .denied: .denied
            case .allowedAlways: .allowedAlways
            }
    }
}

/// The state enum of iOS 9 and before.
@available(iOS, introduced: 5.0, deprecated: 10.0, message: "Use CBManagerState instead")
@available(macOS, introduced: 10.7, deprecated: 10.13, message: "Use CBManagerState instead")
@available(macCatalyst, introduced: 13.1, deprecated: 13.1, message: "Use CBManagerState instead")
@available(tvOS, introduced: 9.0)
@available(watchOS, introduced: 2.0)
@available(visionOS, introduced: 1.0)
@nonexhaustive(warn)
public enum CBCentralManagerState: Int, Sendable {
    case unknown = 0
    case resetting = 1
    case unsupported = 2
    case unauthorized = 3
    case poweredOff = 4
    case poweredOn = 5
}

/// The state enum of iOS 9 and before.
@available(iOS, introduced: 6.0, deprecated: 10.0, message: "Use CBManagerState instead")
@available(macOS, introduced: 10.9, deprecated: 10.13, message: "Use CBManagerState instead")
@available(macCatalyst, introduced: 13.1, deprecated: 13.1, message: "Use CBManagerState instead")
@available(tvOS, introduced: 9.0)
@available(watchOS, introduced: 2.0)
@available(visionOS, introduced: 1.0)
@nonexhaustive(warn)
public enum CBPeripheralManagerState: Int, Sendable {
    case unknown = 0
    case resetting = 1
    case unsupported = 2
    case unauthorized = 3
    case poweredOff = 4
    case poweredOn = 5
}

/// The authorization enum of iOS 12 and before.
@available(iOS, introduced: 7.0, deprecated: 13.0, message: "Use CBManagerAuthorization instead")
@available(macOS, introduced: 10.9, deprecated: 10.15, message: "Use CBManagerAuthorization instead")
@available(macCatalyst, introduced: 13.1, deprecated: 13.1, message: "Use CBManagerAuthorization instead")
@available(tvOS, introduced: 9.0)
@available(watchOS, introduced: 2.0)
@available(visionOS, introduced: 1.0)
@nonexhaustive(warn)
public enum CBPeripheralManagerAuthorizationStatus: Int, Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorized = 3
}
