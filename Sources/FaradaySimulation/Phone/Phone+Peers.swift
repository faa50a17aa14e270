import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// What the phone keeps of its peers beside bonds.
extension Phone {
    /// Shares the phone's notifications with a device, or no more, as in Settings (ledger 3.25). Apps that are
    /// connected to it hear of the change. In vain for a device that the phone has not met, which Settings do not
    /// list.
    public func setNotificationSharing(_ isAllowed: Bool, with device: Device) {
        let (address, peerName) = (device.address, device.name)
        world.performOnPhone(id) { phone, now in
            guard let identifier = phone.stack.model.identifier(of: address) else { return }
            phone.note(.note("\(peerName) gets notifications: \(isAllowed)"))
            phone.stack.setNotificationSharing(isAllowed, with: identifier, at: now)
        }
    }

    /// The phone forgets every peer that no app uses, with names, values and identifier: after a long time, or by
    /// "Reset Network Settings". Met again, each has a new identifier (ledger 3.30).
    public func forgetIdentifiers() {
        world.performOnPhone(id) { phone, now in phone.stack.forgetPeers(at: now) }
    }
}
