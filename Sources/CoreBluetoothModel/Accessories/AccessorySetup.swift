import BluetoothHost
import BluetoothPort
import BluetoothTypes

/// AccessorySetupKit on one phone: the accessories, the sessions of apps, and the picker (behaviour section 28).
///
/// Inputs are the calls of sessions, what the user does, and what the picker needs to hear. What it sees of the phone comes
/// with each input (`Turn`), and what the phone does then is left there, in order.
///
/// ```swift
/// setup.open(session, AppID(1))
/// setup.handle(.activate, from: session, &turn, into: &effects)
/// #expect(turn.following == [.tell(session, .activated([]))])
/// ```
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
    var picker = Picker()
    private(set) var sessions: [Session] = []
    /// Events for sessions whose app is suspended.
    private var held: [(session: SessionID, event: Accessories.Event)] = []

    // MARK: Sessions

    mutating func open(_ id: SessionID, _ app: AppID) { sessions.append(Session(id: id, app: app)) }

    func session(_ id: SessionID) -> Session? { sessions.first { $0.id == id } }

    func sessions(of app: AppID) -> [SessionID] { sessions.filter { $0.app == app }.map(\.id) }

    mutating func set(_ phase: Session.Phase, of id: SessionID) {
        guard let index = sessions.firstIndex(where: { $0.id == id }) else { return }
        sessions[index].phase = phase
    }

    mutating func close(_ id: SessionID) {
        sessions.removeAll { $0.id == id }
        held.removeAll { $0.session == id }
    }

    // MARK: Events

    /// Gives a session an event: now, or when its app is no longer suspended.
    mutating func tell(
        _ session: SessionID, _ event: Accessories.Event, _ apps: AppLives, into effects: inout PhoneEffects
    ) {
        guard let app = self.session(session)?.app else { return }
        if apps.state(of: app) == .suspended { return held.append((session, event)) }
        effects.append(.accessory(session, event))
    }

    /// Gives an event to all active sessions of an app.
    mutating func tellAll(
        of app: AppID, _ event: Accessories.Event, _ apps: AppLives, into effects: inout PhoneEffects
    ) {
        for session in sessions where session.app == app && session.phase == .active {
            tell(session.id, event, apps, into: &effects)
        }
    }

    /// Apps may run again: their sessions get what waited.
    mutating func releaseHeld(_ apps: AppLives, into effects: inout PhoneEffects) {
        guard !held.isEmpty else { return }
        let running = sessions.filter { apps.state(of: $0.app) != .suspended }.map(\.id)
        for (session, event) in held where running.contains(session) {
            effects.append(.accessory(session, event))
        }
        held.removeAll { running.contains($0.session) }
    }

    // MARK: The picker

    /// An advertisement came while the picker lists accessories.
    mutating func heard(_ report: Host.AdvertisingReport, from peer: Peer, _ turn: inout Turn) {
        picker.heard(report, from: peer, &book, &turn)
    }

    /// Looks how far the link of the picker's accessory is; called after everything that may change it.
    mutating func follow(_ turn: inout Turn) { picker.follow(&book, &turn) }

    /// The user does something with the picker of this number.
    mutating func answer(_ number: UInt32, _ reply: AccessoryPickerReply, _ turn: inout Turn) {
        picker.answer(number, reply, &book, &turn)
    }

    /// Something is due for the picker, or an app can retrieve an accessory.
    mutating func due(_ timer: PickerTimer, _ turn: inout Turn) {
        guard case .known(let accessory) = timer else { return picker.due(timer, &turn) }
        _ = book.change(accessory) { $0.isFresh = false }
    }

    /// The rule that does not hold, if there is one.
    var brokenRule: String? {
        if let shown = picker.state, session(shown.session) == nil { return "a picker has no session" }
        return book.brokenRule
    }
}
