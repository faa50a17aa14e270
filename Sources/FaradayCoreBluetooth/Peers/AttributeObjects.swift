import BluetoothPort

/// Attribute objects by identifier. A peer has some dozens of attributes: a search is faster than hashing.
struct AttributeObjects<Object: CBAttribute> {
    /// In ascending order; each belongs to the object at the same place.
    private var identifiers: ContiguousArray<UInt64> = []
    private(set) var objects: ContiguousArray<Object> = []

    subscript(_ identifier: AttributeIdentifier) -> Object? {
        get {
            let place = place(of: identifier)
            return isAt(place, identifier) ? objects[place] : nil
        }
        set {
            guard let newValue else {
                remove(identifier)
                return
            }
            let place = place(of: identifier)
            if isAt(place, identifier) {
                objects[place] = newValue
            } else {
                identifiers.insert(identifier.rawValue, at: place)
                objects.insert(newValue, at: place)
            }
        }
    }

    /// Whether `object` is the one with this identifier.
    func has(_ object: Object, at identifier: AttributeIdentifier) -> Bool {
        let place = place(of: identifier)
        return isAt(place, identifier) && objects[place] === object
    }

    /// Removes an object; returns it if it was there.
    @discardableResult
    mutating func remove(_ identifier: AttributeIdentifier) -> Object? {
        let place = place(of: identifier)
        guard isAt(place, identifier) else { return nil }
        identifiers.remove(at: place)
        return objects.remove(at: place)
    }

    @inline(__always)
    private func isAt(_ place: Int, _ identifier: AttributeIdentifier) -> Bool {
        place < identifiers.count && identifiers[place] == identifier.rawValue
    }

    /// The place of the first identifier that is not smaller.
    @inline(__always)
    private func place(of identifier: AttributeIdentifier) -> Int {
        var (low, high) = (0, identifiers.count)
        while low < high {
            let middle = (low + high) / 2
            if identifiers[middle] < identifier.rawValue { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
