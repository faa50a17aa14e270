import BluetoothHost
import BluetoothPort
import BluetoothTypes

// What accessories mean for managers, and for apps that end.
extension AccessoryHost {
    /// What the user has set up for an app, oldest first.
    func accessories(of app: AppID) -> [Accessories.Accessory] {
        setup.book.records(of: app).map(\.handedOut)
    }

    /// Whether a peripheral of an app was set up through AccessorySetupKit, and the set-up is complete.
    func isAccessory(_ peer: PeerIdentifier, of app: AppID) -> Bool {
        setup.has(peer, of: app)
    }

    /// Whether a peripheral of a manager's app was set up through AccessorySetupKit, and the set-up is complete.
    func isAccessory(_ peer: PeerIdentifier, for session: SessionID) -> Bool {
        managers.core(of: session).map { isAccessory(peer, of: $0.app) } ?? false
    }

    /// The peers among these that the system lets a manager use (28.28). With AccessorySetupKit the newest accessories
    /// can't be retrieved yet (28.30).
    func limit(_ peers: [Central.Peer], to session: SessionID, alsoFresh: Bool) -> [Central.Peer] {
        guard let core = managers.core(of: session), core.isLimited,
            case .accessories(let reached) = apps.reach(of: core)
        else { return peers }
        return peers.filter { peer in
            let isFresh = setup.book.record(of: peer.identifier, core.app)?.isFresh == true
            return reached.contains(peer.identifier) && (alsoFresh || !isFresh)
        }
    }

    /// Whether a new manager is off for a moment although Bluetooth is on (28.31); then its next state is due later.
    mutating func startsOff(_ core: SessionCore, _ state: ManagerState, at now: Instant?) -> Bool {
        guard let now, state == .poweredOn, core.state == .unknown, core.phase == .live, core.isLimited,
            profile.accessoryManagersStartOff, apps.knowsAccessories(core.app)
        else { return false }
        effects.schedule(.firstState(core.id), at: now + profile.accessoryStateDelay)
        return true
    }

    /// A pairing asks the user. Of a link of the picker's only codes are asked for (28.5).
    mutating func pairingPrompted(_ link: Host.LinkID, _ prompt: Host.PairingPrompt) {
        if isPickersConsent(link, prompt) {
            effects.append(.host(.security(.answerPairing(link, .accept))))
        } else {
            showPrompt(prompt, on: link)
        }
    }

    // MARK: Ends

    /// The app's accessory sessions end with it, and with them its picker.
    mutating func endAccessorySessions(of app: AppID, at now: Instant) -> [SessionID] {
        let ended = setup.sessions.filter { $0.app == app }.map(\.id)
        for session in ended { closeAccessorySession(session, at: now) }
        return ended
    }

    /// Ends what the system does for the apps that it does not launch after this (7.41, 7.43). Returns whether it still
    /// continues the work of any ended app.
    mutating func keepsPreserved(after reason: TerminationReason, at now: Instant) -> Bool {
        let kept = managers.cores.filter { $0.phase == .preserved }.map(\.app)
        for app in Set(kept).sorted() where !apps.relaunches(app, after: reason) {
            discardPreserved(of: app, at: now)
        }
        return managers.cores.contains { $0.phase == .preserved }
    }

    /// The user deletes an app: it ends, and its accessories go with it (28.36).
    mutating func deleteApp(_ app: AppID, at now: Instant) {
        clock = now
        discardPreserved(of: app, at: now)
        end(app, keepsWork: false, at: now)
        for record in setup.book.records(of: app) { remove(record, at: now) }
    }
}
