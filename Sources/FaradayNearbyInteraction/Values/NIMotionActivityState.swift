import BluetoothPort

/// How an accessory moves, as far as its app knows. Apple has not published the raw values; these are ours.
@available(iOS 15.0, macCatalyst 15.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
@nonexhaustive(warn)
public enum NIMotionActivityState: Int, Sendable {
    /// It is mounted somewhere.
    case stationary = 0
    /// It is on something that moves.
    case moving = 1
    /// The app does not know.
    case unknown = 2

    /// What the port gets.
    var motion: Nearby.Motion { Nearby.Motion(rawValue: rawValue) ?? .unknown }
}
