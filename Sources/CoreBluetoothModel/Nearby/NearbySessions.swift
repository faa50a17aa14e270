import BluetoothHost
import BluetoothPort
import BluetoothTypes

/// The sessions of Nearby Interaction on one phone, and the apps that may not use it (behaviour section 29).
///
/// What they see of links and apps comes with each input (`Turn`). What measures is `RangingSessions`, for both frameworks.
///
/// ```swift
/// var nearby = NearbySessions()
/// nearby.open(session, AppID(1))
/// nearby.set(.running(run), of: session)
/// ```
struct NearbySessions: Sendable {
    /// What a session measures, and on which link.
    struct Run: Hashable, Sendable {
        var configuration: Nearby.Configuration
        let link: Host.LinkID
    }

    enum Phase: Hashable, Sendable {
        /// It does not run: it is new, or the app has paused it.
        case idle
        /// It runs as soon as what the phone measured before has ended.
        case waiting(Run)
        case running(Run)
        /// It does not run, because its app has left the foreground.
        case suspended
        /// It was invalidated.
        case ended

        /// What it measures, or soon will.
        var run: Run? {
            switch self {
            case .waiting(let run), .running(let run): run
            case .idle, .suspended, .ended: nil
            }
        }
    }

    /// One `NISession`.
    struct Session: Sendable {
        let id: SessionID
        let app: AppID
        var phase = Phase.idle
        /// Events that wait, because the app is suspended.
        var held: [Nearby.Event] = []
    }

    private(set) var sessions: [Session] = []
    /// The apps that the user does not let use Nearby Interaction.
    private(set) var refused: Set<AppID> = []

    /// Whether there is no session.
    var isEmpty: Bool { sessions.isEmpty }

    mutating func open(_ id: SessionID, _ app: AppID) { sessions.append(Session(id: id, app: app)) }

    mutating func close(_ id: SessionID) { sessions.removeAll { $0.id == id } }

    func session(_ id: SessionID) -> Session? { sessions.first { $0.id == id } }

    mutating func set(_ phase: Phase, of id: SessionID) { change(id) { $0.phase = phase } }

    mutating func hold(_ event: Nearby.Event, for id: SessionID) { change(id) { $0.held.append(event) } }

    /// Takes the events that wait for a session.
    mutating func takeHeld(of id: SessionID) -> [Nearby.Event] {
        let held = session(id)?.held ?? []
        if !held.isEmpty { change(id) { $0.held = [] } }
        return held
    }

    /// The user allows an app to use Nearby Interaction, or does not.
    mutating func allow(_ isAllowed: Bool, _ app: AppID) {
        if isAllowed { refused.remove(app) } else { refused.insert(app) }
    }

    private mutating func change(_ id: SessionID, _ body: (inout Session) -> Void) {
        guard let index = sessions.firstIndex(where: { $0.id == id }) else { return }
        body(&sessions[index])
    }
}

/// The codes of Nearby Interaction's errors (behaviour 29.17).
enum NearbyCode {
    static let unsupportedPlatform = -5889
    static let invalidConfiguration = -5888
    static let sessionFailed = -5887
    static let resourceUsageTimeout = -5886
    static let activeSessionsLimitExceeded = -5885
    static let userDidNotAllow = -5884
    static let accessoryPeerDeviceUnavailable = -5882
}
