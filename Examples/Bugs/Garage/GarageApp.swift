/// Connects to a garage door at one tap.
public protocol GarageApp: AnyObject {
    /// Connects, and calls `done` once: with `nil`, or with what went wrong.
    func connect(_ done: @escaping (GarageProblem?) -> Void)
    /// Lets the door go.
    func disconnect()
}

/// Why there is no link.
public enum GarageProblem: Error, Equatable {
    case timeout, bluetoothOff, refused, lost
}
