import FaradayCoreBluetooth

/// The state of the radio, as far as a manager knows it.
#if canImport(Darwin)
@objc
#endif
public enum CBMManagerState: Int, Sendable {
    /// Not known yet.
    case unknown
    /// The connection to the system was lost; an update follows.
    case resetting
    /// This machine has no Bluetooth LE.
    case unsupported
    /// The app may not use Bluetooth.
    case unauthorized
    /// Bluetooth is off.
    case poweredOff
    /// Bluetooth is on.
    case poweredOn
}

extension CBMManagerState {
    init(_ state: CBManagerState) {
        self = CBMManagerState(rawValue: state.rawValue) ?? .unknown
    }
}
