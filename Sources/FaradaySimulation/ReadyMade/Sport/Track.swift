import BluetoothProfiles

/// A way on the ground, in metres: the same on every platform, and precise enough for some kilometres.
struct Track: Sendable {
    typealias Coordinate = LocationAndNavigation.Coordinate

    let points: [Coordinate]
    /// Metres from each point to the next one; the last leads back to the first.
    private let lengths: [Double]

    /// Creates a round; without a point it stands at 0, 0.
    init(_ points: [Coordinate]) {
        let points = points.isEmpty ? [Coordinate(latitude: 0, longitude: 0)] : points
        self.points = points
        lengths = points.indices.map {
            Geography.vector(from: points[$0], to: points[($0 + 1) % points.count]).length
        }
    }

    /// Where one is, and in which direction one goes, after so many metres.
    func place(after distance: Double) -> (coordinate: Coordinate, heading: Double) {
        let round = lengths.reduce(0, +)
        guard round > 0, distance.isFinite else { return (points[0], 0) }
        var rest = distance.truncatingRemainder(dividingBy: round)
        for (index, length) in lengths.enumerated() {
            guard rest >= length else {
                let (from, to) = (points[index], points[(index + 1) % points.count])
                let share = rest / length
                let coordinate = Coordinate(
                    latitude: from.latitude + (to.latitude - from.latitude) * share,
                    longitude: from.longitude + (to.longitude - from.longitude) * share)
                return (coordinate, Geography.vector(from: from, to: to).bearing)
            }
            rest -= length
        }
        return (points[0], 0)
    }
}

/// What the way from one place to another is on a flat piece of the earth.
enum Geography {
    /// Metres to the east and to the north.
    struct Vector: Sendable {
        var east: Double
        var north: Double

        var length: Double { (east * east + north * north).squareRoot() }

        /// Degrees clockwise from north, 0 up to 360.
        var bearing: Double {
            guard length > 0 else { return 0 }
            // The angle to the nearer axis, then the octant.
            let (small, large) = (min(abs(east), abs(north)), max(abs(east), abs(north)))
            let angle = Geography.arcTangent(small / large) * 180 / .pi
            let fromNorth = abs(east) < abs(north) ? angle : 90 - angle
            let half = north >= 0 ? fromNorth : 180 - fromNorth
            let full = east >= 0 ? half : 360 - half
            return full < 360 ? full : 0
        }
    }

    /// The way from one place to another that is near.
    static func vector(
        from: LocationAndNavigation.Coordinate, to: LocationAndNavigation.Coordinate
    ) -> Vector {
        let metresPerDegree = 111_195.0
        let middle = (from.latitude + to.latitude) / 2 * .pi / 180
        return Vector(
            east: (to.longitude - from.longitude) * metresPerDegree * cosine(middle),
            north: (to.latitude - from.latitude) * metresPerDegree)
    }

    // The C library's functions differ in the last bit between platforms, and traces are compared byte for byte.

    /// The cosine of an angle between -pi/2 and pi/2.
    private static func cosine(_ angle: Double) -> Double {
        var (sum, term) = (1.0, 1.0)
        for step in 1...10 {
            term *= -angle * angle / Double((2 * step - 1) * 2 * step)
            sum += term
        }
        return sum
    }

    /// The arc tangent of a number between 0 and 1.
    fileprivate static func arcTangent(_ tangent: Double) -> Double {
        // Twice half the angle, twice: the series is quick near 0.
        func halved(_ tangent: Double) -> Double { tangent / (1 + (1 + tangent * tangent).squareRoot()) }
        let small = halved(halved(tangent))
        var (sum, term) = (0.0, small)
        for step in 0..<12 {
            sum += term / Double(2 * step + 1)
            term *= -small * small
        }
        return 4 * sum
    }
}
