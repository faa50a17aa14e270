import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// What the phone keeps of its peers besides bonds.
extension Phone {
    /// Sets whether the phone shares its notifications with a device, as the user does in Settings; apps that are
    /// connected to the device are told (behaviour 3.25). Nothing happens for a device that the phone has not met,
    /// because Settings do not list it.
    public func setNotificationSharing(_ isAllowed: Bool, with device: Device) {
        let (address, peerName) = (device.address, device.name)
        world.performOnPhone(id) { phone, now in
            guard let identifier = phone.stack.model.identifier(of: address) else { return }
            phone.note(.note("\(peerName) gets notifications: \(isAllowed)"))
            phone.stack.setNotificationSharing(isAllowed, with: identifier, at: now)
        }
    }

    /// The phone forgets every peer that no app uses, with names, values and identifiers, as after a long time or
    /// after "Reset Network Settings". Each has a new identifier when it is met again (behaviour 3.30).
    public func forgetIdentifiers() {
        world.performOnPhone(id) { phone, now in phone.stack.forgetPeers(at: now) }
    }
}
