import BluetoothHost
import BluetoothPort
import BluetoothTypes

// Releasing peers (behaviour section 3).
extension LinkRouter {
    /// The link on which a manager is connected to a peer.
    func linkInUse(_ slot: Int, _ session: SessionID) -> Host.LinkID? {
        guard peers[slot].connection.state(of: session) == .connected else { return nil }
        return peers[slot].link.map { links[$0].id }
    }

    /// The app has released its last reference without `cancelPeripheralConnection` (1.28, 1.29).
    func tellUnused(_ slot: Int, _ session: SessionID, into effects: inout PhoneEffects) {
        guard let state = peers[slot].connection.state(of: session) else { return }
        switch state {
        case .waiting, .connecting:
            effects.append(.misuse(session, .unusedConnecting(text(of: slot, state))))
        case .connected: effects.append(.misuse(session, .unusedConnected(text(of: slot, state))))
        case .disconnecting: break
        }
    }

    /// One manager releases a peer; the link ends when the last manager releases it (3.5-3.8). `reports`: the manager gets
    /// the event.
    mutating func cancelConnection(
        _ slot: Int, _ session: SessionID, reports: Bool, _ turn: Turn, into effects: inout PhoneEffects
    ) {
        guard let state = peers[slot].connection.state(of: session) else { return }  // 3.7
        switch state {
        case .waiting, .connecting: giveUp(slot, session, into: &effects)
        case .connected:
            if release(slot, session, reports: reports, at: turn.now, into: &effects) { return }
        case .disconnecting:
            if reports {
                peers[slot].connection.cancelNextAttempt(session)
            } else {
                peers[slot].connection.remove(session)
            }
            return
        }
        guard reports else { return }
        effects.tell(
            session,
            .disconnected(peers[slot].identifier, nil, timestamp: turn.time, isReconnecting: false))
    }

    /// A manager no longer tries to connect.
    private mutating func giveUp(_ slot: Int, _ session: SessionID, into effects: inout PhoneEffects) {
        effects.cancel(.connect(session, peers[slot].identifier))
        peers[slot].connection.remove(session)
        cancelPendingConnect(slot, into: &effects)
        // A bonded peer's link that is being encrypted (3.16) ends when no manager waits for it any more.
        guard let link = peers[slot].link, links[link].security.state == .beforeConnect,
            links[link].role == .central, !peers[slot].connection.isWanted
        else { return }
        links[link].security.abandonConnect()
        end(link, saying: nil, into: &effects)
    }

    /// A connected manager releases its peer. Returns whether the link ends, and the event follows only then.
    private mutating func release(
        _ slot: Int, _ session: SessionID, reports: Bool, at now: Instant, into effects: inout PhoneEffects
    ) -> Bool {
        effects.cancel(.commandReadiness(session, peers[slot].identifier))
        guard let link = peers[slot].link else {
            peers[slot].connection.remove(session)
            return false
        }
        links[link].client.release(session)
        if peers[slot].connection.isLastUser(session), links[link].role == .central,
            !linger(link, reports, at: now, into: &effects)
        {
            end(link, saying: nil, into: &effects)
            if reports {
                peers[slot].connection.disconnect(session)
            } else {
                peers[slot].connection.remove(session)
            }
            return true
        }
        peers[slot].connection.remove(session)
        links[link].client.proceed(into: &effects)
        return false
    }

    /// Keeps a link that an app has released (3.8). Returns false if the link has to end at once, because the system
    /// keeps none or because the app has ended.
    private mutating func linger(
        _ link: Int, _ isCancelled: Bool, at now: Instant, into effects: inout PhoneEffects
    ) -> Bool {
        isCancelled && !links[link].isEnding
            && connections.lingering.begin(links[link].id, at: now, into: &effects)
    }

    mutating func cancelPendingConnect(_ slot: Int, into effects: inout PhoneEffects) {
        guard peers[slot].connection.cancelUnwantedRequest() else { return }
        effects.append(.host(.gap(.cancelConnect(peers[slot].address))))
    }

    // MARK: Apps that have ended

    /// The system continues the work of a manager under another number. Links, attempts and subscriptions stay;
    /// requests get no answer, because the app is gone.
    mutating func preserve(_ old: SessionID, as new: SessionID, into effects: inout PhoneEffects) {
        for slot in peers.attached(to: old) {
            peers[slot].connection.preserve(old, as: new)
            effects.cancel(.commandReadiness(old, peers[slot].identifier))
        }
        connections.events.preserve(old, as: new)
        links.preserve(old, as: new)
        for timer in effects.timers.indices {
            if case .connect(old, let peer) = effects.timers[timer].timer {
                effects.timers[timer].timer = .connect(new, peer)
            }
        }
    }

    /// The app has created its manager again. It knows of no services (7.6), and on some systems its restored connects
    /// never complete until it asks again (7.8).
    mutating func restore(_ session: SessionID, into effects: inout PhoneEffects) {
        for slot in peers.attached(to: session) {
            peers[slot].connection.restore(session)
            if !profile.restoredConnectsGoOn, peers[slot].connection.stall(session) {
                cancelPendingConnect(slot, into: &effects)
            }
        }
    }

    /// A manager that an earlier run of the app would have left is connected to a peer that has a link. Returns false if
    /// there is no link that apps use.
    mutating func join(_ slot: Int, _ session: SessionID) -> Bool {
        guard let link = peers[slot].link, links[link].phase == .usable,
            peers[slot].attachments.contains(where: { $0.state == .connected })
        else { return false }
        peers[slot].connection.join(session, commandsAreOpen: true)
        return true
    }

    /// The connects of a manager that have not completed.
    func pendingConnects(of session: SessionID) -> [PendingConnect] {
        peers.attached(to: session).compactMap { slot in
            guard let place = peers[slot].attachment(of: session) else { return nil }
            let attachment = peers[slot].attachments[place]
            guard attachment.state == .connecting || attachment.state == .waiting else { return nil }
            return PendingConnect(peer: peers[slot].identifier, options: attachment.options)
        }
    }
}
