/// Nodes that may have packets, calls or a new deadline, each once, in the order in which they were touched.
///
/// A chain through the nodes: an array that is filled and emptied at each event took 150 instructions more. Not retained, not
/// even while in use: a world keeps every node as long as it exists.
struct TouchedNodes {
    private(set) var first: Unmanaged<Node>?
    private var last: Unmanaged<Node>?

    @inline(__always)
    var isEmpty: Bool { first == nil }

    /// Adds a node, unless it is in the chain; it is stirred, unless that is to be seen.
    @inline(__always)
    mutating func insert(_ node: Unmanaged<Node>, isStirred: Bool = true) {
        let isTouched = node._withUnsafeGuaranteedRef { node in
            defer { node.isTouched = true }
            if isStirred { node.isStirred = true }
            return node.isTouched
        }
        guard !isTouched else { return }
        if let last { last._withUnsafeGuaranteedRef { $0.nextTouched = node } } else { first = node }
        last = node
    }

    /// Takes the oldest node out.
    @inline(__always)
    mutating func popFirst() -> Unmanaged<Node>? {
        guard let node = first else { return nil }
        first = node._withUnsafeGuaranteedRef { node in
            defer { node.nextTouched = nil }
            node.isTouched = false
            return node.nextTouched
        }
        if first == nil { last = nil }
        return node
    }
}
