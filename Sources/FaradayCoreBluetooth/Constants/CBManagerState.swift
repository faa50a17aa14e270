import BluetoothPort

/// The state of the phone's radio, as a manager knows it; the order of the raw values is Apple's (behaviour
/// 1.5).
@available(iOS 10.0, macOS 10.13, macCatalyst 13.1, tvOS 10.0, watchOS 3.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc(FCBManagerState)
#endif
@nonexhaustive(warn)
public enum CBManagerState: Int, Sendable {
    /// Not known yet; an update follows.
    case unknown = 0
    /// The connection to the system was lost; an update follows (behaviour 1.22).
    case resetting = 1
    /// The device has no Bluetooth LE, or does not support this role.
    case unsupported = 2
    /// The app may not use Bluetooth; `CBManager.authorization` has the reason.
    case unauthorized = 3
    /// Bluetooth is off.
    case poweredOff = 4
    /// Bluetooth is on and can be used.
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

/// Whether the app may use Bluetooth (behaviour 1.4).
@available(iOS 13.0, macOS 10.15, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@nonexhaustive(warn)
public enum CBManagerAuthorization: Int, Sendable {
    /// The user has not been asked, or has not answered.
    case notDetermined = 0
    /// The app may not use Bluetooth, and the user cannot change that.
    case restricted = 1
    /// The user has denied permission.
    case denied = 2
    /// The user has given permission.
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
    /// Not known yet; an update follows.
    case unknown = 0
    /// The connection to the system was lost; an update follows (behaviour 1.22).
    case resetting = 1
    /// The device has no Bluetooth LE, or does not support this role.
    case unsupported = 2
    /// The app may not use Bluetooth: see `CBManager.authorization`.
    case unauthorized = 3
    /// Bluetooth is off.
    case poweredOff = 4
    /// Bluetooth is on and can be used.
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
    /// Not known yet; an update follows.
    case unknown = 0
    /// The connection to the system was lost; an update follows (behaviour 1.22).
    case resetting = 1
    /// The device has no Bluetooth LE, or does not support this role.
    case unsupported = 2
    /// The app may not use Bluetooth: see `CBManager.authorization`.
    case unauthorized = 3
    /// Bluetooth is off.
    case poweredOff = 4
    /// Bluetooth is on and can be used.
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
    /// The user has not been asked, or has not answered.
    case notDetermined = 0
    /// The app may not use Bluetooth, and the user cannot change that.
    case restricted = 1
    /// The user has denied permission.
    case denied = 2
    /// The user has given permission.
    case authorized = 3
}
