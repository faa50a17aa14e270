import BluetoothTypes

/// How far one run of an exploration may go. A run that goes further fails, so that a loop that never ends in virtual time
/// is found in seconds.
public struct RunLimits: Hashable, Sendable {
    /// Virtual time from the beginning to the end of a run, in all runs of the world together: 60 days, unless you say more.
    public var virtualTime: Nanoseconds
    /// Steps: events of the world, and calls that run it. Two millions, unless you say more; a link takes about 700,000
    /// in a day.
    public var steps: Int

    /// Creates limits; the properties describe the parameters.
    public init(virtualTime: Nanoseconds = .hours(60 * 24), steps: Int = 2_000_000) {
        self.virtualTime = virtualTime
        self.steps = steps
    }
}
