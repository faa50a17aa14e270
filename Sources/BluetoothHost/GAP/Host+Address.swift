import BluetoothTypes
import BluetoothWire

extension Host {
    /// Changes the host's random static address: running advertising sets continue with it, links keep the
    /// address that they began with (Core 6.0, Vol 3, Part C, 15.1.1.1).
    ///
    /// Peers that knew the old address see another device, even if they are bonded.
    public mutating func setAddress(_ address: DeviceAddress, at now: Instant) {
        guard address.kind == .random, configuration.address != address else { return }
        configuration.address = address
        guard isOn else { return }
        profile.identity = address
        isGAPDirty = true
        settle(at: now)
        findDeadline()
    }

    /// The primary services in the database, in handle order.
    public var primaryServices: [GATT.DiscoveredService] {
        server.attributes.compactMap { attribute in
            guard attribute.type == AttributeType.primaryService,
                case .constant(let value) = attribute.content,
                let uuid = BluetoothUUID(littleEndian: value)
            else { return nil }
            let range = ATT.HandleRange(first: attribute.handle, last: attribute.groupEnd)
            return GATT.DiscoveredService(range: range, uuid: uuid)
        }
    }
}
