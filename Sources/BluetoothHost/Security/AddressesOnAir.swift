import BluetoothTypes
import BluetoothWire

extension Host {
    /// The private addresses of a new link, as far as the controller reports them.
    struct AddressesOnAir: Hashable, Sendable {
        var local: DeviceAddress?
        var peer: DeviceAddress?

        init() {}

        init(_ event: HCI.LEEnhancedConnectionComplete) {
            local = event.localResolvablePrivateAddress
            peer = event.peerResolvablePrivateAddress
        }
    }

    /// This host's address on a new link, if the controller generated none: that of the advertising set that
    /// ended with the link, or the identity address.
    func ownAddress(as role: Link.Role) -> DeviceAddress {
        guard role == .peripheral else { return profile.ownAddress.onAir }
        let sets = broadcaster.sets.filter { $0.told.isEnabled && $0.told.parameters?.isConnectable == true }
        // With several sets, the event that ends one says which one it was.
        guard sets.count == 1 else { return profile.ownAddress.onAir }
        return address(of: sets[0])
    }

    /// An advertising set is about to end with a link; the link has its address.
    mutating func advertisingConnected(_ event: HCI.LEAdvertisingSetTerminated) {
        guard event.status == .success, profile.usesExtendedCommands,
            let index = index(ofHandle: event.connectionHandle), links[index].link.role == .peripheral,
            let set = broadcaster.sets.first(where: { $0.id.rawValue == event.advertisingHandle })
        else { return }
        links[index].localAddress = address(of: set)
    }

    private func address(of set: AdvertisingSet) -> DeviceAddress {
        let own = (set.told.parameters?.ownAddress ?? profile.ownAddress).onAir
        return own.kind == .random ? set.told.randomAddress ?? own : own
    }
}

extension Host.AdvertisingParameters {
    fileprivate var isConnectable: Bool {
        switch kind {
        case .connectable, .directed: true
        case .scannable, .nonConnectable: false
        }
    }
}
