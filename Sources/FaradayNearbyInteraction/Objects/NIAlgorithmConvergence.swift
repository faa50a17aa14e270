import Foundation

/// How far the camera's algorithm is on its way to a direction; simulated phones never deliver one, because their camera sees
/// the direction at once (behaviour 29.19).
@available(iOS 16.0, macCatalyst 16.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
#if canImport(Darwin)
@objc(FNIAlgorithmConvergence)
#endif
open class NIAlgorithmConvergence: NSObject, NSCopying {
    /// Whether the direction is known, and if not, what keeps it from that.
    public let status: NIAlgorithmConvergenceStatus

    init(_ status: NIAlgorithmConvergenceStatus) {
        self.status = status
        super.init()
    }

    /// The object itself, which does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Whether the camera's algorithm has found the direction.
@available(iOS 16.0, macCatalyst 16.0, *)
@available(macOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@available(visionOS, unavailable)
public enum NIAlgorithmConvergenceStatus: Hashable, Sendable {
    /// Nothing is known yet.
    case unknown
    /// The direction is not known, for these reasons.
    case notConverged([Reason])
    /// The direction is known.
    case converged

    /// What the user has to change.
    public enum Reason: Hashable, Sendable {
        /// The phone has not been moved enough from side to side.
        case insufficientHorizontalSweep
        /// The phone has not been moved enough up and down.
        case insufficientVerticalSweep
        /// The phone has not been moved enough.
        case insufficientMovement
        /// It is too dark for the camera.
        case insufficientLighting
    }
}
