import BluetoothTypes
import CoreBluetoothModel

/// Faults of the phone's stack.
extension Phone {
    /// Discoveries of this device's services are never answered from now on, as by a defect of old systems (ledger
    /// 4.25), until `terminate(.reboot)`.
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
}
