/// What a manager knows of the radio; raw values are Apple's (ledger 1.5).
public enum ManagerState: Int, Hashable, Sendable {
    case unknown = 0
    case resetting = 1
    case unsupported = 2
    case unauthorized = 3
    case poweredOff = 4
    case poweredOn = 5
}

/// Whether the app may use Bluetooth; raw values are Apple's (ledger 1.4).
public enum Authorization: Int, Hashable, Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case allowedAlways = 3
}
