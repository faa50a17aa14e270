import BluetoothCryptography
import BluetoothWire

/// A controller's resolving list, and what else there is to private addresses.
///
/// A controller has one from the first command that needs it, and none until then. Private addresses are made
/// when they are needed: only a set that is on air with one asks for its time (Core 6.0, Vol 6, Part B, 4.7).
final class ResolvingList {
    /// A peer, and the private addresses it is known and spoken to under.
    struct Entry {
        /// Public or random static.
        let identity: DeviceAddress
        let peerOctets: [UInt8]
        /// `nil` when the peer has none: it shows its identity address.
        let peerKey: IdentityKey?
        /// `nil` when there is none to use towards the peer.
        let localKey: IdentityKey?
        var mode: HCI.PrivacyMode = .network
        /// What the peer showed last, or is called by directed advertising.
        var peerAddress: DeviceAddress?
        /// The address in use towards the peer.
        var local: Private?
        /// What directed advertising calls the peer.
        var target: Private?
    }

    /// A private address of this controller's making.
    struct Private: Hashable {
        let address: DeviceAddress
        /// When another takes its place, if the timeout stays as it is.
        let made: Int64
    }

    private(set) var entries: [Entry] = []
    /// Whether addresses on air are resolved.
    var isOn = false
    /// How long a private address is used, in nanoseconds.
    var timeout: Int64 = 900_000_000_000
    /// By resolvable private address: the entry it belongs to, or −1 for none.
    private var resolved: [UInt64: Int] = [:]

    /// More addresses than this are not remembered: then it begins anew.
    private static let cacheLimit = 1 << 15

    /// Adds a peer, or says why not (Core 6.0, Vol 4, Part E, 7.8.38).
    func add(_ parameters: HCI.LEAddDeviceToResolvingList, limit: Int) -> HCI.ErrorCode {
        let peerKey = IdentityKey(wire: parameters.peerIRK)
        let isKnown = entries.contains {
            $0.identity == parameters.peerIdentityAddress
                || peerKey != nil && $0.peerOctets == parameters.peerIRK
        }
        guard !isKnown else { return .invalidHCICommandParameters }
        guard entries.count < limit else { return .memoryCapacityExceeded }
        entries.append(
            Entry(
                identity: parameters.peerIdentityAddress, peerOctets: parameters.peerIRK, peerKey: peerKey,
                localKey: IdentityKey(wire: parameters.localIRK)))
        resolved = [:]
        return .success
    }

    /// Removes a peer; false when it is not there.
    func remove(_ identity: DeviceAddress) -> Bool {
        guard let index = index(of: identity) else { return false }
        entries.remove(at: index)
        resolved = [:]
        return true
    }

    func removeAll() {
        entries = []
        resolved = [:]
    }

    func setMode(_ mode: HCI.PrivacyMode, at index: Int) { entries[index].mode = mode }

    /// The entry of an identity address.
    func index(of identity: DeviceAddress) -> Int? {
        entries.firstIndex {
            $0.identity.value == identity.value && $0.identity.kind.onAir == identity.kind.onAir
        }
    }

    /// The entry whose peer made a resolvable private address; an address is tried only once.
    func resolve(_ address: DeviceAddress) -> Int? {
        guard address.isResolvable else { return nil }
        if let known = resolved[address.value] {
            if known >= 0 { entries[known].peerAddress = address }
            return known < 0 ? nil : known
        }
        if resolved.count >= Self.cacheLimit { resolved = [:] }
        let index = entries.firstIndex { $0.peerKey?.resolves(address.value) ?? false }
        resolved[address.value] = index ?? -1
        if let index { entries[index].peerAddress = address }
        return index
    }

    // Private addresses

    /// The address to use towards the peer at `index`; `nil` without a key for that.
    func localAddress(at index: Int, now: Int64, drawing entropy: inout EntropyStream) -> Private? {
        guard let key = entries[index].localKey else { return nil }
        if let local = entries[index].local, now < local.made + timeout { return local }
        let local = Private(address: .init(key.address(drawing: entropy.next()), .random), made: now)
        entries[index].local = local
        return local
    }

    /// What directed advertising calls the peer at `index`: a private address of the peer's own key; `nil`
    /// when it has none (Core 6.0, Vol 6, Part B, 6.2.2).
    func targetAddress(at index: Int, now: Int64, drawing entropy: inout EntropyStream) -> Private? {
        guard let key = entries[index].peerKey else { return nil }
        if let target = entries[index].target, now < target.made + timeout { return target }
        let target = Private(address: .init(key.address(drawing: entropy.next()), .random), made: now)
        entries[index].target = target
        entries[index].peerAddress = target.address
        return target
    }
}

/// What a controller makes of an address that it has heard.
struct Sighting: Hashable {
    /// The address on air.
    let address: DeviceAddress
    /// The identity address behind it, of the kinds for that, if it was resolved.
    var identity: DeviceAddress?
    /// The entry of the resolving list that it belongs to.
    var entry: Int?
    /// Network privacy mode: the peer may not show its identity address.
    var isIgnored = false
    /// Whom its directed advertisement calls, in reports.
    var directed: HCI.DirectAddress?

    /// What hosts are told.
    var reported: DeviceAddress { identity ?? address }

    /// Whether this is the device that a host calls `name`.
    func isDevice(_ name: DeviceAddress) -> Bool {
        Self.areSame(reported, name) || identity != nil && Self.areSame(address, name)
    }

    private static func areSame(_ one: DeviceAddress, _ other: DeviceAddress) -> Bool {
        one.value == other.value && one.kind.onAir == other.kind.onAir
    }
}
