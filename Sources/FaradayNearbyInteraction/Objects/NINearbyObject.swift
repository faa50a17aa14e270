import BluetoothPort
import Foundation

/// An accessory, where it is now; only `session(_:didUpdate:)` delivers one.
@available(iOS 14.0, macCatalyst 14.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
#if canImport(Darwin)
@objc(FNINearbyObject)
#endif
open class NINearbyObject: NSObject, NSCopying {
    /// Why the system no longer measures an object.
    @available(iOS 14.0, macCatalyst 14.0, *)
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    public enum RemovalReason: Int, Sendable {
        /// It was not heard for too long.
        case timeout = 0
        /// It has ended its session.
        case peerEnded = 1
    }

    private let value: Nearby.Object

    init(_ value: Nearby.Object) {
        self.value = value
        super.init()
    }

    /// The token of the configuration that the session runs with.
    open var discoveryToken: NIDiscoveryToken { NIDiscoveryToken(value.peer) }

    /// How far the accessory is away in metres, as Channel Sounding has measured it and the system has smoothed it; `nil` if
    /// the measurement has failed (behaviour 29.8).
    open var distance: Float? { value.distance.map { Float($0) } }

    /// In which direction the accessory is, in radians from -pi to pi: 0 is ahead, and to the right is above 0. `nil`
    /// without camera assistance (behaviours 29.9 and 29.10).
    @available(iOS 16.0, macCatalyst 16.0, *)
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    open var horizontalAngle: Float? { value.horizontalAngle.map { Float($0) } }

    /// The object itself, which does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
