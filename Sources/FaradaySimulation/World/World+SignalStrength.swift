import BluetoothTypes

/// The RSSI that others report of a node, where a test says it instead of the places.
extension World {
    fileprivate func setRSSI(_ values: [Int8], of id: NodeID) {
        perform { state in
            state.medium.controller(of: id)?.scriptedRSSI = values.map { $0 == 127 ? 127 : min($0, 20) }
        }
    }
}

extension Device {
    /// Sets what is reported as the power of the device's packets: in each advertisement that a phone reports, and to
    /// `readRSSI`. Values are used up in turn, and the last one stays; without any, the power follows from distance and
    /// transmit power again.
    ///
    /// It changes what is said, not what is heard: a device out of range stays out of range.
    ///
    /// ```swift
    /// strap.setRSSI(-60)
    /// strap.setRSSI(127, -60)  // the next report has none (behaviour 2.41), those after it -60
    /// strap.setRSSI()  // as measured
    /// ```
    ///
    /// - Parameter values: -127...20 dBm, or 127 for *not available* (Core 6.0, Vol 4, Part E, 7.7.65.2); what lies
    ///   between counts as 20.
    public func setRSSI(_ values: Int8...) {
        perform { node, _ in node.note(.setRSSI(values)) }
        world.setRSSI(values, of: id)
    }
}

extension Phone {
    /// Sets what is reported as the power of this phone's packets, as `Device.setRSSI` does.
    public func setRSSI(_ values: Int8...) { world.setRSSI(values, of: id) }
}
