import BluetoothHost
import BluetoothPort
import BluetoothTypes

extension NearbySessions {
    /// What happens to the sessions: they see their phone, measure, and leave effects.
    typealias Input = (inout Self, Turn, inout RangingSessions, inout PhoneEffects) -> Void

    /// What the sessions see of their phone during one input.
    struct Turn {
        let now: Instant
        let profile: OSProfile
        let state: (AppID) -> AppState
        /// The link by which a manager of the app is connected to a peer.
        let link: (PeerIdentifier, AppID) -> Host.LinkID?
        /// Whether a peer was set up for the app with AccessorySetupKit.
        let isAccessory: (PeerIdentifier, AppID) -> Bool

        var rules: RangingRules { profile.ranging }

        /// Why an app may not measure an accessory at all.
        func refusal(_ app: AppID, _ peer: PeerIdentifier, isRefused: Bool) -> Nearby.Failure? {
            if !rules.isSupported {
                let reason = "\(profile) has no Channel Sounding"
                return Nearby.Failure(code: NearbyCode.unsupportedPlatform, reason: reason)
            }
            if isRefused { return .notAllowed }
            if rules.needsAccessorySetup, !isAccessory(peer, app) {
                let reason = "the accessory was not set up for this app with AccessorySetupKit"
                return Nearby.Failure(code: NearbyCode.invalidConfiguration, reason: reason)
            }
            return nil
        }
    }
}

extension NearbySessions.Turn {
    /// What a phone with these machines is like.
    init(
        at now: Instant, _ profile: OSProfile, _ managers: Managers, _ apps: AppLives, _ router: LinkRouter,
        _ setup: AccessorySetup
    ) {
        self.init(
            now: now, profile: profile, state: { apps.state(of: $0) },
            link: { peer, app in
                guard let slot = router.peers.slot(of: peer) else { return nil }
                return managers.sessions(of: app).lazy.compactMap { router.linkInUse(slot, $0) }.first
            }, isAccessory: { setup.has($0, of: $1) })
    }
}

extension RangingRules {
    /// What a phone can do for sessions of Nearby Interaction.
    var nearbyCapabilities: Nearby.Capabilities {
        Nearby.Capabilities(supportsChannelSounding: isSupported, supportsCamera: isSupported)
    }
}

extension Nearby.Failure {
    static var unavailable: Self {
        let reason = "the app has no connection to the accessory"
        return Self(code: NearbyCode.accessoryPeerDeviceUnavailable, reason: reason)
    }

    static var notAllowed: Self {
        let reason = "the user does not let this app use Nearby Interaction"
        return Self(code: NearbyCode.userDidNotAllow, reason: reason)
    }

    /// What an app of Nearby Interaction hears where one of CoreBluetooth gets this error.
    init(for error: PortError?) {
        switch error {
        case .channelSoundingConfigurationFailed:
            let reason = "Channel Sounding could not be set up with the accessory"
            self.init(code: NearbyCode.sessionFailed, reason: reason)
        case .channelSoundingProcedureFailed:
            self.init(code: NearbyCode.sessionFailed, reason: "the accessory can't be measured")
        default: self = .unavailable
        }
    }
}
