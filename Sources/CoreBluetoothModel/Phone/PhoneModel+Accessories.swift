import BluetoothPort
import BluetoothTypes

// AccessorySetupKit (behaviour section 28).
extension PhoneModel {
    /// The number of a new session that is no manager's, of AccessorySetupKit or of Nearby Interaction: its app runs.
    mutating func makeSession(of app: AppID, at now: Instant) -> SessionID {
        clock = now
        noteRunning(app)
        return effects.makeSession()
    }

    /// Gives AccessorySetupKit an input, and does what it leaves.
    mutating func changeSetup(at now: Instant, _ input: AccessorySetup.Input) {
        clock = now
        for effect in left(by: input) { perform(effect, at: now) }
        screenEvents()
    }

    private mutating func left(by input: AccessorySetup.Input) -> [AccessorySetup.Effect] {
        var turn = AccessorySetup.Turn(at: clock, profile, managers, apps, router)
        input(&setup, &turn, &effects)
        return turn.following
    }

    /// The picker looks how far its link is, if it waits for one.
    @inline(__always)
    mutating func followPicker(at now: Instant) {
        // Nearly always there is none. To ask one for its phase copies 430 bytes.
        guard setup.picker.state != nil else { return }
        if setup.picker.followsLink { changeSetup(at: now) { setup, turn, _ in setup.follow(&turn) } }
    }

    private mutating func perform(_ effect: AccessorySetup.Effect, at now: Instant) {
        switch effect {
        case .tell(let session, let event): setup.tell(session, event, apps, into: &effects)
        case .tellAll(let app, let event): setup.tellAll(of: app, event, apps, into: &effects)
        case .output(let output): effects.append(output)
        case .schedule(let timer, let due): effects.schedule(.picker(timer), at: due)
        case .cancel(let timer): effects.cancel(.picker(timer))
        case .scan(let isListing): scanning.setPicker(isListing, into: &effects)
        case .connect(let peer, let session): connect(peer, .init(), from: session, at: now)
        case .secure(let link): router.links[link].security.secure(into: &effects)
        case .follow: followPicker(at: now)
        case .release(let session, let lingers): cancelConnections(of: session, reports: lingers, at: now)
        case .cancelConnection(let peer, let app):
            guard let slot = router.peers.slot(of: peer) else { return }
            for session in managers.sessions(of: app) {
                cancelConnection(slot, session, reports: true, at: now)
            }
        case .forgetBond(let peer): if let it = address(of: peer) { router.forget(it, into: &effects) }
        case .accessoriesChanged(let app, let peers):
            apps.withLife(of: app) { $0.accessories = peers }
            updateAccess()
            reportStates()
            screenEvents()
        case .terminate(let app): terminate(app, .crash, at: now)
        }
    }

    /// The user deletes an app: it ends, and its accessories go with it (28.36).
    mutating func deleteApp(_ app: AppID, at now: Instant) {
        clock = now
        discardPreserved(of: app, at: now)
        end(app, keepsWork: false, at: now)
        changeSetup(at: now) { setup, turn, _ in setup.removeAll(of: app, &turn) }
    }
}
