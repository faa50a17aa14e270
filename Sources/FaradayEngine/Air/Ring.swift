/// A first-in, first-out queue in a ring of storage that grows by doubling.
///
/// It is not copyable, so that adding and removing cost one move each and no checks.
struct Ring<Element>: ~Copyable {
    private var slots: UnsafeMutablePointer<Element>?
    private var capacity = 0
    private var head = 0
    /// How many elements wait.
    private(set) var count = 0

    /// Creates an empty ring without storage.
    init() {}

    deinit {
        for index in 0..<count { (slots! + ((head + index) & (capacity - 1))).deinitialize(count: 1) }
        slots?.deallocate()
    }

    /// Whether nothing waits.
    var isEmpty: Bool { count == 0 }
    /// The address of the oldest element, valid until the next change.
    var first: UnsafeMutablePointer<Element>? { count == 0 ? nil : slots! + head }

    /// Adds an element at the end.
    @inline(__always)
    mutating func append(_ element: consuming Element) { appendPlace().initialize(to: element) }

    /// Adds an element that has to be initialised at the returned place before the next call.
    @inline(__always)
    mutating func appendPlace() -> UnsafeMutablePointer<Element> {
        if count == capacity { grow() }
        defer { count += 1 }
        return slots! + ((head + count) & (capacity - 1))
    }

    /// Takes the oldest element.
    mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = (slots! + head).move()
        head = (head + 1) & (capacity - 1)
        count -= 1
        return element
    }

    /// Forgets all elements.
    mutating func removeAll() {
        while popFirst() != nil {}
    }

    private mutating func grow() {
        let wider = UnsafeMutablePointer<Element>.allocate(capacity: max(2, capacity * 2))
        for index in 0..<count {
            (wider + index).moveInitialize(from: slots! + ((head + index) & (capacity - 1)), count: 1)
        }
        slots?.deallocate()
        (slots, capacity, head) = (wider, max(2, capacity * 2), 0)
    }
}
