import FaradaySimulation

/// Which schedules the runs of an exploration have.
public struct ExplorationSchedules: Hashable, Sendable {
    /// The kinds of freedom that a run may use.
    public let parts: Schedule.Parts

    /// Creates a choice from the kinds of freedom that a run may use.
    public init(_ parts: Schedule.Parts) { self.parts = parts }

    /// Whatever a real phone may do: most runs have a schedule of their own.
    public static let any = ExplorationSchedules(.all)
    /// Every run has the plain schedule.
    public static let plain = ExplorationSchedules([])
}
