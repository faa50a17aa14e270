import BluetoothWire

/// Values by attribute handle, in handle order. A peer has some dozens of attributes: a search is faster than
/// hashing, and the order is needed.
struct HandleTable<Value: Sendable>: Sendable {
    private(set) var entries: [(handle: ATT.Handle, value: Value)] = []

    subscript(_ handle: ATT.Handle) -> Value? {
        get { index(of: handle).map { entries[$0].value } }
        set {
            let place = place(of: handle)
            let isThere = place < entries.count && entries[place].handle == handle
            switch (newValue, isThere) {
            case (let value?, true): entries[place].value = value
            case (let value?, false): entries.insert((handle, value), at: place)
            case (nil, true): entries.remove(at: place)
            case (nil, false): break
            }
        }
    }

    @inline(__always)
    func contains(_ handle: ATT.Handle) -> Bool { index(of: handle) != nil }

    /// Changes a value in place; does nothing if there is none.
    @inline(__always)
    mutating func update(_ handle: ATT.Handle, _ change: (inout Value) -> Void) {
        if let index = index(of: handle) { change(&entries[index].value) }
    }

    @inline(__always)
    private func index(of handle: ATT.Handle) -> Int? {
        let place = place(of: handle)
        return place < entries.count && entries[place].handle == handle ? place : nil
    }

    /// The index of the first value at or after `handle`.
    @inline(__always)
    private func place(of handle: ATT.Handle) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].handle < handle { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
