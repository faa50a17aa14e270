/// A list of lamps; a tap on one opens its page.
public protocol LampApp: AnyObject {
    /// The page on the screen.
    var page: LampPage? { get }
    /// The messages that the app has shown, over whatever was on the screen.
    var alerts: [String] { get }
    /// The user taps the lamp.
    func openPage()
    /// The user goes back to the list.
    func closePage()
}

/// The page of a lamp.
public final class LampPage {
    /// The brightness; `nil` while there is a spinner.
    public internal(set) var text: String?
}
