import BluetoothWire

/// Computes a distance from what steps measured.
///
/// The tones' phase falls with the frequency by 4 pi d / c. Three values come from it, and from packets:
///
/// - the slope of the phases, which noise disturbs least, and which is right as long as the direct path is the strongest;
/// - the first strong peak of the inverse Fourier transform, which is right also when a reflection is stronger;
/// - the round-trip time, which is coarse, but not ambiguous.
///
/// The slope is used where it agrees with the peak, else the peak. Channels 1 MHz apart can't tell distances 149.9 m
/// apart from each other; the round-trip time decides if it is there.
enum DistanceEstimator {
    /// In metres per second.
    static let speedOfLight = 299_792_458.0
    /// The distance at which the phases of channels 1 MHz apart are as at 0, in metres.
    static let ambiguity = speedOfLight / 2e6

    /// The least part of the tones' amplitude that must come by one path. Noise alone reaches about 0.3.
    private static let leastCoherence = 0.4
    /// How far slope and peak may be apart, in metres.
    private static let agreement = 1.0
    /// With more jumps from channel to channel noise is so strong that the response for one way can't be trusted.
    private static let mostJumps = 4
    /// How far the phases of a clear path, and of one with reflections, are from a line, in radians.
    private static let (clearResidual, fairResidual) = (0.35, 0.8)
    /// The shortest distance that noise makes of a short one, in metres.
    private static let nearest = -10.0

    /// The distance from an initiator's steps, with the reflector's unless it corrected inline; nil if they say nothing.
    ///
    /// - Parameter antennaDelay: The metres by which both ends' antennas make it longer.
    static func estimate(
        _ steps: [ChannelSounding.Step], peer: [ChannelSounding.StepData]?, antennaDelay: Double = 0
    ) -> DistanceEstimate? {
        let tones = peer.map { TwoWayTones(steps, peer: $0) } ?? TwoWayTones(steps)
        let packets = peer.flatMap { RoundTrip(steps, peer: $0) }
        guard var estimate = combined(tones, packets) else { return nil }
        estimate.distance = max(0, estimate.distance - antennaDelay)
        return estimate
    }

    private static func combined(_ tones: TwoWayTones, _ packets: RoundTrip?) -> DistanceEstimate? {
        let found = (0..<tones.paths).compactMap { tones.withPath($0, path) }
        guard var best = found.max(by: { ($0.quality, $1.deviation) < ($1.quality, $0.deviation) }) else {
            return packets.map {
                DistanceEstimate(
                    distance: $0.distance, deviation: $0.deviation, quality: .medium,
                    roundTrip: $0.distance)
            }
        }
        let alike = found.filter {
            $0.quality == best.quality && abs($0.distance - best.distance) < agreement
        }
        best.distance = alike.reduce(0) { $0 + $1.distance } / Double(alike.count)
        guard let packets else { return best }
        best.roundTrip = packets.distance
        if packets.deviation < ambiguity / 6 {
            best.distance += ((packets.distance - best.distance) / ambiguity).rounded() * ambiguity
        }
        return best
    }

    /// What the tones of one antenna path say.
    private static func path(_ terms: UnsafeBufferPointer<SIMD2<Double>>) -> DistanceEstimate? {
        withUnsafeTemporaryAllocation(of: SIMD2<Double>.self, capacity: terms.count) {
            oneWay -> DistanceEstimate? in
            guard let line = PhaseLine(terms, oneWay: oneWay) else { return nil }
            let isSmooth = line.jumps <= mostJumps
            guard
                let peak = isSmooth
                    ? PathSpectrum(UnsafeBufferPointer(oneWay), in: -64..<65)
                    : PathSpectrum(terms, in: -17..<PathSpectrum.size - 17), peak.coherence >= leastCoherence
            else { return nil }
            return estimate(line, peak, isOneWay: isSmooth)
        }
    }

    private static func estimate(
        _ line: PhaseLine, _ peak: PathSpectrum, isOneWay: Bool
    ) -> DistanceEstimate {
        let metersPerRadian = ambiguity / (2 * .pi)
        // A turn around the circle is the ambiguity for both ways, twice that for one way.
        let metersPerBin = (isOneWay ? 2 : 1) * ambiguity / Double(PathSpectrum.size)
        var first = peak.place * metersPerBin - (isOneWay ? line.turn * metersPerRadian : 0)
        if first < nearest { first += ambiguity }
        // The slope is known up to whole turns; the one next to the peak is meant.
        let turns = ((-line.slope * metersPerRadian - first) / ambiguity).rounded()
        let slope = -line.slope * metersPerRadian - turns * ambiguity
        let agrees = abs(slope - first) <= agreement
        var quality = DistanceEstimate.Quality.low
        if agrees, !peak.isBehindStronger, line.residual <= fairResidual {
            quality = line.residual <= clearResidual ? .high : .medium
        }
        return DistanceEstimate(
            distance: agrees ? slope : first, deviation: line.deviation * metersPerRadian, quality: quality,
            phaseSlope: slope, inverseFourier: first, toneCount: line.count)
    }
}
