import BluetoothWire

/// Addresses on air, of other devices and of this controller (Core 6.0, Vol 6, Part B, 6).
extension Controller {
    /// Resolves an address on air.
    @inline(__always)
    func resolution(of address: DeviceAddress) -> ReceivedAddress {
        resolvingList?.resolution(of: address) ?? ReceivedAddress(address: address)
    }

    /// Whether `target` of a directed advertisement by `advertiser` is a private address of this controller.
    func isOwnPrivate(_ target: DeviceAddress, by advertiser: ReceivedAddress) -> Bool {
        resolvingList?.isOwnPrivate(target, by: advertiser) ?? false
    }

    /// The private address to use towards a peer of the resolving list.
    func privateAddress(_ type: HCI.OwnAddressType, toward peer: Int?) -> DeviceAddress? {
        guard type.isResolvable, let list = resolvingList, let peer else { return nil }
        return list.localAddress(at: peer, now: now, drawing: &entropy)?.address
    }

    /// The addresses that `set` uses from now on; `nil` if it needs a random address and there is none.
    func guise(of set: Advertiser, random: DeviceAddress?) -> Advertiser.Guise? {
        guard set.ownAddressType.isResolvable, let list = resolvingList, let index = list.index(of: set.peer)
        else { return ownAddress(set.ownAddressType, random: random).map { .init(address: $0) } }
        let own = list.localAddress(at: index, now: now, drawing: &entropy)
        let target = set.isDirected ? list.targetAddress(at: index, now: now, drawing: &entropy) : nil
        guard let address = own?.address ?? ownAddress(set.ownAddressType, random: random) else { return nil }
        guard own != nil || target != nil else { return .init(address: address) }
        let made = min(own?.made ?? .max, target?.made ?? .max)
        return .init(address: address, disguise: .init(target: target?.address, made: made))
    }
}

extension Advertiser {
    /// Whether the set accepts requests from `device`: a directed set only accepts its peer.
    func isFor(_ device: ReceivedAddress) -> Bool {
        guard let target else { return true }
        return device.isDevice(peer) || device.address == target
    }
}

/// The private addresses of a link, as reported to its host.
final class PrivateAddresses {
    /// This side's address, if the host left its choice to the controller.
    let local: DeviceAddress?
    /// The other side's address, if it was resolved.
    let peer: DeviceAddress?

    init(local: DeviceAddress?, peer: DeviceAddress?) { (self.local, self.peer) = (local, peer) }
}

extension LinkEnd {
    /// Stores the private addresses on air, for a host that chose its own address by `type`.
    func note(local: DeviceAddress, _ type: HCI.OwnAddressType, peer: ReceivedAddress) {
        let local = type.isResolvable && local.isResolvable ? local : nil
        let peer = peer.identity == nil ? nil : peer.address
        if local != nil || peer != nil { privateAddresses = PrivateAddresses(local: local, peer: peer) }
    }
}

extension HCI.OwnAddressType {
    /// Whether the resolving list is used first.
    var isResolvable: Bool { self == .resolvableOrPublic || self == .resolvableOrRandom }
}
