/// The page with the settings of an amplifier.
public protocol SettingsApp: AnyObject {
    var status: SettingsStatus { get }
    /// The rows of the page, from top to bottom.
    var rows: [String] { get }
    /// The user opens the page.
    func open()
}

/// What the page shows.
public enum SettingsStatus: Equatable {
    /// A spinner.
    case loading
    /// The rows.
    case ready
    /// "The amplifier did not answer."
    case failed
}
