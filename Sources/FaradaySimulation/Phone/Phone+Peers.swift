import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// What the phone stores about its peers besides bonds.
extension Phone {
    /// Sets whether the phone shares its notifications with a device, as the user does in Settings. Apps that are
    /// connected to the device get a callback (behaviour 3.25). It does nothing for a device that the phone has not
    /// met, because Settings do not list that device.
    public func setNotificationSharing(_ isAllowed: Bool, with device: Device) {
        let (address, peerName) = (device.address, device.name)
        world.performOnPhone(id) { phone, now in
            guard let identifier = phone.stack.model.identifier(of: address) else { return }
            phone.note(.note("\(peerName) gets notifications: \(isAllowed)"))
            phone.stack.setNotificationSharing(isAllowed, with: identifier, at: now)
        }
    }

    /// The phone forgets every peer that no app uses, with names, values and identifiers, as after a long time or after
    /// "Reset Network Settings". A peer gets a new identifier when the phone meets it again (behaviour 3.30).
    public func forgetIdentifiers() {
        world.performOnPhone(id) { phone, now in phone.stack.forgetPeers(at: now) }
    }
}
