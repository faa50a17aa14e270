/// What two controllers spend on one connection event of their link: the smaller of what each is configured for.
///
/// The first packet of each side always goes; what follows has to fit.
struct EventBudget {
    /// Packets that each side sends at most.
    let packets: Int
    /// From the anchor to the end of the last packet and the space behind it, in nanoseconds.
    let time: Int64

    init(_ one: Controller.Configuration, _ other: Controller.Configuration) {
        packets = Self.least(one.maximumPacketsPerEvent, other.maximumPacketsPerEvent, unlimited: .max)
        // Half of the range, so that it can be added to any time.
        time = Self.least(one.maximumEventTime.count, other.maximumEventTime.count, unlimited: .max / 2)
    }

    /// The smaller of two limits, of which zero is none.
    private static func least<Limit: BinaryInteger>(
        _ one: Limit, _ other: Limit, unlimited: Limit
    ) -> Limit {
        min(one > 0 ? one : unlimited, other > 0 ? other : unlimited)
    }
}
