/// Locks a door at one tap.
public protocol DoorLockApp: AnyObject {
    var status: DoorStatus { get }
    /// The user taps "Lock".
    func lock()
}

/// What the app shows under its button.
public enum DoorStatus: Equatable {
    case idle
    /// A spinner.
    case working
    case locked
    /// "The door did not answer."
    case failed
}
