/// A distance, and how it was found.
package struct DistanceEstimate: Hashable, Sendable {
    /// How much the distance can be trusted.
    package enum Quality: UInt8, Hashable, Sendable, Comparable, CaseIterable {
        /// Most tones are missing, or reflections are as strong as the direct path.
        case low
        /// The ways to compute it disagree by more than noise explains.
        case medium
        /// The phases lie on a line.
        case high

        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// In metres, at least 0.
    package var distance: Double
    /// The standard deviation that noise alone explains, in metres, at least 0.
    package var deviation: Double
    package var quality: Quality
    /// What the slope of the phase over the frequency says, in metres; nil without enough tones.
    package var phaseSlope: Double?
    /// Where the inverse Fourier transform of the tones has its first peak, in metres; nil without enough tones.
    package var inverseFourier: Double?
    /// What the times of packets say, in metres; nil without packets at both ends.
    package var roundTrip: Double?
    /// The number of channels whose tones were used.
    package var toneCount: Int

    package init(
        distance: Double, deviation: Double = 0, quality: Quality = .high, phaseSlope: Double? = nil,
        inverseFourier: Double? = nil, roundTrip: Double? = nil, toneCount: Int = 0
    ) {
        self.distance = distance
        self.deviation = deviation
        self.quality = quality
        self.phaseSlope = phaseSlope
        self.inverseFourier = inverseFourier
        self.roundTrip = roundTrip
        self.toneCount = toneCount
    }
}
