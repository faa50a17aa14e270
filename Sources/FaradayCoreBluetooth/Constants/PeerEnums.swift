import BluetoothPort

/// How a peripheral is linked to this app; other apps' links don't show (ledger 3.28).
@available(iOS 7.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
#if canImport(Darwin)
@objc(FCBPeripheralState)
#endif
@nonexhaustive(warn)
public enum CBPeripheralState: Int, Sendable {
    /// No link, and none asked for.
    case disconnected = 0
    /// A link was asked for (ledger 3.1).
    case connecting = 1
    /// The link is up.
    case connected = 2
    /// The link is being given up (ledger 3.6).
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

/// Whether a write is answered.
@nonexhaustive(warn)
public enum CBCharacteristicWriteType: Int, Sendable {
    /// `didWriteValueFor` tells the outcome.
    case withResponse = 0
    /// Nothing tells the outcome (ledger 5.8).
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

/// The interval that a peripheral wishes for a link (ledger 6.27).
@available(iOS 6.0, macOS 10.9, macCatalyst 13.1, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
@nonexhaustive(warn)
public enum CBPeripheralManagerConnectionLatency: Int, Sendable {
    /// Short intervals, for speed.
    case low = 0
    /// Between speed and power.
    case medium = 1
    /// Long intervals, to save power.
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

/// What happened to a peer that the app registered for (ledger 3.35).
@nonexhaustive(warn)
public enum CBConnectionEvent: Int, Sendable {
    /// The phone's last link to the peer ended.
    case peerDisconnected = 0
    /// The phone has a link to the peer.
    case peerConnected = 1
}

/// Which peers' connection events are wanted.
public struct CBConnectionEventMatchingOption: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Peers with one of these services: `[CBUUID]`, at most four.
    @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    @available(macOS, unavailable)
    public static let serviceUUIDs = CBConnectionEventMatchingOption(
        rawValue: "kCBConnectionEventMatchingOptionServiceUUIDs")
    /// These peers: `[UUID]`.
    @available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
    @available(macOS, unavailable)
    public static let peripheralUUIDs = CBConnectionEventMatchingOption(
        rawValue: "kCBConnectionEventMatchingOptionPeripheralUUIDs")
}
