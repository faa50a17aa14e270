import BluetoothWire

/// What the list knows of addresses on air (Core 6.0, Vol 6, Part B, 6).
extension ResolvingList {
    /// Resolves an address on air.
    func resolution(of address: DeviceAddress) -> ReceivedAddress {
        guard isOn, !entries.isEmpty else { return ReceivedAddress(address: address) }
        if address.isResolvable {
            guard let index = resolve(address) else { return ReceivedAddress(address: address) }
            let identity = entries[index].identity
            let kind: DeviceAddress.Kind = identity.kind.onAir == .public ? .publicIdentity : .randomIdentity
            return ReceivedAddress(
                address: address, identity: DeviceAddress(identity.value, kind), entry: index)
        }
        guard let index = index(of: address) else { return ReceivedAddress(address: address) }
        let entry = entries[index]
        // A private address is expected only from a peer that has a key.
        return ReceivedAddress(
            address: address, entry: index, isIgnored: entry.peerKey != nil && entry.mode == .network)
    }

    /// Whether `target` of a directed advertisement by `advertiser` is a private address of this controller.
    func isOwnPrivate(_ target: DeviceAddress, by advertiser: ReceivedAddress) -> Bool {
        guard isOn, target.isResolvable, let index = advertiser.entry else { return false }
        return entries[index].localKey?.resolves(target.value) ?? false
    }

    /// Whether there is an own address for a peer, by its identity address.
    func hasLocalKey(for peer: DeviceAddress) -> Bool {
        index(of: peer).map { entries[$0].localKey != nil } ?? false
    }
}
