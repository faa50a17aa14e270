import Foundation

/// What one procedure of Channel Sounding has found; only `peripheral(_:didReceive:error:)` delivers one.
@available(iOS 27.0, macCatalyst 27.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
#if canImport(Darwin)
@objc(FCBChannelSoundingProcedureResults)
#endif
open class CBChannelSoundingProcedureResults: NSObject {
    private let storedDistance: Double

    init(distance: Double) {
        storedDistance = distance
        super.init()
    }

    /// The distance in metres, smoothed by the system; less than zero if it is not valid (behaviours 27.13 and 27.14).
    open var distance: Double { storedDistance }
}
