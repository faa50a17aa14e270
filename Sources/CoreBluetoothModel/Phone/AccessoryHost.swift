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
    var scanning: Scanning { get set }
    var ranging: RangingSessions { get set }
    var clock: Instant { get set }

    /// The identifier by which apps know a peer; `nil` when the phone does not know it.
    func identifier(of peer: DeviceAddress) -> PeerIdentifier?
    mutating func noteRunning(_ app: AppID)
    mutating func end(_ app: AppID, keepsWork: Bool, at now: Instant)
    mutating func discardPreserved(of app: AppID?, at now: Instant)
    mutating func terminate(_ app: AppID, _ reason: TerminationReason, at now: Instant)
    mutating func connect(
        _ identifier: PeerIdentifier, _ options: Central.ConnectOptions, from session: SessionID,
        at now: Instant)
    mutating func letGo(_ slot: Int, _ session: SessionID, tells: Bool, at now: Instant)
    mutating func updateStandings()
    mutating func reportStates()
    mutating func screenEvents()
}

extension PhoneModel: AccessoryHost {}

// What several machines do together. They write into a copy of the effects: a protocol's properties can't be changed at once.
extension AccessoryHost {
    /// The picker begins or ends to list accessories.
    mutating func setPickerScan(_ isListing: Bool) {
        var made = effects
        scanning.setPicker(isListing, into: &made)
        effects = made
    }

    /// The system needs this link encrypted.
    mutating func secure(_ link: Int) {
        var made = effects
        router.links[link].security.secure(into: &made)
        effects = made
    }

    /// Asks the user about a pairing.
    mutating func showPrompt(_ prompt: Host.PairingPrompt, on link: Host.LinkID) {
        var made = effects
        router.pairingPrompted(link, prompt, into: &made)
        effects = made
    }

    /// Deletes the bond with a peer, and ends its link.
    mutating func forgetBond(_ slot: Int) {
        var made = effects
        router.forget(router.peers[slot].address, into: &made)
        effects = made
    }
}
