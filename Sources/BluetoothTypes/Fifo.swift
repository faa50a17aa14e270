/// A first-in, first-out queue that keeps its storage. A single element, the usual case, is moved in and out.
package struct Fifo<Element> {
    /// Elements before `head` have been taken.
    @usableFromInline var items: ContiguousArray<Element?> = []
    @usableFromInline var head = 0

    @inlinable package init() {}

    /// How many elements wait.
    @inlinable package var count: Int { items.count - head }
    /// Whether the queue is empty.
    @inlinable package var isEmpty: Bool { head == items.count }
    /// The oldest element.
    @inlinable package var first: Element? { head < items.count ? items[head] : nil }
    /// The elements, oldest first.
    @inlinable package var all: [Element] { items[head...].compactMap { $0 } }

    /// Whether one of the elements satisfies `matches`.
    @inlinable package func contains(where matches: (Element) -> Bool) -> Bool {
        items[head...].contains { $0.map(matches) ?? false }
    }

    /// Whether the oldest element satisfies `isWanted`.
    @inlinable package func isFirst(_ isWanted: (Element) -> Bool) -> Bool {
        guard head < items.count, let first = items[head] else { return false }
        return isWanted(first)
    }

    /// Adds an element at the end.
    @inlinable package mutating func append(_ element: consuming Element) { items.append(element) }

    /// Adds all of `others`, in order, and leaves that queue empty.
    @inlinable package mutating func take(_ others: inout Fifo) {
        while let element = others.popFirst() { items.append(element) }
    }

    /// Takes the oldest element.
    @inlinable package mutating func popFirst() -> Element? {
        guard head < items.count else { return nil }
        if head == items.count - 1 {
            let item = items.removeLast()
            // Releases the storage after a burst.
            if head > 0 { items.removeAll(keepingCapacity: head <= 256) }
            head = 0
            return item
        }
        let item = items[head].take()
        head += 1
        if head >= 64, head * 2 >= items.count {
            items.removeSubrange(0..<head)
            head = 0
        }
        return item
    }

    /// Removes and returns the elements that satisfy `matches`, in order; the others keep their order.
    @inlinable package mutating func extract(where matches: (Element) -> Bool) -> [Element] {
        var taken: [Element] = []
        var kept: ContiguousArray<Element?> = []
        for case let element? in items[head...] {
            if matches(element) { taken.append(element) } else { kept.append(element) }
        }
        items = kept
        head = 0
        return taken
    }
}

extension Fifo: Sendable where Element: Sendable {}
