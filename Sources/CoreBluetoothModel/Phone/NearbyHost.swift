import BluetoothHost
import BluetoothPort
import BluetoothTypes

/// A phone as Nearby Interaction needs it: what measures, links, accessories and apps (behaviour section 29).
protocol NearbyHost: AccessoryHost {
    var nearby: NearbySessions { get set }
    var ranging: RangingSessions { get set }
}

extension PhoneModel: NearbyHost {}

extension NearbyHost {
    /// What the phone can do for sessions.
    var nearbyCapabilities: Nearby.Capabilities {
        let isSupported = profile.ranging.isSupported
        return Nearby.Capabilities(supportsChannelSounding: isSupported, supportsCamera: isSupported)
    }

    // MARK: Sessions

    /// Opens a session of Nearby Interaction.
    mutating func openNearbySession(app: AppID, at now: Instant) -> SessionID {
        clock = now
        noteRunning(app)
        let id = effects.makeSession()
        nearby.open(id, app)
        return id
    }

    /// Removes a session: no event follows.
    mutating func closeNearbySession(_ session: SessionID, at now: Instant) {
        clock = now
        stopNearby(session)
        nearby.close(session)
    }

    /// The app's sessions end with it.
    mutating func endNearbySessions(of app: AppID, at now: Instant) -> [SessionID] {
        let ended = nearby.sessions.filter { $0.app == app }.map(\.id)
        for session in ended { closeNearbySession(session, at: now) }
        return ended
    }

    /// Executes a call of a session; events follow as outputs.
    mutating func handle(_ command: Nearby.Command, from session: SessionID, at now: Instant) {
        clock = now
        guard let current = nearby.session(session), current.phase != .ended else { return }
        switch command {
        case .run(let configuration): run(configuration, current)
        case .pause:
            stopNearby(session)
            nearby.set(.idle, of: session)
        case .invalidate:
            stopNearby(session)
            nearby.set(.ended, of: session)
        case .setMotion: break  // It sharpens what a camera sees; a simulated camera sees sharply (29.11).
        }
    }

    /// The user allows an app to use Nearby Interaction, or does not (29.14).
    mutating func allowNearby(_ isAllowed: Bool, _ app: AppID, at now: Instant) {
        clock = now
        nearby.allow(isAllowed, app)
    }

    // MARK: Running

    private mutating func run(_ configuration: Nearby.Configuration, _ session: NearbySessions.Session) {
        if case .running(var run) = session.phase, run.configuration.peer == configuration.peer {
            run.configuration = configuration
            return nearby.set(.running(run), of: session.id)
        }
        stopNearby(session.id)
        nearby.set(.idle, of: session.id)
        if let failure = refusal(of: configuration, session.app) { return end(session.id, failure) }
        guard let link = nearbyLink(configuration.peer, of: session.app) else {
            return end(session.id, Self.unavailable)
        }
        guard apps.state(of: session.app) == .foreground || !profile.ranging.pausesInBackground else {
            return suspend(session.id)
        }
        begin(NearbySessions.Run(configuration: configuration, link: link), session.id)
    }

    /// Why an app may not measure an accessory at all.
    private func refusal(of configuration: Nearby.Configuration, _ app: AppID) -> Nearby.Failure? {
        if !profile.ranging.isSupported {
            let reason = "\(profile) has no Channel Sounding"
            return Nearby.Failure(code: NearbyCode.unsupportedPlatform, reason: reason)
        }
        if nearby.refused.contains(app) { return Self.notAllowed }
        if profile.ranging.needsAccessorySetup, !isAccessory(configuration.peer, of: app) {
            let reason = "the accessory was not set up for this app with AccessorySetupKit"
            return Nearby.Failure(code: NearbyCode.invalidConfiguration, reason: reason)
        }
        return nil
    }

    /// Starts to measure: now, when something else has ended, or not at all (29.6).
    private mutating func begin(_ run: NearbySessions.Run, _ session: SessionID) {
        switch ranging.room(on: run.link) {
        case .free:
            nearby.set(.running(run), of: session)
            var made = effects
            ranging.start(
                RangingSessions.Request(
                    session: session, peer: run.configuration.peer, link: run.link, isSetUp: true,
                    isInFront: true, isNearby: true), into: &made)
            effects = made
        case .soon: nearby.set(.waiting(run), of: session)
        case .none:
            let reason = "the phone measures another accessory, or this one for somebody else"
            end(session, Nearby.Failure(code: NearbyCode.activeSessionsLimitExceeded, reason: reason))
        }
    }

    /// The link by which a manager of the app is connected to a peer.
    private func nearbyLink(_ peer: PeerIdentifier, of app: AppID) -> Host.LinkID? {
        guard let slot = router.peers.slot(of: peer) else { return nil }
        return managers.sessions(of: app).lazy.compactMap { router.linkInUse(slot, $0) }.first
    }

    /// What runs for a session ends, without events.
    private mutating func stopNearby(_ session: SessionID) {
        var made = effects
        made.cancel(.nearbySuspension(session))
        ranging.forget(session, into: &made)
        effects = made
    }

    private mutating func suspend(_ session: SessionID) {
        stopNearby(session)
        nearby.set(.suspended, of: session)
        tell(session, .suspended)
        guard let limit = profile.ranging.nearbySuspensionLimit else { return }
        effects.schedule(.nearbySuspension(session), at: clock + limit)
    }

    /// The app has been in the background for too long (29.21).
    mutating func endSuspendedNearby(_ session: SessionID) {
        guard nearby.session(session)?.phase == .suspended else { return }
        let reason = "the app was in the background for too long"
        end(session, Nearby.Failure(code: NearbyCode.resourceUsageTimeout, reason: reason))
    }

    private mutating func end(_ session: SessionID, _ failure: Nearby.Failure) {
        stopNearby(session)
        nearby.set(.ended, of: session)
        tell(session, .invalidated(failure))
    }

    private mutating func tell(_ session: SessionID, _ event: Nearby.Event) {
        guard let app = nearby.session(session)?.app else { return }
        if apps.state(of: app) == .suspended { return nearby.hold(event, for: session) }
        effects.append(.nearby(session, event))
    }

    private static var unavailable: Nearby.Failure {
        let reason = "the app has no connection to the accessory"
        return Nearby.Failure(code: NearbyCode.accessoryPeerDeviceUnavailable, reason: reason)
    }

    private static var notAllowed: Nearby.Failure {
        let reason = "the user does not let this app use Nearby Interaction"
        return Nearby.Failure(code: NearbyCode.userDidNotAllow, reason: reason)
    }

    // MARK: Following the phone

    /// Screens events, and lets sessions follow what has happened to their links, their apps and what is measured; call it
    /// before outputs are taken.
    @inline(__always)
    mutating func settleEvents() {
        screenEvents()
        if !nearby.isEmpty { settleNearby() }
    }

    private mutating func settleNearby() {
        for notice in ranging.takeNearbyNotices() { take(notice) }
        for session in nearby.sessions { settle(session) }
    }

    /// Takes what is new about a session that runs.
    private mutating func take(_ notice: RangingSessions.NearbyNotice) {
        guard let run = nearby.session(notice.session)?.phase.run else { return }
        let peer = run.configuration.peer
        switch notice.event {
        case nil: tell(notice.session, .started)
        case .measured(let result)?:
            let distance = (try? result.get()).flatMap { $0 < 0 ? nil : $0 }
            tell(notice.session, .updated(Nearby.Object(peer: peer, distance: distance)))
        case .completed(let error)?: end(notice.session, Self.failure(for: error))
        }
    }

    /// What an app of Nearby Interaction hears where one of CoreBluetooth gets this error.
    private static func failure(for error: PortError?) -> Nearby.Failure {
        switch error {
        case .channelSoundingConfigurationFailed:
            let reason = "Channel Sounding could not be set up with the accessory"
            return Nearby.Failure(code: NearbyCode.sessionFailed, reason: reason)
        case .channelSoundingProcedureFailed:
            return Nearby.Failure(code: NearbyCode.sessionFailed, reason: "the accessory can't be measured")
        default: return unavailable
        }
    }

    private mutating func settle(_ session: NearbySessions.Session) {
        let state = apps.state(of: session.app)
        if state != .suspended {
            for event in nearby.takeHeld(of: session.id) { effects.append(.nearby(session.id, event)) }
        }
        guard let phase = nearby.session(session.id)?.phase else { return }
        if phase == .suspended, state == .foreground {
            effects.cancel(.nearbySuspension(session.id))
            nearby.set(.idle, of: session.id)
            return tell(session.id, .suspensionEnded)
        }
        guard let run = phase.run else { return }
        if nearby.refused.contains(session.app) { return end(session.id, Self.notAllowed) }
        guard nearbyLink(run.configuration.peer, of: session.app) == run.link else {
            return end(session.id, Self.unavailable)
        }
        if state != .foreground, profile.ranging.pausesInBackground { return suspend(session.id) }
        if case .waiting = phase { begin(run, session.id) }
    }
}
