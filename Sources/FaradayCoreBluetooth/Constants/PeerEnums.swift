import BluetoothPort

/// The connection of a peripheral to this app; connections of other apps do not count (behaviour 3.28).
@available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc(FCBPeripheralState)
#endif
@nonexhaustive(warn)
public enum CBPeripheralState: Int, Sendable {
    /// There is no link, and the app has not asked for one.
    case disconnected = 0
    /// The app has asked for a link that does not exist yet (behaviour 3.1).
    case connecting = 1
    /// The app has a link.
    case connected = 2
    /// The app has cancelled the link, and `didDisconnect` follows (behaviour 3.6).
    @available(iOS 9.0, macOS 10.13, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
    case disconnecting = 3
}

extension CBPeripheralState {
    /// The word that `description` prints.
    var word: String {
        switch self {
        case .disconnected: "disconnected"
        case .connecting: "connecting"
        case .connected: "connected"
        case .disconnecting: "disconnecting"
        }
    }
}

/// Whether the peer answers a write.
@nonexhaustive(warn)
public enum CBCharacteristicWriteType: Int, Sendable {
    /// The peer answers; `peripheral(_:didWriteValueFor:error:)` reports the result.
    case withResponse = 0
    /// The peer does not answer, and no callback reports the result (behaviour 5.8).
    case withoutResponse = 1
}

extension CBCharacteristicWriteType {
    var portType: Central.WriteType {
        switch self {
        case .withResponse: .withResponse
        case .withoutResponse: .withoutResponse
        }
    }
}

/// The length of the connection interval that the app prefers for a link (behaviour 6.27).
@available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
@nonexhaustive(warn)
public enum CBPeripheralManagerConnectionLatency: Int, Sendable {
    /// Short intervals: quick answers, more power.
    case low = 0
    /// Intervals between those of `low` and `high`.
    case medium = 1
    /// Long intervals: slow answers, less power.
    case high = 2
}

extension CBPeripheralManagerConnectionLatency {
    var portLatency: Peripheral.Latency {
        switch self {
        case .low: .low
        case .medium: .medium
        case .high: .high
        }
    }
}

/// What happened to a peer that the app has registered for (behaviour 3.35).
@nonexhaustive(warn)
public enum CBConnectionEvent: Int, Sendable {
    /// The phone's last link to the peer has ended.
    case peerDisconnected = 0
    /// The phone has a link to the peer now.
    case peerConnected = 1
}

/// Keys of `CBCentralManager.registerForConnectionEvents(options:)`.
public struct CBConnectionEventMatchingOption: Hashable, RawRepresentable, Sendable {
    /// The text of the key in the dictionary.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Peers that have one of these services: `[CBUUID]`, four at most.
    @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    @available(macOS, unavailable)
    public static let serviceUUIDs = CBConnectionEventMatchingOption(
        rawValue: "kCBConnectionEventMatchingOptionServiceUUIDs")
    /// Peers with these identifiers: `[UUID]`.
    @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    @available(macOS, unavailable)
    public static let peripheralUUIDs = CBConnectionEventMatchingOption(
        rawValue: "kCBConnectionEventMatchingOptionPeripheralUUIDs")
}
