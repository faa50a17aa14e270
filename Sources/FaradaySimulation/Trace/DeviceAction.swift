import BluetoothTypes

/// What a test, or a device's own script, does with a device; a line of the timeline.
public enum DeviceAction: Hashable, Sendable {
    /// A characteristic has another value, which goes to those who subscribed.
    case update(BluetoothUUID, [UInt8])
    /// The device ends so many links.
    case disconnect(links: Int)
    /// Every advertising set stops.
    case stopAdvertising
    /// Every advertising set of the definition starts.
    case startAdvertising
    /// Other advertising sets, so many.
    case setAdvertising(sets: Int)
    /// Another GAP name.
    case rename(String)
    /// Another address, under which phones take it for another device.
    case changeAddress
    /// Other firmware, under this name.
    case install(String)
    /// Other services, by their UUIDs.
    case setServices([BluetoothUUID])
    /// What is reported as the power of its packets from now on, in dBm; nothing: as measured.
    case setRSSI([Int8])
    /// The device asks its centrals for other connection parameters.
    case requestParameters(ClosedRange<Nanoseconds>, latency: UInt16, supervisionTimeout: Nanoseconds)
    /// The device keeps so many bonds now.
    case setBonds(Int)
    /// The device asks its centrals to secure their links to this level.
    case requestSecurity(SecurityLevel)
    /// A central may use what needs authorization, or not.
    case authorize(Bool)
    /// The device asks a central for an L2CAP channel.
    case openChannel(psm: UInt16)
    /// So many bytes go into a channel.
    case send(psm: UInt16, bytes: Int)
    /// The device ends an L2CAP channel.
    case closeChannel(psm: UInt16)
    /// The device reads what comes over a channel, or stops to.
    case setReading(psm: UInt16, Bool)
}
