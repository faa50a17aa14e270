/// A length of time in whole nanoseconds; available on every deployment target, unlike `Duration`.
///
/// ```swift
/// let interval: Nanoseconds = .milliseconds(30)
/// let slot = Nanoseconds.microseconds(625)
/// assert(interval / slot == 48)
/// ```
public struct Nanoseconds: Hashable, Comparable, Sendable {
    /// How many nanoseconds.
    public var count: Int64

    /// Creates a length of `count` nanoseconds.
    public init(_ count: Int64) { self.count = count }

    /// No time.
    public static let zero = Nanoseconds(0)

    /// A length in nanoseconds.
    public static func nanoseconds(_ count: Int) -> Nanoseconds { Nanoseconds(Int64(count)) }
    /// A length in microseconds.
    public static func microseconds(_ count: Int) -> Nanoseconds { product(count, 1_000) }
    /// A length in milliseconds.
    public static func milliseconds(_ count: Int) -> Nanoseconds { product(count, 1_000_000) }
    /// A length in milliseconds, rounded to the nanosecond.
    public static func milliseconds(_ count: Double) -> Nanoseconds {
        Nanoseconds(nearest(count * 1_000_000))
    }
    /// A length in seconds.
    public static func seconds(_ count: Int) -> Nanoseconds { product(count, 1_000_000_000) }
    /// A length in seconds, rounded to the nanosecond.
    public static func seconds(_ count: Double) -> Nanoseconds {
        Nanoseconds(nearest(count * 1_000_000_000))
    }
    /// A length in minutes.
    public static func minutes(_ count: Int) -> Nanoseconds { product(count, 60_000_000_000) }
    /// A length in hours.
    public static func hours(_ count: Int) -> Nanoseconds { product(count, 3_600_000_000_000) }

    /// A length above the maximum (292 years) is limited to the maximum.
    @inline(__always)
    private static func product(_ count: Int, _ unit: Int64) -> Nanoseconds {
        let (product, overflows) = Int64(count).multipliedReportingOverflow(by: unit)
        return Nanoseconds(overflows ? (count < 0 ? .min : .max) : product)
    }

    /// Not `rounded()`: it belongs to libm, which a program without Foundation does not link on Linux. A
    /// value outside the range is limited to the range, and NaN is 0.
    private static func nearest(_ value: Double) -> Int64 {
        guard value.magnitude < 9.2e18 else { return value.isNaN ? 0 : value < 0 ? .min : .max }
        return Int64(value < 0 ? value - 0.5 : value + 0.5)
    }

    /// This length in seconds.
    public var seconds: Double { Double(count) / 1_000_000_000 }
    /// This length in milliseconds.
    public var milliseconds: Double { Double(count) / 1_000_000 }

    /// Whether `left` is the shorter one.
    public static func < (left: Nanoseconds, right: Nanoseconds) -> Bool { left.count < right.count }
    /// The sum of both lengths.
    public static func + (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
        Nanoseconds(left.count &+ right.count)
    }
    /// The difference of both lengths; negative when `right` is longer.
    public static func - (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
        Nanoseconds(left.count &- right.count)
    }
    /// The length multiplied by `right`.
    public static func * (left: Nanoseconds, right: Int) -> Nanoseconds {
        Nanoseconds(left.count &* Int64(right))
    }
    /// How many whole times `right`, which must not be zero, fits into `left`.
    public static func / (left: Nanoseconds, right: Nanoseconds) -> Int { Int(left.count / right.count) }
}

extension Nanoseconds {
    /// The length with its unit and no more digits than it needs: `600 s`, `1.5 s`, `30 ms`.
    package var shortText: String {
        let isShort = count.magnitude < 1_000_000_000 && count != 0
        let unit: UInt64 = isShort ? 1_000_000 : 1_000_000_000
        var text = (count < 0 ? "-" : "") + "\(count.magnitude / unit)"
        let thousandths = count.magnitude % unit / (unit / 1000)
        if thousandths > 0 {
            var digits = String(thousandths)
            digits = String(repeating: "0", count: 3 - digits.count) + digits
            while digits.last == "0" { digits.removeLast() }
            text += "." + digits
        }
        return text + (isShort ? " ms" : " s")
    }
}

extension Nanoseconds: CustomStringConvertible {
    /// Seconds with six decimals: `0.030000`.
    public var description: String {
        let sign = count < 0 ? "-" : ""
        let micros = count.magnitude / 1_000
        let fraction = String(micros % 1_000_000)
        return "\(sign)\(micros / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Nanoseconds {
    /// Creates the same length, truncated to whole nanoseconds.
    public init(_ duration: Duration) {
        let parts = duration.components
        self.init(parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000)
    }
}
