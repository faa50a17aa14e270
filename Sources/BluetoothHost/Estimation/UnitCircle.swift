/// Angles in radians, without a library of the system: the same digits on every platform.
package enum UnitCircle {
    /// The cosine and the sine of an angle, exact to 1e-12; the angle is at most a few thousand turns.
    package static func point(_ angle: Double) -> SIMD2<Double> {
        let quarter = (angle / (.pi / 2)).rounded()
        let rest = angle - quarter * (.pi / 2)
        let square = rest * rest
        let sine = rest * polynomial(sineSeries, square)
        let cosine = polynomial(cosineSeries, square)
        switch Int(quarter) & 3 {
        case 0: return [cosine, sine]
        case 1: return [-sine, cosine]
        case 2: return [-cosine, -sine]
        default: return [sine, -cosine]
        }
    }

    /// The angle of a point, -pi to pi, exact to 1e-10; 0 for the origin.
    package static func angle(_ point: SIMD2<Double>) -> Double {
        let (x, y) = (abs(point.x), abs(point.y))
        let larger = max(x, y)
        guard larger > 0 else { return 0 }
        let ratio = min(x, y) / larger
        var angle = ratio > 0.414_213_562 ? .pi / 4 + arc((ratio - 1) / (ratio + 1)) : arc(ratio)
        if y > x { angle = .pi / 2 - angle }
        if point.x < 0 { angle = .pi - angle }
        return point.y < 0 ? -angle : angle
    }

    /// The same angle between -pi and pi.
    static func wrapped(_ angle: Double) -> Double {
        angle - (angle / (2 * .pi)).rounded() * 2 * .pi
    }

    /// The arc tangent of at most 0.4143, either sign.
    private static func arc(_ tangent: Double) -> Double {
        tangent * polynomial(arcSeries, tangent * tangent)
    }

    /// A polynomial with its highest coefficient first.
    @inline(__always) private static func polynomial(_ coefficients: SIMD16<Double>, _ x: Double) -> Double {
        var sum = 0.0
        for index in 0..<16 { sum = sum * x + coefficients[index] }
        return sum
    }

    // Taylor's series, 1 / 13! and so on; what is not needed for that accuracy is 0.
    private static let sineSeries: SIMD16<Double> = [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 1.6059043836821613e-10, -2.505210838544172e-08, 2.7557319223985893e-06,
        -0.0001984126984126984, 0.008333333333333333, -0.16666666666666666, 1,
    ]
    private static let cosineSeries: SIMD16<Double> = [
        0, 0, 0, 0, 0, 0, 0, 0, -1.1470745597729725e-11, 2.08767569878681e-09, -2.755731922398589e-07,
        2.48015873015873e-05, -0.001388888888888889, 0.041666666666666664, -0.5, 1,
    ]
    private static let arcSeries: SIMD16<Double> = [
        0, 0, 0, 0, -0.043478260869565216, 0.047619047619047616, -0.05263157894736842,
        0.058823529411764705, -0.06666666666666667, 0.07692307692307693, -0.09090909090909091,
        0.1111111111111111, -0.14285714285714285, 0.2, -0.3333333333333333, 1,
    ]
}

/// Complex numbers are points of the plane: x is real, y imaginary.
extension SIMD2<Double> {
    /// The complex product.
    @inline(__always) func times(_ other: SIMD2<Double>) -> SIMD2<Double> {
        [x * other.x - y * other.y, x * other.y + y * other.x]
    }
    /// The complex conjugate.
    var conjugate: SIMD2<Double> { [x, -y] }
    /// The square of the distance from the origin.
    var power: Double { x * x + y * y }
    /// The distance from the origin.
    var magnitude: Double { power.squareRoot() }
}
