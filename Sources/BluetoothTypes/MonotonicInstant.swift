/// A point in time, in nanoseconds since the driver started; virtual in a world, monotonic when live.
///
/// State machines get it as an argument; only a driver creates one. Its long name leaves `Instant` to apps; in a world it
/// is `World.Instant`.
public struct MonotonicInstant: Hashable, Comparable, Sendable {
    /// Nanoseconds since the driver started.
    public var nanoseconds: Int64

    /// Creates the instant that lies `nanoseconds` after the driver's start.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The driver's start.
    public static let zero = MonotonicInstant(nanoseconds: 0)

    /// Whether `left` comes before `right`.
    public static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// The instant that is `right` later.
    public static func + (left: MonotonicInstant, right: Nanoseconds) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: left.nanoseconds &+ right.count)
    }

    /// The instant that is `right` earlier.
    public static func - (left: MonotonicInstant, right: Nanoseconds) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: left.nanoseconds &- right.count)
    }

    /// How long after `right` the instant `left` is; negative when it comes before.
    public static func - (left: MonotonicInstant, right: MonotonicInstant) -> Nanoseconds {
        Nanoseconds(left.nanoseconds &- right.nanoseconds)
    }

    /// Moves an instant by `right`.
    public static func += (left: inout MonotonicInstant, right: Nanoseconds) { left = left + right }
}

extension MonotonicInstant: CustomStringConvertible {
    /// Seconds with six decimals: `12.345678`.
    public var description: String { Nanoseconds(nanoseconds).description }
}

/// The short name, for the package itself: an app may have an `Instant` of its own.
package typealias Instant = MonotonicInstant
