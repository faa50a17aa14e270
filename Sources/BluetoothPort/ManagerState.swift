/// The state of the radio, as a manager knows it; raw values are Apple's (behaviour 1.5).
public enum ManagerState: Int, Hashable, Sendable {
    /// The state is not known yet; another one follows.
    case unknown = 0
    /// The system lost its connection to the Bluetooth service; another state follows.
    case resetting = 1
    /// The device has no Bluetooth Low Energy.
    case unsupported = 2
    /// The app may not use Bluetooth.
    case unauthorized = 3
    /// Bluetooth is switched off.
    case poweredOff = 4
    /// Bluetooth is on and can be used.
    case poweredOn = 5
}

/// Whether the app may use Bluetooth; raw values are Apple's (behaviour 1.4).
public enum Authorization: Int, Hashable, Sendable {
    /// The user has not been asked yet.
    case notDetermined = 0
    /// Someone else decides, for example a parent or a company, and has not given permission.
    case restricted = 1
    /// The user has denied permission.
    case denied = 2
    /// The app may use Bluetooth.
    case allowedAlways = 3
}
