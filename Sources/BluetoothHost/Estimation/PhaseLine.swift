/// The line on which the phases of tones lie over their channels: its slope is the distance.
///
/// Unwrapping the phases also gives the air's response for one way, as the root of that for both ways: in it each path
/// has one peak, while in the product of both ways each pair of paths has a peak between them.
struct PhaseLine: Hashable, Sendable {
    /// The turn from one channel to the next, in radians; 1 MHz lies between them.
    private(set) var slope: Double
    /// How far the phases are from the line, as the root of the mean square, in radians.
    private(set) var residual: Double
    /// The standard deviation of the slope that the residual explains.
    private(set) var deviation: Double
    private(set) var count: Int
    /// The turn that is taken out of the response for one way, in radians for both ways.
    private(set) var turn: Double
    /// How often neighbours differ by so much that the unwrapping may be wrong.
    private(set) var jumps: Int

    /// A larger difference of neighbours counts as a jump, in radians.
    private static let jump = 2.0

    /// Fits a line to the channels that have a tone; nil with fewer than 15, or if all are in one place.
    ///
    /// The mean turn between neighbouring channels is taken out first. What is left is small, so that it can be unwrapped
    /// from one channel to the next, also over holes. `oneWay` gets the response for one way.
    init?(
        _ terms: UnsafeBufferPointer<SIMD2<Double>>, oneWay: UnsafeMutableBufferPointer<SIMD2<Double>>
    ) {
        guard let turn = Self.meanTurn(terms) else { return nil }
        self.init(terms, around: turn, oneWay: oneWay)
    }

    /// The mean turn between channels 1 MHz apart, or else 2 MHz, and so on; -pi to pi.
    private static func meanTurn(_ terms: UnsafeBufferPointer<SIMD2<Double>>) -> Double? {
        for distance in 1...8 {
            var sum = SIMD2<Double>.zero
            var pairs = 0
            for channel in distance..<terms.count where terms[channel - distance] != .zero {
                guard terms[channel] != .zero else { continue }
                sum += terms[channel].times(terms[channel - distance].conjugate)
                pairs += 1
            }
            if pairs >= 7, sum != .zero { return UnitCircle.angle(sum) / Double(distance) }
        }
        return nil
    }

    private init?(
        _ terms: UnsafeBufferPointer<SIMD2<Double>>, around turn: Double,
        oneWay: UnsafeMutableBufferPointer<SIMD2<Double>>
    ) {
        oneWay.initialize(repeating: .zero)
        let step = UnitCircle.point(-turn)
        var rotor: SIMD2<Double> = [1, 0]
        var sums = Sums()
        var last: Double?
        var jumps = 0
        for channel in terms.indices {
            defer { rotor = rotor.times(step) }
            guard terms[channel] != .zero else { continue }
            let phase = UnitCircle.angle(terms[channel].times(rotor))
            let difference = UnitCircle.wrapped(phase - (last ?? phase))
            let unwrapped = (last ?? phase) + difference
            if abs(difference) > Self.jump { jumps += 1 }
            last = unwrapped
            let magnitude = terms[channel].magnitude
            sums.add(Double(channel), unwrapped, weight: magnitude)
            oneWay[channel] = UnitCircle.point(unwrapped / 2) * magnitude.squareRoot()
        }
        guard let line = sums.line, sums.count >= 15 else { return nil }
        (self.turn, self.jumps) = (turn, jumps)
        slope = turn + line.slope
        residual = line.residual
        count = sums.count
        deviation = line.residual / (line.spread * Double(sums.count)).squareRoot()
    }

    /// Sums for a weighted regression.
    private struct Sums {
        var (weight, x, y, xx, xy, yy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        var count = 0

        mutating func add(_ x: Double, _ y: Double, weight: Double) {
            count += 1
            self.weight += weight
            self.x += weight * x
            self.y += weight * y
            xx += weight * x * x
            xy += weight * x * y
            yy += weight * y * y
        }

        /// The slope, the root of the mean square of the residuals, and the variance of x.
        var line: (slope: Double, residual: Double, spread: Double)? {
            guard weight > 0 else { return nil }
            let (meanX, meanY) = (x / weight, y / weight)
            let spread = xx / weight - meanX * meanX
            guard spread > 1e-9 else { return nil }
            let slope = (xy / weight - meanX * meanY) / spread
            let rest = yy / weight - meanY * meanY - slope * slope * spread
            return (slope, max(0, rest).squareRoot(), spread)
        }
    }
}
