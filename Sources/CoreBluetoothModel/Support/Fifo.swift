/// A first-in-first-out queue in one array: no copies, no allocation once it has grown.
///
/// The world has a queue of its own, because a generic type of another module is not specialized.
struct Fifo<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }
    var count: Int { elements.count - head }
    var first: Element? { isEmpty ? nil : elements[head] }
    /// Oldest first.
    var all: ArraySlice<Element> { elements[head...] }

    func contains(where matches: (Element) -> Bool) -> Bool { elements[head...].contains(where: matches) }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        // The last element is moved out, not copied: mostly there is just one.
        if head == elements.count - 1 {
            let element = elements.removeLast()
            // Releases the storage after a burst.
            if head > 0 { elements.removeAll(keepingCapacity: head <= 16) }
            head = 0
            return element
        }
        let element = elements[head]
        head += 1
        if head >= 64, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Removes and returns the matching elements, in order; the others keep their order.
    mutating func extract(where matches: (Element) -> Bool) -> [Element] {
        var taken: [Element] = []
        var kept: [Element] = []
        for element in elements[head...] {
            if matches(element) { taken.append(element) } else { kept.append(element) }
        }
        elements = kept
        head = 0
        return taken
    }
}
