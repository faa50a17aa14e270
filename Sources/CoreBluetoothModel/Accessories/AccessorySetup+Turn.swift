import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

extension AccessorySetup {
    /// What happens to AccessorySetupKit: it sees its phone, and leaves what the phone does then. The effects give numbers.
    typealias Input = (inout Self, inout Turn, inout PhoneEffects) -> Void

    /// What the phone does because of an input. Everything is in one list and happens in its order: an event of a session
    /// waits until the phone has done what is before it.
    enum Effect: Hashable, Sendable {
        /// A session gets an event: now, or when its app is no longer suspended.
        case tell(SessionID, Accessories.Event)
        /// All active sessions of an app get an event.
        case tellAll(AppID, Accessories.Event)
        /// Something for the user, or a misuse.
        case output(PhoneOutput)
        case schedule(PickerTimer, at: Instant)
        case cancel(PickerTimer)
        /// The picker begins or ends to list accessories, and needs advertisements.
        case scan(Bool)
        /// The picker connects to an accessory as this session.
        case connect(PeerIdentifier, from: SessionID)
        /// The picker needs this link encrypted.
        case secure(link: Int)
        /// `follow` is called: the link may be farther than it was.
        case follow
        /// The picker's session releases its links. With `lingers` they stay up for the app.
        case release(SessionID, lingers: Bool)
        /// The managers of an app release an accessory.
        case cancelConnection(PeerIdentifier, of: AppID)
        /// The bond with an accessory is deleted, and its link ends.
        case forgetBond(PeerIdentifier)
        /// These are the accessories of an app: its managers may use other peripherals than before.
        case accessoriesChanged(AppID, [PeerIdentifier])
        /// The app ends as by a crash.
        case terminate(AppID)
    }

    /// One input's turn: what the phone is like, and what it does afterwards.
    struct Turn {
        let now: Instant
        let profile: OSProfile
        let managers: Managers
        let state: (AppID) -> AppState
        /// What an app's Info.plist says of accessories.
        let keys: (AppID) -> AccessorySetupKeys?
        let isBonded: (DeviceAddress) -> Bool
        /// The address of a peer; `nil` if the phone does not know the peer.
        let address: (PeerIdentifier) -> DeviceAddress?
        /// How far the link to a peer is for the picker's session.
        let link: (PeerIdentifier, SessionID) -> PickerLink
        var following: [Effect] = []

        mutating func leave(_ effect: Effect) { following.append(effect) }

        /// An event for a session.
        mutating func tell(_ session: SessionID, _ event: Accessories.Event) {
            leave(.tell(session, event))
        }

        /// A call has ended.
        mutating func end(_ call: UInt32, of session: SessionID, _ failure: Accessories.Failure?) {
            leave(.tell(session, .completed(call: call, failure)))
        }

        /// Something is due for the picker after this time.
        mutating func schedule(_ timer: PickerTimer, after time: Nanoseconds) {
            leave(.schedule(timer, at: now + time))
        }
    }
}

extension AccessorySetup.Turn {
    /// What a phone with these machines is like.
    init(
        at now: Instant, _ profile: OSProfile, _ managers: Managers, _ apps: AppLives, _ router: LinkRouter
    ) {
        self.init(
            now: now, profile: profile, managers: managers, state: { apps.state(of: $0) },
            keys: { apps.life(of: $0)?.manifest.accessorySetup },
            isBonded: { router.peers.bonds.contains($0) },
            address: { router.peers.slot(of: $0).map { router.peers[$0].address } },
            link: { PickerLink(to: $0, of: $1, router) })
    }
}
