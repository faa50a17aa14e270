/// Reads what is in a safe, which answers only to phones with which it is paired.
public protocol SafeApp: AnyObject {
    var status: SafeStatus { get }
    /// The user taps "Open".
    func open()
}

/// What the app shows.
public enum SafeStatus: Equatable {
    case closed
    /// A spinner.
    case opening
    /// The content.
    case open(String)
    /// "Pair the safe to open it," or what else is wrong.
    case failed(String)
}
