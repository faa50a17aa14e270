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

    /// What the user has to change. Apple has not published the raw values; these are ours.
    public struct Reason: RawRepresentable, Hashable, Sendable {
        /// The reason as a text, which is not for users.
        public let rawValue: String
        /// Wraps a text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The phone has not been moved enough from side to side.
        public static let insufficientHorizontalSweep = Reason(rawValue: "insufficientHorizontalSweep")
        /// The phone has not been moved enough up and down.
        public static let insufficientVerticalSweep = Reason(rawValue: "insufficientVerticalSweep")
        /// The phone has not been moved enough.
        public static let insufficientMovement = Reason(rawValue: "insufficientMovement")
        /// It is too dark for the camera.
        public static let insufficientLighting = Reason(rawValue: "insufficientLighting")
        /// The accessory's signal is too weak.
        public static let insufficientSignalStrength = Reason(rawValue: "insufficientSignalStrength")

        /// What the user has to change, in words for the user; Apple's words are not published, and these are ours. The
        /// raw value for a reason that Apple does not list.
        public var localizedDescription: String {
            switch self {
            case .insufficientHorizontalSweep: "Move the phone from side to side."
            case .insufficientVerticalSweep: "Move the phone up and down."
            case .insufficientMovement: "Move the phone."
            case .insufficientLighting: "More light is needed."
            case .insufficientSignalStrength: "The signal is too weak. Move closer."
            default: rawValue
            }
        }
    }
}
