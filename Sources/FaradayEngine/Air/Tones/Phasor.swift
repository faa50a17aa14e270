/// A complex number, as amplitude and phase of a tone; phases are in turns, so that whole turns drop out exactly.
///
/// Like ``PathLoss`` it uses only operations that IEEE 754 rounds in the same way everywhere, because a world's results
/// must not differ between platforms.
package struct Phasor: Hashable, Sendable {
    /// In phase.
    package var re: Double
    /// In quadrature.
    package var im: Double

    package init(re: Double, im: Double) { (self.re, self.im) = (re, im) }

    /// The number of length 1 that points `turns` turns to the left of the first axis.
    @inline(__always)
    package init(turns: Double) {
        // Beyond this there are no fractions any more.
        guard turns.magnitude < 4e15 else {
            self.init(re: 1, im: 0)
            return
        }
        let fraction = turns - Double(Int64(turns))
        let quarters = Int(fraction * 4 + (fraction < 0 ? -0.5 : 0.5))
        let angle = (fraction - Double(quarters) / 4) * 6.283185307179586
        let (sine, cosine) = Self.sineAndCosine(angle)
        switch quarters & 3 {
        case 0: self.init(re: cosine, im: sine)
        case 1: self.init(re: -sine, im: cosine)
        case 2: self.init(re: -cosine, im: -sine)
        default: self.init(re: sine, im: -cosine)
        }
    }

    /// For angles up to an eighth of a turn, where the series are short.
    @inline(__always)
    private static func sineAndCosine(_ angle: Double) -> (Double, Double) {
        let square = angle * angle
        var sine = -1 / 1_307_674_368_000 * square + 1 / 6_227_020_800
        sine = sine * square - 1 / 39_916_800
        sine = sine * square + 1 / 362_880
        sine = sine * square - 1 / 5_040
        sine = sine * square + 1 / 120
        sine = (sine * square - 1 / 6) * square * angle + angle
        var cosine = 1 / 20_922_789_888_000 * square - 1 / 87_178_291_200
        cosine = cosine * square + 1 / 479_001_600
        cosine = cosine * square - 1 / 3_628_800
        cosine = cosine * square + 1 / 40_320
        cosine = cosine * square - 1 / 720
        cosine = cosine * square + 1 / 24
        cosine = (cosine * square - 0.5) * square + 1
        return (sine, cosine)
    }

    /// The square of the length.
    package var power: Double { re * re + im * im }
    /// The length.
    package var amplitude: Double { power.squareRoot() }
    /// The number mirrored at the first axis: the phase with the other sign.
    package var conjugate: Phasor { Phasor(re: re, im: -im) }

    package static func * (one: Phasor, other: Phasor) -> Phasor {
        Phasor(re: one.re * other.re - one.im * other.im, im: one.re * other.im + one.im * other.re)
    }

    package static func * (one: Phasor, factor: Double) -> Phasor {
        Phasor(re: one.re * factor, im: one.im * factor)
    }

    package static func + (one: Phasor, other: Phasor) -> Phasor {
        Phasor(re: one.re + other.re, im: one.im + other.im)
    }
}

extension PathLoss {
    /// The ratio of amplitudes that is this many dB; −2,000 to 2,000 dB.
    package static func amplitude(decibels: Double) -> Double {
        // 10^(dB/20) = 2^whole · e^rest with a rest of less than ln 2.
        let limited = decibels.isNaN ? -2_000 : min(max(decibels, -2_000), 2_000)
        let exponent = limited * 0.16609640474436813
        let whole = Int(exponent < 0 ? exponent - 1 : exponent)
        let rest = (exponent - Double(whole)) * 0.6931471805599453
        var (sum, term) = (1.0, 1.0)
        var number = 1.0
        while number < 20 {
            term *= rest / number
            sum += term
            number += 1
        }
        return Double(sign: .plus, exponent: whole, significand: sum)
    }
}
