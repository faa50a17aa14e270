import BluetoothPort
import Foundation

/// A central that reads, writes or subscribes to what a `LocalPeripheral` publishes.
///
/// The system does not tell when a central connects. An app knows a central from its first request or subscription on.
public struct RemoteCentral: Sendable, Identifiable {
    /// The identifier by which this phone knows the central.
    public let identifier: PeerIdentifier
    /// The most bytes that one update can have for this central: what fits into one packet of its link.
    public let maximumUpdateLength: Int

    /// The same identifier as Apple's framework writes it.
    public var id: UUID { identifier.uuid }

    init(_ central: PortPeripheral.Subscriber) {
        identifier = central.identifier
        maximumUpdateLength = central.maximumUpdateLength
    }
}

extension RemoteCentral: Hashable, CustomStringConvertible {
    /// Whether both are the same central.
    public static func == (left: RemoteCentral, right: RemoteCentral) -> Bool {
        left.identifier == right.identifier
    }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    /// The identifier.
    public var description: String { "\(identifier)" }
}

/// What a `LocalPeripheral` learns of its subscribers.
public enum SubscriptionEvent: Hashable, Sendable {
    /// A central wants the updates of a characteristic.
    case subscribed(RemoteCentral, PublishedCharacteristic)
    /// A central no longer gets the updates: it ended the subscription, its link or Bluetooth has ended, or the service was
    /// removed.
    case unsubscribed(RemoteCentral, PublishedCharacteristic)
    /// Updates for this central may be longer or shorter from now on. Apple's framework does not tell it.
    case maximumUpdateLengthChanged(RemoteCentral)
}

/// How short the interval between packets should be; a shorter one costs more energy (Apple's
/// `CBPeripheralManagerConnectionLatency`).
public enum ConnectionLatency: Hashable, Sendable {
    /// Answers come fast.
    case low
    /// Between both.
    case medium
    /// The battery lasts long.
    case high

    var port: PortPeripheral.Latency {
        switch self {
        case .low: .low
        case .medium: .medium
        case .high: .high
        }
    }
}
