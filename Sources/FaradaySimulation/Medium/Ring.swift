/// A first-in, first-out queue in a ring of storage that grows by doubling.
struct Ring<Element> {
    private var slots: ContiguousArray<Element?> = []
    private var head = 0
    /// How many elements wait.
    private(set) var count = 0

    /// Creates an empty ring without storage.
    init() {}

    /// Whether nothing waits.
    var isEmpty: Bool { count == 0 }
    /// The oldest element.
    var first: Element? { count == 0 ? nil : slots[head] }

    /// Adds an element behind all others.
    mutating func append(_ element: Element) {
        if count == slots.count { grow() }
        slots[(head + count) & (slots.count - 1)] = element
        count += 1
    }

    /// Takes the oldest element.
    mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = slots[head].take()
        head = (head + 1) & (slots.count - 1)
        count -= 1
        return element
    }

    /// Forgets all elements and their storage.
    mutating func removeAll() { self = Ring() }

    private mutating func grow() {
        var wider = ContiguousArray<Element?>()
        wider.reserveCapacity(max(4, slots.count * 2))
        for index in 0..<count { wider.append(slots[(head + index) & (slots.count - 1)]) }
        while wider.count < max(4, slots.count * 2) { wider.append(nil) }
        (slots, head) = (wider, 0)
    }
}
