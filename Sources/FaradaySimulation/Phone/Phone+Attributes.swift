import BluetoothTypes
import CoreBluetoothModel

/// What the phone keeps of its peers' attributes, and a fault of its stack.
extension Phone {
    /// Makes the phone forget the attributes of all peers, as a restart does (ledger 4.11).
    public func forgetAttributes() {
        world.performOnPhone(id) { phone, _ in phone.stack.model.forgetAttributes() }
    }

    /// Discoveries of this device's services are never answered from now on, as by a defect of old systems (ledger
    /// 4.25), until `endFaults` or a restart of the phone.
    ///
    /// ```swift
    /// phone.wedgeDiscovery(of: strap, endingLinksAfter: .minutes(4))
    /// ```
    ///
    /// - Parameter patience: How long after a discovery the link ends with `CBError` 0; `nil` leaves it up.
    public func wedgeDiscovery(of device: Device, endingLinksAfter patience: Nanoseconds? = nil) {
        let address = device.address
        world.performOnPhone(id) { phone, _ in
            phone.stack.wedgeDiscovery(of: address, endingLinksAfter: patience)
        }
    }

    /// Ends the faults of the phone's stack.
    public func endFaults() {
        world.performOnPhone(id) { phone, _ in phone.stack.endWedges() }
    }
}
