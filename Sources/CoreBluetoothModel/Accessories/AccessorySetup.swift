import BluetoothPort
import BluetoothTypes

/// AccessorySetupKit on one phone: the accessories, the sessions of apps, and the picker (behaviour section 28).
struct AccessorySetup: Sendable {
    /// One `ASAccessorySession`.
    struct Session: Sendable {
        enum Phase: Hashable, Sendable {
            /// `activate` was not called.
            case idle
            case active
            /// It was invalidated.
            case ended
        }

        let id: SessionID
        let app: AppID
        var phase = Phase.idle
    }

    var book = AccessoryBook()
    private(set) var sessions: [Session] = []
    /// There is one at most (28.13).
    var picker: PickerState?
    /// Events for sessions whose app is suspended.
    private var held: [(session: SessionID, event: Accessories.Event)] = []

    /// Whether a peripheral was set up for an app, and the set-up is complete.
    func has(_ peer: PeerIdentifier, of app: AppID) -> Bool {
        book.record(of: peer, app)?.state == .authorized
    }

    // MARK: Sessions

    mutating func open(_ id: SessionID, _ app: AppID) { sessions.append(Session(id: id, app: app)) }

    func session(_ id: SessionID) -> Session? { sessions.first { $0.id == id } }

    mutating func set(_ phase: Session.Phase, of id: SessionID) {
        guard let index = sessions.firstIndex(where: { $0.id == id }) else { return }
        sessions[index].phase = phase
    }

    mutating func close(_ id: SessionID) {
        sessions.removeAll { $0.id == id }
        held.removeAll { $0.session == id }
    }

    /// The active sessions of an app.
    func active(of app: AppID) -> [SessionID] {
        sessions.filter { $0.app == app && $0.phase == .active }.map(\.id)
    }

    // MARK: Events that wait

    var hasHeld: Bool { !held.isEmpty }

    mutating func hold(_ event: Accessories.Event, for session: SessionID) { held.append((session, event)) }

    /// Takes the events that wait for sessions of apps that run.
    mutating func takeHeld(isRunning: (AppID) -> Bool) -> [(session: SessionID, event: Accessories.Event)] {
        let running = sessions.filter { isRunning($0.app) }.map(\.id)
        defer { held.removeAll { running.contains($0.session) } }
        return held.filter { running.contains($0.session) }
    }

    // MARK: The picker

    /// Whether the picker needs advertisements.
    var isListing: Bool { picker?.phase == .listing }

    /// Whether the picker waits for a link.
    var followsLink: Bool {
        switch picker?.phase {
        case .connecting, .pairing: true
        default: false
        }
    }

    /// The rule that does not hold, if there is one.
    var brokenRule: String? {
        if let picker, session(picker.session) == nil { return "a picker has no session" }
        return book.brokenRule
    }
}
