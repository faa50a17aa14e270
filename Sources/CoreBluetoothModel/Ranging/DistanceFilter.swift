/// The distances of one session as the system hands them out: without outliers, and smoothed (behaviour 27.14).
///
/// A value depends on the ones before, so that the distance of a moving accessory lags behind.
///
/// ```swift
/// var filter = DistanceFilter(RangingRules())
/// filter.take(2.0)  // 2.0
/// filter.take(3.0)  // 2.4
/// filter.take(90)   // nil: an outlier
/// ```
struct DistanceFilter: Hashable, Sendable {
    private let rules: RangingRules
    /// The distance in metres, smoothed; `nil` before the first value.
    private(set) var smoothed: Double?
    /// The latest outliers, if nothing came after them.
    private var outliers: [Double] = []

    init(_ rules: RangingRules) { self.rules = rules }

    /// Takes the distance of the next procedure in metres. Returns the smoothed one, or `nil` for an outlier.
    mutating func take(_ distance: Double) -> Double? {
        guard distance.isFinite, distance >= 0 else { return nil }
        guard let smoothed else {
            self.smoothed = distance
            return distance
        }
        let limit = max(rules.outlierDistance, rules.outlierShare * smoothed)
        guard abs(distance - smoothed) > limit else {
            outliers = []
            self.smoothed = smoothed + rules.smoothing * (distance - smoothed)
            return self.smoothed
        }
        return takeOutlier(distance, limit)
    }

    /// Outliers that agree with each other are no outliers: the accessory is there.
    private mutating func takeOutlier(_ distance: Double, _ limit: Double) -> Double? {
        outliers.removeAll { abs($0 - distance) > limit }
        outliers.append(distance)
        guard outliers.count >= max(rules.believedOutliers, 1) else { return nil }
        let believed = outliers.reduce(0, +) / Double(outliers.count)
        smoothed = believed
        outliers = []
        return believed
    }
}
