/// What a host knows by a handle: a new entry gets the lowest free one, from 1 on.
struct ConnectionHandles<Element> {
    /// By handle less one.
    private var places: ContiguousArray<Element?> = []

    /// How many entries there are.
    var count: Int { places.reduce(0) { $0 + ($1 == nil ? 0 : 1) } }

    /// The entries in the order of their handles, with `nil` for free handles.
    var elements: ContiguousArray<Element?> { places }

    @inline(__always)
    subscript(handle: UInt16) -> Element? {
        let index = Int(handle) - 1
        return index >= 0 && index < places.count ? places[index] : nil
    }

    /// Adds an entry; returns its handle.
    mutating func add(_ element: Element) -> UInt16 {
        if let free = places.firstIndex(where: { $0 == nil }) {
            places[free] = element
            return UInt16(free + 1)
        }
        places.append(element)
        return UInt16(places.count)
    }

    /// Frees a handle.
    mutating func remove(_ handle: UInt16) { places[Int(handle) - 1] = nil }

    /// Frees all handles.
    mutating func removeAll() { places = [] }
}
