/// The number of a node in its world: 0, 1, 2 … in the order in which nodes are added.
public struct NodeID: Hashable, Sendable, Comparable {
    public let rawValue: UInt32
    /// Wraps a number.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
    /// Orders nodes by number: the node that was added first comes first.
    public static func < (left: NodeID, right: NodeID) -> Bool { left.rawValue < right.rawValue }
    /// Inlined, because the world asks for each packet.
    @inlinable package var index: Int { Int(rawValue) }
}
