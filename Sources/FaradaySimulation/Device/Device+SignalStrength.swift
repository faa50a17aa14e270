extension Device {
    /// Sets the RSSI of the device's packets: in each advertisement that a phone reports, and for `readRSSI`. The
    /// values are used in turn, and the last one stays. Without values, the RSSI follows from distance and transmit
    /// power again.
    ///
    /// This changes only the reported number, not whether a packet is received: a device out of range stays out of
    /// range.
    ///
    /// ```swift
    /// strap.setRSSI(-60)
    /// strap.setRSSI(127, -60)  // the next report has none (behaviour 2.41), those after it -60
    /// strap.setRSSI()  // as measured
    /// ```
    ///
    /// - Parameter values: -127...20 dBm, or 127 for *not available* (Core 6.0, Vol 4, Part E, 7.7.65.2). A value from
    ///   21 to 126 counts as 20.
    public func setRSSI(_ values: Int8...) {
        perform { node, _ in node.note(.setRSSI(values)) }
        world.setRSSI(values, of: id)
    }
}
