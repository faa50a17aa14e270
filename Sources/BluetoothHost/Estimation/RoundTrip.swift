import BluetoothWire

/// The time of flight, from packets that both ends timed (Core 6.0, Vol 6, Part H, 4.5).
struct RoundTrip: Hashable, Sendable {
    /// In metres; may be below 0 by noise.
    private(set) var distance: Double
    /// The standard deviation of the mean, in metres.
    private(set) var deviation: Double
    private(set) var count: Int

    /// The metres of light in half of a unit of 0.5 ns, since the way is gone twice.
    private static let metersPerUnit = DistanceEstimator.speedOfLight * 0.25e-9

    /// The mean over steps in which both ends received the packet; nil without any.
    ///
    /// Times that are far from the median, as of packets that came by a reflection, are left out.
    init?(_ steps: [ChannelSounding.Step], peer: [ChannelSounding.StepData]) {
        var times: [Double] = []
        for (step, other) in zip(steps, peer) {
            guard let own = step.data.packets, let others = other.packets, own.quality.check != .notFound,
                others.quality.check != .notFound, let time = own.time, let turnaround = others.time
            else { continue }
            times.append(Double(Int(time) - Int(turnaround)) * Self.metersPerUnit)
        }
        guard !times.isEmpty else { return nil }
        times.sort()
        let median = times[times.count / 2]
        let spread = times[times.count * 3 / 4] - times[times.count / 4]
        let near = times.filter { abs($0 - median) <= 2 * max(spread, Self.metersPerUnit) }
        let mean = near.reduce(0, +) / Double(near.count)
        let square = near.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(near.count)
        distance = mean
        deviation = (max(square, Self.metersPerUnit * Self.metersPerUnit / 12) / Double(near.count))
            .squareRoot()
        count = near.count
    }
}
