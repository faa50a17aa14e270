import Foundation

/// How an app wants to measure the distance to an accessory: give one to
/// `CBPeripheral.startChannelSoundingSession(_:)`.
///
/// ```swift
/// peripheral.startChannelSoundingSession(CBChannelSoundingSessionConfiguration(role: .initiator))
/// ```
@available(iOS 27.0, macCatalyst 27.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
#if canImport(Darwin)
@objc(FCBChannelSoundingSessionConfiguration)
#endif
open class CBChannelSoundingSessionConfiguration: NSObject {
    /// Which end of the link begins each measurement.
    @available(iOS 27.0, macCatalyst 27.0, *)
    @available(macOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    #if canImport(Darwin)
    @objc(FCBChannelSoundingSessionConfigurationRole)
    #endif
    @nonexhaustive(warn)
    public enum Role: Int, Sendable {
        /// The phone initiates, and the accessory reflects.
        case initiator = 0
    }

    private let storedRole: Role

    public init(role: Role) {
        storedRole = role
        super.init()
    }

    /// Which end of the link begins each measurement.
    open var role: Role { storedRole }
}
