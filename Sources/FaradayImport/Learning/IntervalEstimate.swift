import BluetoothTypes

/// The advertising interval of a set, as far as the times of its events tell.
///
/// A controller adds 0 to 10 ms to each interval (Core 6.0, Vol 6, Part B, 4.4.2.2), and a scanner misses events. So the
/// shortest gaps that recur are of single intervals, and longer gaps are of several.
package enum IntervalEstimate: Hashable, Sendable {
    /// Why there is no estimate.
    package enum Reason: Hashable, Sendable {
        /// Fewer than five events were heard.
        case tooFewEvents(Int)
        /// The scanner told of each device once.
        case duplicatesFiltered
        /// No gap recurs: the scanner missed too much.
        case noPattern
    }

    /// The host's own command says it; a controller may choose within the range.
    case told(least: Nanoseconds, most: Nanoseconds)
    /// Estimated from `gaps` gaps; the truth is within `error` of it, four times the spread of the mean.
    case estimated(Nanoseconds, error: Nanoseconds, gaps: Int)
    case unknown(Reason)

    /// The interval, in whole units of 0.625 ms; `nil` if it is not known.
    package var interval: Nanoseconds? {
        switch self {
        case .told(_, let most): most
        case .estimated(let interval, _, _): interval
        case .unknown: nil
        }
    }

    /// The most that a controller adds to an interval, what it adds on average, and the unit, in nanoseconds.
    private static let mostDelay = 10_000_000.0
    private static let meanDelay = 5_000_000.0
    private static let unit = 625_000.0
    /// The spread of a delay: 10 ms / sqrt(12).
    private static let spread = 2_890_000.0
    /// By how much the place of an event within its advertising channels may differ.
    private static let slack = 2_000_000.0
    /// Intervals have at most 10.24 s.
    private static let longest = 10_240_000_000.0

    /// Estimates from the times at which events began, in order.
    package static func estimate(_ events: [UInt64], isFiltered: Bool = false) -> IntervalEstimate {
        if isFiltered { return .unknown(.duplicatesFiltered) }
        guard events.count >= 5 else { return .unknown(.tooFewEvents(events.count)) }
        let gaps = zip(events, events.dropFirst()).compactMap { $1 > $0 ? Double($1 - $0) : nil }
        guard let first = shortestRecurring(gaps.sorted()) else { return .unknown(.noPattern) }
        // The mean of the single gaps, then of all gaps that fit to it.
        var period = first
        var count = 0.0
        for _ in 0..<3 {
            var (sum, intervals) = (0.0, 0.0)
            for gap in gaps {
                let multiple = (gap / period).rounded()
                // Over more intervals, which multiple it is is not sure.
                guard multiple >= 1, multiple <= 16,
                    abs(gap - multiple * period) <= mostDelay * multiple.squareRoot() / 2 + slack
                else { continue }
                sum += gap
                intervals += multiple
            }
            guard intervals > 0 else { return .unknown(.noPattern) }
            (period, count) = (sum / intervals, intervals)
        }
        guard period <= longest + mostDelay else { return .unknown(.noPattern) }
        let interval = (min(longest, max(20_000_000, period - meanDelay)) / unit).rounded() * unit
        let error = max(unit, 4 * spread / count.squareRoot())
        return .estimated(
            Nanoseconds(Int64(interval)), error: Nanoseconds(Int64(error)), gaps: gaps.count)
    }

    /// The mean of the shortest gaps that differ by no more than a controller's delay, if there are enough of them.
    private static func shortestRecurring(_ sorted: [Double]) -> Double? {
        let needed = max(3, sorted.count / 20)
        var end = 0
        var sum = 0.0
        for start in sorted.indices {
            while end < sorted.count, sorted[end] <= sorted[start] + mostDelay + slack {
                sum += sorted[end]
                end += 1
            }
            if end - start >= needed { return sum / Double(end - start) }
            sum -= sorted[start]
        }
        return nil
    }
}
