import BluetoothHost
import BluetoothWire

/// The peers that a phone is bonded with, and those that its user does not want to pair with. The host has the keys.
struct Bonds: Sendable {
    /// The identity addresses of bonded peers, oldest first.
    private(set) var bonded: [DeviceAddress] = []
    /// The peers that the user refused to pair with (5.34), oldest first.
    private(set) var refused: [DeviceAddress] = []
    /// How many peers the phone has room for.
    private let limit: Int
    /// Whether the phone asks no more after a refusal.
    private let suppressesRefused: Bool

    init(limit: Int, suppressesRefused: Bool) {
        self.limit = limit
        self.suppressesRefused = suppressesRefused
    }

    /// Whether the phone has keys of a peer.
    func contains(_ peer: DeviceAddress) -> Bool {
        bonded.contains { PeerMemory.key($0) == PeerMemory.key(peer) }
    }

    /// Why the phone does not begin to pair with a peer, if there is a reason.
    func barrier(_ peer: DeviceAddress) -> PairingBarrier? {
        guard !contains(peer) else { return nil }
        if bonded.count >= limit { return .tableFull }
        return refused.contains(peer) ? .refusedBefore : nil
    }

    /// The phone has bonded with a peer.
    mutating func add(_ peer: DeviceAddress) {
        if !contains(peer) { bonded.append(peer) }
    }

    /// Replaces all bonds, as when a backup is restored.
    mutating func replace(_ peers: [DeviceAddress]) { bonded = peers }

    /// A pairing has ended: if the user refused, and the phone then asks no more, the phone remembers that.
    mutating func pairingEnded(
        _ result: Result<Host.Security, Host.SecurityFailure>, with peer: DeviceAddress
    ) {
        guard suppressesRefused, case .failure(.refused) = result, !refused.contains(peer) else { return }
        if refused.count >= max(limit, 1) { refused.removeFirst() }
        refused.append(peer)
    }

    /// The user chose "Forget This Device".
    mutating func forget(_ peer: DeviceAddress) {
        bonded.removeAll { $0 == peer }
        refused.removeAll { $0 == peer }
    }

    /// The radio went off: the user is asked again (5.34).
    mutating func forgetRefusals() { refused = [] }

    /// The rule that does not hold, if there is one.
    var brokenRule: String? {
        if Set(refused).count != refused.count { return "a peer is refused twice" }
        return refused.count > max(limit, 1) ? "more refusals are kept than there is room for" : nil
    }
}

/// Why the phone does not begin to pair. The app gets the peer's own error if the user has refused before (5.34).
enum PairingBarrier: Hashable, Sendable {
    /// The table of bonds is full (section 8, CB 16).
    case tableFull
    /// The user has refused before.
    case refusedBefore
}
