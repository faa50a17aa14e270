import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// What the phone does as a client: a router over its peers, its links and the connections that managers share.
///
/// `PhoneModel` gives it what concerns peers and links. It changes its machines in the order peers, links, connections,
/// writes commands and events to the effects, and leaves in `Turn.following` what the rest of the phone has to do.
///
/// ```swift
/// var router = LinkRouter(.iOS(18), seed: 7)
/// var turn = LinkRouter.Turn(now: now, time: 0, managers: managers, isHostReady: true)
/// router.connect(peer, options, from: session, reaches: true, &turn, into: &effects)
/// ```
package struct LinkRouter: Sendable {
    let shared: SharedProfile
    var profile: OSProfile { _read { yield shared.value } }
    var peers: PeerMemory
    var links: LinkTable
    var connections: Connections
    let negotiation: ParameterNegotiation

    init(_ profile: OSProfile, seed: UInt64) { self.init(SharedProfile(profile), seed: seed) }

    init(_ shared: SharedProfile, seed: UInt64) {
        self.shared = shared
        peers = PeerMemory(shared.value, seed: seed)
        links = LinkTable(shared)
        connections = Connections(shared)
        negotiation = ParameterNegotiation(shared: shared)
    }

    /// What the rest of the phone has to do after an input, in this order.
    enum Effect: Hashable {
        /// The phone has more links than it can: all managers see `.resetting` (3.27).
        case restart
        /// A manager has called `connect` while the link went down; now it is down (3.9).
        case connect(PeerIdentifier, Central.ConnectOptions, from: SessionID)
        /// A manager needs the user to share notifications with this peer (3.25).
        case askAboutSharing(PeerIdentifier, for: SessionID)
        /// A pairing has ended: channels that waited for it go on.
        case pairingEnded(Host.LinkID, isSecured: Bool)
        /// The slot belongs to another peer from now on.
        case slotReused(Int)
    }

    /// One input's turn: what the rest of the phone is like, and what it has to do afterwards.
    struct Turn {
        let now: Instant
        /// Seconds from the beginning of 2001 to `now`.
        let time: Double
        let managers: Managers
        /// The host takes commands.
        let isHostReady: Bool
        var following: [Effect] = []
    }

    /// The radio went off, and with it all links. `isSwitchedOff`: somebody did that, and it is no failure.
    mutating func radioWentOff(isSwitchedOff: Bool, into effects: inout PhoneEffects) {
        effects.cancelTimersOfLinks()
        // What was found on the links is kept as at any other end, unless this system forgets it (4.11).
        if profile.powerOffForgetsAttributes, isSwitchedOff {
            links.forgetAttributes()
        } else {
            for link in links.used { rememberAttributes(link) }
        }
        for link in links.used { endPairingAlert(link, into: &effects) }
        peers.radioWentOff()
        connections.radioWentOff()
        links.removeAll()
    }

    /// The radio is on: apps that hold peers connect again, and the system to its devices, before any manager gets the
    /// new state.
    mutating func radioWentOn(_ turn: inout Turn, into effects: inout PhoneEffects) {
        resumeHolds(&turn, into: &effects)
        for device in connections.systemDevices.all { connect(device, &turn, into: &effects) }
    }

    // MARK: Peers

    /// Finds the peer's slot, or gives it one.
    mutating func slotForPeer(_ address: DeviceAddress, _ turn: inout Turn) -> Int {
        let (slot, isReused) = peers.meet(address)
        if isReused { turn.following.append(.slotReused(slot)) }
        return slot
    }

    /// The phone no longer knows the peer. Managers that use it go on.
    mutating func forgetPeer(_ slot: Int, into effects: inout PhoneEffects) {
        links.cache.remove(slot)
        if peers[slot].connection.cancelRequest() {
            effects.append(.host(.gap(.cancelConnect(peers[slot].address))))
        }
        peers.forget(slot)
    }

    /// The rule that does not hold, if there is one.
    var brokenRule: String? { peers.brokenRule ?? links.brokenRule ?? connections.brokenRule }
}
