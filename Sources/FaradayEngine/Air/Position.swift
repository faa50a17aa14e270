/// The position of a node, in metres.
public struct Position: Hashable, Sendable {
    /// Metres along the first axis.
    public var x: Double
    /// Metres along the second axis.
    public var y: Double
    /// Metres along the third axis.
    public var z: Double

    /// Creates a position in metres.
    public init(x: Double, y: Double = 0, z: Double = 0) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The default position of phones.
    public static let origin = Position(x: 0)
    /// Out of range of everything: 10,000 km from the origin.
    public static let outOfRange = Position(x: 1e7)
    /// A position `distance` metres from the origin.
    public static func meters(_ distance: Double) -> Position { Position(x: distance) }

    /// The distance to `other` in metres.
    public func distance(to other: Position) -> Double {
        let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
        return (dx * dx + dy * dy + dz * dz).squareRoot()
    }
}
