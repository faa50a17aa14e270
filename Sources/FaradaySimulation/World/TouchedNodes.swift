/// Nodes that may have packets, calls or a new deadline, each once, in the order in which they were touched.
///
/// Not retained, not even while in use: a world keeps every node as long as it exists.
struct TouchedNodes {
    private var nodes: ContiguousArray<Unmanaged<Node>> = []

    @inline(__always)
    var isEmpty: Bool { nodes.isEmpty }
    @inline(__always)
    var count: Int { nodes.count }
    @inline(__always)
    subscript(index: Int) -> Unmanaged<Node> { nodes[index] }

    /// Adds a node, unless it is in the list.
    @inline(__always)
    mutating func insert(_ node: Unmanaged<Node>) {
        let isTouched = node._withUnsafeGuaranteedRef { node in
            defer { node.isTouched = true }
            return node.isTouched
        }
        if !isTouched { nodes.append(node) }
    }

    /// Empties the list; the caller has marked the nodes as untouched.
    @inline(__always)
    mutating func removeAll() {
        // One by one, which is quicker for the few that there are.
        while nodes.popLast() != nil {}
    }
}
