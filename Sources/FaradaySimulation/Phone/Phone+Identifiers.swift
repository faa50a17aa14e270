import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// The devices that the phone knows, and their identifiers.
extension Phone {
    /// Sets the identifier that the device has on this phone from its first discovery on. Without this call the
    /// identifier is drawn from the seed (behaviour 3.33).
    ///
    /// If the phone knows the device by another identifier, it forgets that one: connected apps keep their objects and
    /// the link, the device is discovered as a new one, and attempts to connect to the old identifier find nothing. The
    /// phone also forgets the device that had `identifier` before. The identifier belongs to the device's present
    /// address: after `Device.changeAddress()` the phone does not recognise the device.
    public func setIdentifier(_ identifier: PeerIdentifier, of device: Device) {
        let address = device.address
        world.performOnPhone(id) { phone, now in phone.stack.choose(identifier, of: address, at: now) }
    }

    /// The phone knows the device as if it had discovered it before: apps can retrieve it and connect to it without a
    /// scan (behaviour 3.30).
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - name: The advertised name that the phone has received; `nil` for none.
    public func remember(_ device: Device, name: String?) {
        let address = device.address
        world.performOnPhone(id) { phone, now in phone.stack.introduce(address, name: name, at: now) }
    }

    /// The phone forgets that it has discovered the device (behaviour 3.30).
    ///
    /// Apps can't retrieve the device any more. When the phone sees the device again, the device gets a new identifier,
    /// unless `setIdentifier(_:of:)` sets one. Bonds stay. A link also stays up, with the objects that apps have for
    /// it.
    public func forget(known device: Device) {
        let address = device.address
        world.performOnPhone(id) { phone, now in phone.stack.forgetKnown(address, at: now) }
    }

    /// The identifier that the phone has given the device; `nil` if the phone has not discovered it.
    public func identifier(of device: Device) -> PeerIdentifier? {
        let address = device.address
        return world.lock.withLock { $0.phone(id).stack.model.identifier(of: address) }
    }
}
