import BluetoothTypes
import BluetoothWire

extension Host {
    /// Has the host show another random static address from now on: sets that are on air go on under it, links keep
    /// the one they began with (Core 6.0, Vol 3, Part C, 15.1.1.1).
    ///
    /// To those who knew the old address it is another device, bonds or not.
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
