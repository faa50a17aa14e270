/// Where a node is, in metres.
public struct Position: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var z: Double

    /// Creates a position in metres.
    public init(x: Double, y: Double = 0, z: Double = 0) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Where the first phone of a world stands.
    public static let origin = Position(x: 0)
    /// So far away that nothing is heard: 10,000 km.
    public static let outOfRange = Position(x: 1e7)
    /// A place `distance` metres from the origin.
    public static func meters(_ distance: Double) -> Position { Position(x: distance) }

    /// The distance to `other` in metres.
    public func distance(to other: Position) -> Double {
        let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
        return (dx * dx + dy * dy + dz * dz).squareRoot()
    }
}
