/// The limits of two controllers for one connection event of their link: the smaller of the two configured limits.
///
/// The first packet of each side is always sent; later ones have to fit.
struct EventBudget {
    /// The maximum number of packets from each side.
    let packets: Int
    /// The time from the anchor to the end of the last packet and the space after it, in nanoseconds.
    let time: Int64

    init(_ one: ControllerConfiguration, _ other: ControllerConfiguration) {
        packets = Self.least(one.maximumPacketsPerEvent, other.maximumPacketsPerEvent, unlimited: .max)
        // Half of the range, so that it can be added to any time.
        time = Self.least(one.maximumEventTime.count, other.maximumEventTime.count, unlimited: .max / 2)
    }

    /// The smaller of two limits; zero means no limit.
    private static func least<Limit: BinaryInteger>(
        _ one: Limit, _ other: Limit, unlimited: Limit
    ) -> Limit {
        min(one > 0 ? one : unlimited, other > 0 ? other : unlimited)
    }
}
