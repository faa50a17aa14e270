import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// Whom the phone knows, and by which identifiers.
extension Phone {
    /// This phone knows the device under `identifier` from its first discovery on, where others are drawn from the seed
    /// (ledger 3.33).
    ///
    /// If it knows the device by another one already, it forgets that: apps that are connected keep their objects and
    /// the link, the device is discovered anew, and attempts to connect to the old identifier find nobody any more.
    /// Whoever had `identifier` before is forgotten too. It goes with the device's present address: after
    /// `Device.changeAddress()` the device is a stranger.
    public func setIdentifier(_ identifier: PeerIdentifier, of device: Device) {
        let address = device.address
        world.performOnPhone(id) { phone, now in phone.stack.choose(identifier, of: address, at: now) }
    }

    /// The phone knows the device as if it had met it: it can be retrieved and connected without a scan (ledger 3.30).
    ///
    /// - Parameter name: What it heard the device call itself; `nil` for nothing.
    public func remember(_ device: Device, name: String?) {
        let address = device.address
        world.performOnPhone(id) { phone, now in phone.stack.introduce(address, name: name, at: now) }
    }

    /// The phone forgets that it has met the device: it can be retrieved no more, and has a new identifier when it is
    /// seen again, unless `setIdentifier(_:of:)` has said which. Bonds stay; a link stays up, with the objects of the
    /// apps on it (ledger 3.30).
    public func forget(known device: Device) {
        let address = device.address
        world.performOnPhone(id) { phone, now in phone.stack.forgetKnown(address, at: now) }
    }

    /// The identifier by which the phone knows the device; `nil` when it has not met it.
    public func identifier(of device: Device) -> PeerIdentifier? {
        let address = device.address
        return world.lock.withLock { $0.phone(id).stack.model.identifier(of: address) }
    }
}
