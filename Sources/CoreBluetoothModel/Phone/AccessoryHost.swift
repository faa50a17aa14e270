import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// A phone as AccessorySetupKit needs it. What it does for apps and the user is in extensions of this protocol, apart from
/// the rest of the phone (behaviour section 28).
protocol AccessoryHost {
    var profile: OSProfile { get }
    var setup: AccessorySetup { get set }
    var effects: PhoneEffects { get set }
    var managers: Managers { get }
    var apps: AppLives { get set }
    var router: LinkRouter { get set }
    var clock: Instant { get set }

    /// A number that no session has had, for a peer that is not known yet.
    func generatedIdentifier(of address: DeviceAddress) -> PeerIdentifier
    /// The identifier by which apps know a peer; `nil` when the phone does not know it.
    func identifier(of peer: DeviceAddress) -> PeerIdentifier?
    mutating func noteRunning(_ app: AppID)
    mutating func terminate(_ app: AppID, _ reason: TerminationReason, at now: Instant)
    mutating func connect(
        _ identifier: PeerIdentifier, _ options: Central.ConnectOptions, from session: SessionID,
        at now: Instant)
    mutating func letGo(_ slot: Int, _ session: SessionID, tells: Bool, at now: Instant)
    mutating func updateStandings()
    mutating func reportStates()
    mutating func screenEvents()
    /// The picker begins or ends to list accessories.
    mutating func setPickerScan(_ isListing: Bool)
    /// The system needs this link encrypted.
    mutating func secure(_ link: Int)
    /// Deletes the bond with a peer, and ends its link.
    mutating func forgetBond(_ slot: Int)
}

extension PhoneModel: AccessoryHost {
    func generatedIdentifier(of address: DeviceAddress) -> PeerIdentifier {
        PeerIdentifier(seed: seed, address: address)
    }

    mutating func setPickerScan(_ isListing: Bool) { scanning.setPicker(isListing, into: &effects) }

    mutating func secure(_ link: Int) { router.links[link].security.secure(into: &effects) }

    mutating func forgetBond(_ slot: Int) { router.forget(router.peers[slot].address, into: &effects) }

    /// What the user has set up for an app, oldest first.
    package func accessories(of app: AppID) -> [Accessories.Accessory] {
        setup.book.records(of: app).map(\.handedOut)
    }

    /// The session by which the picker itself uses an accessory, while there is a picker.
    package var pickerSession: SessionID? { setup.picker?.holder }

    /// Whether a peripheral of an app was set up through AccessorySetupKit, and the set-up is complete.
    package func isAccessory(_ peer: PeerIdentifier, of app: AppID) -> Bool {
        setup.book.record(of: peer, app)?.state == .authorized
    }

    /// Whether a peripheral of a manager's app was set up through AccessorySetupKit, and the set-up is complete.
    package func isAccessory(_ peer: PeerIdentifier, for session: SessionID) -> Bool {
        managers.core(of: session).map { isAccessory(peer, of: $0.app) } ?? false
    }

    /// The user deletes an app: it ends, and its accessories go with it (28.36).
    mutating func deleteApp(_ app: AppID, at now: Instant) {
        clock = now
        discardPreserved(of: app, at: now)
        end(app, keepsWork: false, at: now)
        for record in setup.book.records(of: app) { remove(record, at: now) }
    }
}
