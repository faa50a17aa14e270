import Foundation

/// Counts steps, also while the app is in the background, with the pedometers that the user has added.
public protocol PedometerApp: AnyObject {
    /// The pedometers on the app's page.
    var rows: [PedometerRow] { get }
}

/// A pedometer on the page, with the steps that it has sent since it was connected.
public final class PedometerRow {
    public let id: UUID
    public internal(set) var steps = 0
    init(id: UUID) { self.id = id }
}

/// The pedometers that the app remembers, as in its user defaults.
public final class PedometerStore {
    var known: Set<UUID> = []
    public init() {}
}
