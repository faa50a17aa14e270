/// Keeps watch over a tag: asks every second whether it is still there.
public protocol LeashApp: AnyObject {
    var isWatching: Bool { get }
    /// What the app has told its user.
    var alerts: [String] { get }
    /// The user wants a new connection.
    func restart()
}
