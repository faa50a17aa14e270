import BluetoothPort
import BluetoothTypes

// The sessions of Nearby Interaction (behaviour section 29).
extension PhoneModel {
    /// Opens a session of Nearby Interaction.
    mutating func openNearbySession(app: AppID, at now: Instant) -> SessionID {
        clock = now
        noteRunning(app)
        let id = effects.makeSession()
        nearby.open(id, app)
        return id
    }

    /// Gives the sessions an input.
    mutating func changeNearby(at now: Instant, _ input: NearbySessions.Input) {
        clock = now
        let (router, managers, apps, setup) = (router, managers, apps, setup)
        let turn = NearbySessions.Turn(
            now: now, profile: profile, state: { apps.state(of: $0) },
            link: { peer, app in
                guard let slot = router.peers.slot(of: peer) else { return nil }
                return managers.sessions(of: app).lazy.compactMap { router.linkInUse(slot, $0) }.first
            }, isAccessory: { setup.has($0, of: $1) })
        input(&nearby, turn, &ranging, &effects)
    }

    /// Screens events, and lets sessions follow what has happened; called before outputs are taken.
    @inline(__always)
    mutating func settleEvents() {
        screenEvents()
        guard !nearby.isEmpty else { return }
        changeNearby(at: clock) { $0.follow($1, &$2, into: &$3) }
    }
}
