extension Phone {
    /// Sets the RSSI of this phone's packets, as `Device.setRSSI` does.
    public func setRSSI(_ values: Int8...) { world.setRSSI(values, of: id) }
}
