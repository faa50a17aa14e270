/// The part of Nearby Interaction that measures by Channel Sounding, as values: the requests of an app to a session, and
/// the events for the app.
///
/// Source: behaviour section 29.
public enum Nearby {
    /// A request of an app.
    public enum Command: Hashable, Sendable {
        /// Measures an accessory from now on; `.started` or `.invalidated` follows.
        case run(Configuration)
        /// Ends the measurement, until `run` comes again; no event follows.
        case pause
        /// Ends the session; no event follows.
        case invalidate
        /// Says how the accessory that is measured moves.
        case setMotion(Motion, of: PeerIdentifier)
    }

    /// What a session measures, and how.
    public struct Configuration: Hashable, Sendable {
        /// The accessory.
        public var peer: PeerIdentifier
        /// The accessory's identifier before its last connection, if it was another one.
        public var previousPeer: PeerIdentifier?
        /// Whether the phone's camera adds the direction.
        public var usesCamera: Bool
        public init(peer: PeerIdentifier, previousPeer: PeerIdentifier? = nil, usesCamera: Bool = false) {
            self.peer = peer
            self.previousPeer = previousPeer
            self.usesCamera = usesCamera
        }
    }

    /// How an accessory moves, as far as its app knows.
    public enum Motion: Int, Hashable, Sendable {
        /// It is mounted somewhere.
        case stationary
        /// It is on something that moves.
        case moving
        /// The app does not know.
        case unknown
    }

    /// An event for the app; events are delivered in order, on the session's queue.
    public enum Event: Hashable, Sendable {
        /// The phone measures.
        case started
        /// A procedure of Channel Sounding has ended.
        case updated(Object)
        /// The app has left the foreground, and the phone does not measure.
        case suspended
        /// The app is in the foreground again, and may call `run` again.
        case suspensionEnded
        /// The session has ended and can't run again.
        case invalidated(Failure)
    }

    /// An accessory, where it is now.
    public struct Object: Hashable, Sendable {
        /// The accessory.
        public var peer: PeerIdentifier
        /// How far it is away in metres; `nil` if the measurement has failed.
        public var distance: Double?
        /// In which direction it is, in radians from -pi to pi: 0 is ahead, to the right is above 0. `nil` without the
        /// camera.
        public var horizontalAngle: Double?
        public init(peer: PeerIdentifier, distance: Double?, horizontalAngle: Double? = nil) {
            self.peer = peer
            self.distance = distance
            self.horizontalAngle = horizontalAngle
        }
    }

    /// An error of Nearby Interaction's domain.
    public struct Failure: Hashable, Sendable {
        /// The number of the code, which is Apple's.
        public var code: Int
        /// Why it came, in Faraday's own words.
        public var reason: String
        public init(code: Int, reason: String = "") {
            self.code = code
            self.reason = reason
        }
    }

    /// What a phone can do for sessions.
    public struct Capabilities: Hashable, Sendable {
        /// Whether it measures distances by Channel Sounding.
        public var supportsChannelSounding: Bool
        /// Whether its camera adds directions.
        public var supportsCamera: Bool
        /// Creates capabilities; without arguments, those of a phone that can do nothing.
        public init(supportsChannelSounding: Bool = false, supportsCamera: Bool = false) {
            self.supportsChannelSounding = supportsChannelSounding
            self.supportsCamera = supportsCamera
        }
    }
}

/// The connection of one session of Nearby Interaction to its phone. Calls may come from any thread; each returns at once.
public protocol NearbyPort: AnyObject, Sendable {
    /// Performs `command`; its events reach the sink later, in order, never inside this call.
    func send(_ command: Nearby.Command)
    /// The session was released: no event follows.
    func close()
}

/// Receives a session's events. The façade runs the app's code on the session's own queue.
public protocol NearbySink: ManagerSink {
    /// Delivers an event. With `.waiting`, it returns when the app's code has returned.
    func receive(_ event: Nearby.Event, _ delivery: Delivery)
    /// Whether the app's code runs on the main queue.
    var isAtHomeOnMainQueue: Bool { get }
}

/// A phone whose system has Nearby Interaction, such as a simulated one.
public protocol NearbyProvider: PortProvider {
    /// What the phone can do for sessions.
    var nearbyCapabilities: Nearby.Capabilities { get }
    /// Opens a port for a new session; the sink is held weakly.
    func openNearbySession(sink: any NearbySink) -> any NearbyPort
}
