import BluetoothHost
import BluetoothPort
import BluetoothTypes

// What apps ask of their sessions. The sessions measure through `RangingSessions`, as CoreBluetooth does.
extension NearbySessions {
    /// Executes a call of a session; events follow as outputs.
    mutating func handle(
        _ command: Nearby.Command, from id: SessionID, _ turn: Turn, _ ranging: inout RangingSessions,
        into effects: inout PhoneEffects
    ) {
        guard let session = session(id), session.phase != .ended else { return }
        switch command {
        case .run(let configuration): run(configuration, session, turn, &ranging, into: &effects)
        case .pause: stop(id, .idle, &ranging, into: &effects)
        case .invalidate: stop(id, .ended, &ranging, into: &effects)
        case .setMotion: break  // It sharpens what a camera sees; a simulated camera sees sharply (29.11).
        }
    }

    /// Removes a session: no event follows.
    mutating func remove(
        _ id: SessionID, _ ranging: inout RangingSessions, into effects: inout PhoneEffects
    ) {
        stop(id, .ended, &ranging, into: &effects)
        close(id)
    }

    /// The app's sessions end with it. Returns them.
    mutating func end(
        of app: AppID, _ ranging: inout RangingSessions, into effects: inout PhoneEffects
    ) -> [SessionID] {
        let ended = sessions.filter { $0.app == app }.map(\.id)
        for id in ended { remove(id, &ranging, into: &effects) }
        return ended
    }

    private mutating func run(
        _ configuration: Nearby.Configuration, _ session: Session, _ turn: Turn,
        _ ranging: inout RangingSessions, into effects: inout PhoneEffects
    ) {
        if case .running(var run) = session.phase, run.configuration.peer == configuration.peer {
            run.configuration = configuration
            return set(.running(run), of: session.id)
        }
        stop(session.id, .idle, &ranging, into: &effects)
        let peer = configuration.peer
        if let failure = turn.refusal(session.app, peer, isRefused: refused.contains(session.app)) {
            return end(session.id, failure, turn, &ranging, into: &effects)
        }
        guard let link = turn.link(peer, session.app) else {
            return end(session.id, .unavailable, turn, &ranging, into: &effects)
        }
        guard turn.state(session.app) == .foreground || !turn.rules.pausesInBackground else {
            return suspend(session.id, turn, &ranging, into: &effects)
        }
        begin(Run(configuration: configuration, link: link), session.id, turn, &ranging, into: &effects)
    }

    /// Starts to measure: now, when something else has ended, or not at all (29.6).
    mutating func begin(
        _ run: Run, _ id: SessionID, _ turn: Turn, _ ranging: inout RangingSessions,
        into effects: inout PhoneEffects
    ) {
        switch ranging.room(on: run.link) {
        case .free:
            set(.running(run), of: id)
            ranging.start(
                RangingSessions.Request(
                    session: id, peer: run.configuration.peer, link: run.link, isSetUp: true,
                    isInFront: true, isNearby: true), into: &effects)
        case .soon: set(.waiting(run), of: id)
        case .none:
            let reason = "the phone measures another accessory, or this one for somebody else"
            let failure = Nearby.Failure(code: NearbyCode.activeSessionsLimitExceeded, reason: reason)
            end(id, failure, turn, &ranging, into: &effects)
        }
    }

    /// What runs for a session ends, without events.
    private mutating func stop(
        _ id: SessionID, _ phase: Phase, _ ranging: inout RangingSessions, into effects: inout PhoneEffects
    ) {
        effects.cancel(.nearbySuspension(id))
        ranging.forget(id, into: &effects)
        set(phase, of: id)
    }

    mutating func suspend(
        _ id: SessionID, _ turn: Turn, _ ranging: inout RangingSessions, into effects: inout PhoneEffects
    ) {
        stop(id, .suspended, &ranging, into: &effects)
        tell(id, .suspended, turn, into: &effects)
        guard let limit = turn.rules.nearbySuspensionLimit else { return }
        effects.schedule(.nearbySuspension(id), at: turn.now + limit)
    }

    mutating func end(
        _ id: SessionID, _ failure: Nearby.Failure, _ turn: Turn, _ ranging: inout RangingSessions,
        into effects: inout PhoneEffects
    ) {
        stop(id, .ended, &ranging, into: &effects)
        tell(id, .invalidated(failure), turn, into: &effects)
    }

    mutating func tell(
        _ id: SessionID, _ event: Nearby.Event, _ turn: Turn, into effects: inout PhoneEffects
    ) {
        guard let app = session(id)?.app else { return }
        if turn.state(app) == .suspended { return hold(event, for: id) }
        effects.append(.nearby(id, event))
    }
}
