import BluetoothPort
import FaradayCoreBluetooth
import Foundation

/// What a session runs with; its subclass says for what.
@available(iOS 14.0, macCatalyst 14.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
#if canImport(Darwin)
@objc(FNIConfiguration)
#endif
open class NIConfiguration: NSObject, NSCopying {
    private let contents: Lock<Nearby.Configuration>

    init(_ value: Nearby.Configuration) {
        contents = Lock(value)
        super.init()
    }

    /// What the port gets.
    var value: Nearby.Configuration {
        get { contents.withLock { $0 } }
        set { contents.withLock { $0 = newValue } }
    }

    /// A configuration with the same contents.
    open func copy(with zone: NSZone? = nil) -> Any { NIConfiguration(value) }
}

/// What a session measures: an accessory with Channel Sounding. What only Ultra Wideband needs is not there.
///
/// ```swift
/// let configuration = NINearbyAccessoryConfiguration(
///     bluetoothChannelSoundingIdentifier: peripheral.identifier, previousBluetoothIdentifier: nil)
/// ```
@available(iOS 15.0, macCatalyst 15.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
#if canImport(Darwin)
@objc(FNINearbyAccessoryConfiguration)
#endif
open class NINearbyAccessoryConfiguration: NIConfiguration {
    /// Creates a configuration for an accessory that was set up with AccessorySetupKit.
    ///
    /// - Parameters:
    ///   - bluetoothIdentifier: The identifier of its `CBPeripheral`.
    ///   - previousBluetoothIdentifier: The one before the last connection, if it was another; simulated phones keep the
    ///     identifier of an accessory, and make no use of this (behaviour 29.16).
    @available(iOS 27.0, macCatalyst 27.0, *)
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    public init(
        bluetoothChannelSoundingIdentifier bluetoothIdentifier: UUID, previousBluetoothIdentifier: UUID?
    ) {
        super.init(
            Nearby.Configuration(
                peer: PeerIdentifier(bluetoothIdentifier),
                previousPeer: previousBluetoothIdentifier.map { PeerIdentifier($0) }))
    }

    private override init(_ value: Nearby.Configuration) { super.init(value) }

    /// Stands for the accessory in `NINearbyObject.discoveryToken`.
    open var accessoryDiscoveryToken: NIDiscoveryToken { NIDiscoveryToken(value.peer) }

    /// Whether the phone's camera adds the direction (behaviour 29.9); at first it does not.
    @available(iOS 16.0, macCatalyst 16.0, *)
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    open var isCameraAssistanceEnabled: Bool {
        get { value.usesCamera }
        set { value.usesCamera = newValue }
    }

    /// A configuration with the same contents.
    open override func copy(with zone: NSZone? = nil) -> Any { NINearbyAccessoryConfiguration(value) }
}
