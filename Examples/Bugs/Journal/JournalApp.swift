/// Shows the last value of a sensor, and how many lines its journal has.
public protocol JournalApp: AnyObject {
    /// What the screen shows.
    var text: String { get }
}
