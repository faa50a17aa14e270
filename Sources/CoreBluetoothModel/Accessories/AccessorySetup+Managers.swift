import BluetoothPort
import BluetoothTypes

// What accessories mean for managers.
extension AccessorySetup {
    /// What the user has set up for an app, oldest first.
    func accessories(of app: AppID) -> [Accessories.Accessory] { book.records(of: app).map(\.portValue) }

    /// Whether a peripheral was set up for an app, and the set-up is complete.
    func has(_ peer: PeerIdentifier, of app: AppID) -> Bool {
        book.record(of: peer, app)?.state == .authorized
    }

    /// The peers among these that the system lets a manager use (28.28). With AccessorySetupKit the newest accessories
    /// can't be retrieved yet (28.30).
    func limit(
        _ peers: [Central.Peer], to core: SessionCore, _ apps: AppLives, alsoFresh: Bool
    ) -> [Central.Peer] {
        guard core.isLimited, case .accessories(let reached) = apps.reach(of: core) else { return peers }
        return peers.filter { peer in
            let isFresh = book.record(of: peer.identifier, core.app)?.isFresh == true
            return reached.contains(peer.identifier) && (alsoFresh || !isFresh)
        }
    }
}
