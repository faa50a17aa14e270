/// Where the energy of tones comes from: their inverse Fourier transform over the channels has a peak for each path.
///
/// A longer path turns the phase more from one channel to the next. The turn of a peak is its place, in bins.
struct PathSpectrum: Hashable, Sendable {
    /// The place of the first strong peak; a turn around the circle is ``size`` bins.
    private(set) var place: Double
    /// How much of the tones' amplitude is in the strongest peak, 0 to 1.
    private(set) var coherence: Double
    /// Whether a later peak is stronger.
    private(set) var isBehindStronger: Bool

    /// A power of two; about 3.4 bins lie between the top of a peak and where it ends.
    static let size = 256
    /// The part of the strongest peak's power that an earlier one must have to be the direct path.
    private static let directShare = 0.25

    /// Transforms the channels, and looks for peaks in these bins, of which the first ones are the nearest; nil without
    /// any tone.
    init?(_ terms: UnsafeBufferPointer<SIMD2<Double>>, in range: Range<Int>) {
        var total = 0.0
        for term in terms { total += term.magnitude }
        guard total > 0 else { return nil }
        let (strongest, first) = withUnsafeTemporaryAllocation(of: SIMD2<Double>.self, capacity: Self.size) {
            bins -> (Int, Int?) in
            Self.transform(terms, into: bins)
            return Self.peaks(bins, range)
        }
        var bin = strongest
        if let first, Self.isReal(first, before: strongest, terms, total) { bin = first }
        isBehindStronger = bin != strongest
        let (top, power) = Self.refined(Double(bin), terms)
        place = top
        let most = bin == strongest ? power : Self.power(Double(strongest), terms)
        coherence = most.squareRoot() / total
    }

    /// The strongest bin, and an earlier peak that is strong too.
    private static func peaks(
        _ bins: UnsafeMutableBufferPointer<SIMD2<Double>>, _ range: Range<Int>
    ) -> (Int, Int?) {
        func power(_ bin: Int) -> Double { bins[bin & (size - 1)].power }
        var (strongest, most) = (range.lowerBound, -1.0)
        for bin in range where power(bin) > most { (strongest, most) = (bin, power(bin)) }
        let earlier = range.lowerBound..<max(strongest - 1, range.lowerBound)
        let first = earlier.first {
            power($0) >= directShare * most && power($0) >= power($0 - 1) && power($0) > power($0 + 1)
        }
        return (strongest, first)
    }

    /// Whether an earlier peak is more than the strongest one's own ripple, which holes in the channels make. With tones
    /// on every other channel only, peaks repeat: then the first one is meant.
    private static func isReal(
        _ first: Int, before strongest: Int, _ terms: UnsafeBufferPointer<SIMD2<Double>>, _ total: Double
    ) -> Bool {
        let step = UnitCircle.point(Double(strongest - first) * 2 * .pi / Double(size))
        var (sum, rotor) = (SIMD2<Double>.zero, SIMD2<Double>(1, 0))
        for term in terms {
            sum += rotor * term.magnitude
            rotor = rotor.times(step)
        }
        let ripple = sum.magnitude / total
        let share = (Self.power(Double(first), terms) / Self.power(Double(strongest), terms)).squareRoot()
        return share > min(ripple + 0.25, 0.97)
    }

    /// The power between bins.
    private static func power(_ place: Double, _ terms: UnsafeBufferPointer<SIMD2<Double>>) -> Double {
        let step = UnitCircle.point(place * 2 * .pi / Double(size))
        var (sum, rotor) = (SIMD2<Double>.zero, SIMD2<Double>(1, 0))
        for term in terms {
            sum += term.times(rotor)
            rotor = rotor.times(step)
        }
        return sum.power
    }

    /// The top of a peak, by parabolas through three points around it that come closer.
    private static func refined(
        _ bin: Double, _ terms: UnsafeBufferPointer<SIMD2<Double>>
    ) -> (place: Double, power: Double) {
        var place = bin
        var top = power(place, terms)
        for width in [0.5, 0.1] {
            let (left, right) = (power(place - width, terms), power(place + width, terms))
            let bend = left - 2 * top + right
            guard bend < 0 else { break }
            place += min(max((left - right) / (2 * bend), -1), 1) * width
            top = power(place, terms)
        }
        return (place, top)
    }

    // MARK: The transform

    /// The sums of tone k times e^(+i 2 pi k m / size) for all m, by Cooley and Tukey.
    private static func transform(
        _ terms: UnsafeBufferPointer<SIMD2<Double>>, into bins: UnsafeMutableBufferPointer<SIMD2<Double>>
    ) {
        bins.initialize(repeating: .zero)
        for channel in terms.indices { bins[Int(UInt8(channel).bitReversed)] = terms[channel] }
        turns.withUnsafeBufferPointer { turns in
            var half = 1
            while half < size {
                let stride = size / (2 * half)
                var start = 0
                while start < size {
                    for offset in 0..<half {
                        let product = bins[start + half + offset].times(turns[offset * stride])
                        let sum = bins[start + offset]
                        bins[start + offset] = sum + product
                        bins[start + half + offset] = sum - product
                    }
                    start += 2 * half
                }
                half *= 2
            }
        }
    }

    private static let turns: [SIMD2<Double>] = (0..<size / 2).map {
        UnitCircle.point(Double($0) * 2 * .pi / Double(size))
    }
}

extension UInt8 {
    /// The bits in the opposite order.
    fileprivate var bitReversed: UInt8 {
        var bits = self
        bits = bits >> 4 | bits << 4
        bits = (bits & 0xCC) >> 2 | (bits & 0x33) << 2
        return (bits & 0xAA) >> 1 | (bits & 0x55) << 1
    }
}
