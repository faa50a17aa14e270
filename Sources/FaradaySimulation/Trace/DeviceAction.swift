import BluetoothTypes

/// What a test, or a device's own script, does with a device; a line of the timeline.
public enum DeviceAction: Hashable, Sendable {
    /// A characteristic has another value, which goes to those who subscribed.
    case update(BluetoothUUID, [UInt8])
    /// The device ends so many links.
    case disconnect(links: Int)
    case stopAdvertising
    case startAdvertising
    /// Other advertising sets, so many.
    case setAdvertising(sets: Int)
    case rename(String)
    /// Another address, under which phones take it for another device.
    case changeAddress
    /// Other firmware, under this name.
    case install(String)
    /// Other services, by their UUIDs.
    case setServices([BluetoothUUID])
    case requestParameters(ClosedRange<Nanoseconds>, latency: UInt16, supervisionTimeout: Nanoseconds)
    /// The device keeps so many bonds now.
    case setBonds(Int)
    case requestSecurity(SecurityLevel)
    /// A central may use what needs authorization, or not.
    case authorize(Bool)
    case openChannel(psm: UInt16)
    /// So many bytes go into a channel.
    case send(psm: UInt16, bytes: Int)
    case closeChannel(psm: UInt16)
    /// The device reads what comes over a channel, or stops to.
    case setReading(psm: UInt16, Bool)
}
