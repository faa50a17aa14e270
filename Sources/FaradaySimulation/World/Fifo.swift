/// A first-in, first-out queue that keeps its storage; a single element, the usual case, is moved in and out.
///
/// The model has a queue of its own: a generic type of another module is not specialized, and a read took nearly twice as
/// long with one for both.
struct Fifo<Element> {
    private var items: ContiguousArray<Element?> = []
    private var head = 0

    /// How many elements wait.
    var count: Int { items.count - head }
    /// Whether the queue is empty.
    var isEmpty: Bool { head == items.count }

    /// Adds an element at the end.
    mutating func append(_ element: consuming Element) { items.append(element) }

    /// Adds all of `others`, in order, and leaves that queue empty.
    mutating func take(_ others: inout Fifo) {
        if others.isEmpty { return }
        if isEmpty { return swap(&self, &others) }
        while let element = others.popFirst() { items.append(element) }
    }

    /// Gives the storage of an empty queue back.
    mutating func releaseStorage() {
        if items.isEmpty, items.capacity > 0 { items = [] }
    }

    /// Whether the oldest element satisfies `isWanted`.
    func isFirst(_ isWanted: (Element) -> Bool) -> Bool {
        guard head < items.count, let first = items[head] else { return false }
        return isWanted(first)
    }

    /// The waiting elements, oldest first.
    var all: [Element] { items[head...].compactMap { $0 } }

    /// Takes the element that `offset` others are older than.
    mutating func remove(at offset: Int) -> Element? {
        guard offset > 0 else { return popFirst() }
        return items.remove(at: head + offset)
    }

    /// Takes the oldest element.
    mutating func popFirst() -> Element? {
        guard head < items.count else { return nil }
        if head == items.count - 1 {
            let item = items.removeLast()
            if head > 0 { items.removeAll(keepingCapacity: true) }
            head = 0
            return item
        }
        let item = items[head].take()
        head += 1
        if head >= 256, head * 2 >= items.count {
            items.removeSubrange(0..<head)
            head = 0
        }
        return item
    }
}
