extension Central {
    /// A request of an app about the distance to a peer: a session of Channel Sounding (behaviours 27.4–27.9).
    public enum RangingCommand: Hashable, Sendable {
        /// Starts a session; `.measured` follows again and again, or `.completed` with an error.
        case start(RangingRole)
        /// Ends the session; `.completed` follows.
        case cancel
    }

    /// Which end of the link begins each measurement; raw values are Apple's.
    public enum RangingRole: Int, Hashable, Sendable {
        /// The phone initiates, and the peer reflects.
        case initiator = 0
    }

    /// What becomes of a session of Channel Sounding.
    public enum RangingEvent: Hashable, Sendable {
        /// A procedure has ended: the distance in metres, less than zero if it is not valid, or why it failed.
        case measured(Result<Double, PortError>)
        /// The session has ended; without an error if the app has cancelled it.
        case completed(PortError?)
    }
}
