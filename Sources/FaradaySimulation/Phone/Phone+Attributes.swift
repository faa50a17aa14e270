import BluetoothTypes
import CoreBluetoothModel

/// Faults of the phone's stack.
extension Phone {
    /// The phone no longer answers discoveries of this device's services, until `terminate(.reboot)`. Old systems had
    /// such a defect (behaviour 4.25).
    ///
    /// ```swift
    /// phone.wedgeDiscovery(of: strap, endingLinksAfter: .minutes(4))
    /// ```
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - patience: How long after a discovery the link ends, with `CBError.unknown`; with `nil` the link stays up.
    public func wedgeDiscovery(of device: Device, endingLinksAfter patience: Nanoseconds? = nil) {
        let address = device.address
        world.performOnPhone(id) { phone, _ in
            phone.stack.wedgeDiscovery(of: address, endingLinksAfter: patience)
        }
    }
}
