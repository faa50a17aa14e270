/// The log-distance model of radio propagation, with the same results on every platform.
package enum PathLoss {
    /// The loss at one metre in dB: free space at 2.44 GHz.
    static let atOneMeter = 40.05

    /// The loss over `meters` in dB; distances below a centimetre count as one.
    static func decibels(meters: Double, exponent: Double) -> Double {
        // A position that is not a number is out of range.
        meters.isNaN ? .infinity : atOneMeter + 10 * exponent * log10(max(meters, 0.01))
    }

    /// The distance in metres over which this many dB are lost.
    package static func meters(decibels: Double, exponent: Double) -> Double {
        var (near, far) = (0.01, 1e9)
        for _ in 0..<80 {
            let middle = (near + far) / 2
            if self.decibels(meters: middle, exponent: exponent) > decibels {
                far = middle
            } else {
                near = middle
            }
        }
        return near
    }

    /// The decimal logarithm of a positive number.
    ///
    /// It uses only additions and multiplications, which IEEE 754 rounds in the same way everywhere. The last bit of
    /// the C library's result differs between platforms, and a world's results must not.
    static func log10(_ value: Double) -> Double {
        guard value.isFinite, value > 0 else { return value > 0 ? .infinity : -.infinity }
        // value = mantissa · 2^exponent with a mantissa of 0.7 to 1.4, where the series is short.
        var mantissa = value.significand
        var exponent = Double(value.exponent)
        if mantissa > 1.4142135623730951 {
            mantissa /= 2
            exponent += 1
        }
        // ln m = 2 (z + z³/3 + z⁵/5 + …) with z = (m − 1) / (m + 1).
        let z = (mantissa - 1) / (mantissa + 1)
        let square = z * z
        var power = z
        var sum = 0.0
        var divisor = 1.0
        while divisor < 26 {
            sum += power / divisor
            power *= square
            divisor += 2
        }
        return (2 * sum + exponent * 0.6931471805599453) * 0.4342944819032518
    }
}

extension EntropyStream {
    /// A number with mean 0 and deviation 1, never beyond 6: the sum of twelve uniform draws.
    mutating func normal() -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += unit() }
        return sum
    }
}

extension Int8 {
    /// A power as HCI reports it: −127 to 20 dBm.
    init(dBm power: Float) { self.init(Swift.max(-127, Swift.min(20, power)).rounded()) }
}
