import BluetoothHost
import BluetoothPort

// How sessions follow what has happened to their links, to their apps and to what is measured.
extension NearbySessions {
    /// Takes what is new; called before outputs are taken.
    mutating func follow(
        _ turn: Turn, _ ranging: inout RangingSessions, into effects: inout PhoneEffects
    ) {
        for notice in ranging.takeNearbyNotices() { take(notice, turn, &ranging, into: &effects) }
        for session in sessions { follow(session, turn, &ranging, into: &effects) }
    }

    /// The app has been in the background for too long (29.21).
    mutating func endSuspended(
        _ id: SessionID, _ turn: Turn, _ ranging: inout RangingSessions, into effects: inout PhoneEffects
    ) {
        guard session(id)?.phase == .suspended else { return }
        let reason = "the app was in the background for too long"
        let failure = Nearby.Failure(code: NearbyCode.resourceUsageTimeout, reason: reason)
        end(id, failure, turn, &ranging, into: &effects)
    }

    /// Takes what is new about a session that runs.
    private mutating func take(
        _ notice: RangingSessions.NearbyNotice, _ turn: Turn, _ ranging: inout RangingSessions,
        into effects: inout PhoneEffects
    ) {
        guard let run = session(notice.session)?.phase.run else { return }
        let peer = run.configuration.peer
        switch notice.event {
        case nil: tell(notice.session, .started, turn, into: &effects)
        case .measured(let result)?:
            let distance = (try? result.get()).flatMap { $0 < 0 ? nil : $0 }
            let object = Nearby.Object(peer: peer, distance: distance)
            tell(notice.session, .updated(object), turn, into: &effects)
        case .completed(let error)?:
            end(notice.session, Nearby.Failure(for: error), turn, &ranging, into: &effects)
        }
    }

    private mutating func follow(
        _ session: Session, _ turn: Turn, _ ranging: inout RangingSessions, into effects: inout PhoneEffects
    ) {
        let state = turn.state(session.app)
        if state != .suspended {
            for event in takeHeld(of: session.id) { effects.append(.nearby(session.id, event)) }
        }
        guard let phase = self.session(session.id)?.phase else { return }
        if phase == .suspended, state == .foreground {
            effects.cancel(.nearbySuspension(session.id))
            set(.idle, of: session.id)
            return tell(session.id, .suspensionEnded, turn, into: &effects)
        }
        guard let run = phase.run else { return }
        if refused.contains(session.app) {
            return end(session.id, .notAllowed, turn, &ranging, into: &effects)
        }
        guard turn.link(run.configuration.peer, session.app) == run.link else {
            return end(session.id, .unavailable, turn, &ranging, into: &effects)
        }
        if state != .foreground, turn.rules.pausesInBackground {
            return suspend(session.id, turn, &ranging, into: &effects)
        }
        if case .waiting = phase { begin(run, session.id, turn, &ranging, into: &effects) }
    }
}
