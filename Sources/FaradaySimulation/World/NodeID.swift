/// One node's number in its world: 0, 1, 2 … in the order of adding.
public struct NodeID: Hashable, Sendable, Comparable {
    /// The number.
    public let rawValue: UInt32
    /// Wraps a number.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
    /// Orders nodes as they were added.
    public static func < (left: NodeID, right: NodeID) -> Bool { left.rawValue < right.rawValue }
    var index: Int { Int(rawValue) }
}
