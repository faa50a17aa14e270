import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// Whom the phone knows, and by which identifiers.
extension Phone {
    /// Gives the device an identifier on this phone, from its first discovery on; without this it is drawn from the
    /// seed (behaviour 3.33).
    ///
    /// If the phone knows the device by another identifier, it forgets that one: apps that are connected keep their
    /// objects and the link, the device is discovered anew, and attempts to connect to the old identifier find
    /// nobody. The device that had `identifier` before is forgotten too. The identifier belongs to the device's
    /// present address: after `Device.changeAddress()` the device is a stranger.
    public func setIdentifier(_ identifier: PeerIdentifier, of device: Device) {
        let address = device.address
        world.performOnPhone(id) { phone, now in phone.stack.choose(identifier, of: address, at: now) }
    }

    /// The phone knows the device as if it had met it before: apps can retrieve it and connect to it without a scan
    /// (behaviour 3.30).
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - name: The name that the phone has heard it advertise; `nil` for none.
    public func remember(_ device: Device, name: String?) {
        let address = device.address
        world.performOnPhone(id) { phone, now in phone.stack.introduce(address, name: name, at: now) }
    }

    /// The phone forgets that it has met the device (behaviour 3.30).
    ///
    /// Apps can't retrieve it any more, and it has a new identifier when it is seen again, unless
    /// `setIdentifier(_:of:)` gives it one. Bonds stay. A link stays up too, with the objects that apps have of it.
    public func forget(known device: Device) {
        let address = device.address
        world.performOnPhone(id) { phone, now in phone.stack.forgetKnown(address, at: now) }
    }

    /// The identifier that the phone has given the device; `nil` if it has not met it.
    public func identifier(of device: Device) -> PeerIdentifier? {
        let address = device.address
        return world.lock.withLock { $0.phone(id).stack.model.identifier(of: address) }
    }
}
