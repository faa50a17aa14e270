import BluetoothTypes

/// An action on a device, by a test or by the device's own script; a line of the timeline.
public enum DeviceAction: Hashable, Sendable {
    /// A characteristic gets another value, which is sent to its subscribers.
    case update(BluetoothUUID, [UInt8])
    /// A characteristic gets another value, and there is no room in the queue of a subscriber, who does not get it.
    case refusedUpdate(BluetoothUUID, [UInt8])
    /// The device ends this many links.
    case disconnect(links: Int)
    /// Every advertising set stops.
    case stopAdvertising
    /// Every advertising set of the definition starts.
    case startAdvertising
    /// Centrals may connect to the device from now on, or may not.
    case setConnectable(Bool)
    /// The device gets other advertising sets, this many.
    case setAdvertising(sets: Int)
    /// The device gets another GAP name.
    case rename(String)
    /// The device gets another address; phones treat it as another device.
    case changeAddress
    /// The device gets other firmware, with this name.
    case install(String)
    /// The device gets other services, with these UUIDs.
    case setServices([BluetoothUUID])
    /// Sets the reported RSSI of the device's packets, in dBm; an empty list restores the measured RSSI.
    case setRSSI([Int8])
    /// The device requests other connection parameters from its centrals.
    case requestParameters(ClosedRange<Nanoseconds>, latency: UInt16, supervisionTimeout: Nanoseconds)
    /// The device now has this many bonds.
    case setBonds(Int)
    /// The device requests this security level from its centrals.
    case requestSecurity(SecurityLevel)
    /// A central may use attributes that require authorization, or may not.
    case authorize(Bool)
    /// The device requests an L2CAP channel from a central.
    case openChannel(psm: UInt16)
    /// The device sends this many bytes over a channel.
    case send(psm: UInt16, bytes: Int)
    /// The device closes an L2CAP channel.
    case closeChannel(psm: UInt16)
    /// The device starts or stops reading from a channel.
    case setReading(psm: UInt16, Bool)
}
