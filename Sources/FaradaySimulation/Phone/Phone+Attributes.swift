import BluetoothTypes

extension Phone {
    /// The phone no longer answers discoveries of this device's services, from the first one on until
    /// `terminate(.reboot)`. Old systems had such a defect (behaviour 4.25).
    ///
    /// It is the fault `Fault.discoverServices(of: device).on(phone).isWedged(endingLinkAfter: patience)`.
    ///
    /// ```swift
    /// phone.wedgeDiscovery(of: strap, endingLinksAfter: .minutes(4))
    /// ```
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - patience: How long after a discovery the link ends, with `CBError.unknown`; with `nil` the link stays up.
    public func wedgeDiscovery(of device: Device, endingLinksAfter patience: Nanoseconds? = nil) {
        world.inject(.discoverServices(of: device).on(self).isWedged(endingLinkAfter: patience))
    }
}
