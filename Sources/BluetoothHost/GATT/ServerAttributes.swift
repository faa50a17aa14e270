import BluetoothTypes
import BluetoothWire

/// The attributes of a database, sorted by handle: the host's own, which all hosts share, and those that were added.
///
/// Questions about one property of an attribute have functions of their own, because the attribute itself is a copy.
struct ServerAttributes: RandomAccessCollection, Sendable {
    /// GAP and GATT, once they are built.
    private var own: [Attribute] = []
    /// All others; their handles are higher.
    private var added: [Attribute] = []

    init() {}

    var startIndex: Int { 0 }
    @inline(__always) var endIndex: Int { own.count + added.count }
    @inline(__always) subscript(index: Int) -> Attribute {
        index < own.count ? own[index] : added[index - own.count]
    }

    /// Whether it has the host's own attributes.
    var isBuilt: Bool { !own.isEmpty }

    @inline(__always) func handle(at index: Int) -> ATT.Handle {
        index < own.count ? own[index].handle : added[index - own.count].handle
    }
    @inline(__always) func type(at index: Int) -> BluetoothUUID {
        index < own.count ? own[index].type : added[index - own.count].type
    }
    /// The last handle of the service that the attribute declares, else 0.
    @inline(__always) func groupEnd(at index: Int) -> ATT.Handle {
        index < own.count ? own[index].groupEnd : added[index - own.count].groupEnd
    }
    /// What clients may do with the attribute.
    @inline(__always)
    func rules(at index: Int) -> (properties: GATT.Properties?, permissions: GATT.Permissions) {
        guard index >= own.count else { return (own[index].properties, own[index].permissions) }
        let place = index - own.count
        return (added[place].properties, added[place].permissions)
    }
    @inline(__always) func content(at index: Int) -> Attribute.Content {
        index < own.count ? own[index].content : added[index - own.count].content
    }

    /// Whether the attribute at an index that is not negative has this handle.
    @inline(__always) func has(_ handle: ATT.Handle, at index: Int) -> Bool {
        guard index >= own.count else { return own[index].handle == handle }
        let place = index - own.count
        return place < added.count && added[place].handle == handle
    }

    /// Whether the host keeps the value, and clients may write it.
    @inline(__always) func isStored(at index: Int) -> Bool {
        guard index >= own.count, case .stored = added[index - own.count].content else { return false }
        return true
    }

    /// The index of the first attribute of a type among those at `places`.
    func first(_ type: BluetoothUUID, in places: Range<Int>) -> Int? {
        var index = places.lowerBound
        let end = Swift.min(places.upperBound, own.count)
        while index < end {
            if own[index].type == type { return index }
            index += 1
        }
        while index < places.upperBound {
            if added[index - own.count].type == type { return index }
            index += 1
        }
        return nil
    }

    /// Puts the host's own attributes before all others.
    mutating func build(_ own: [Attribute]) { self.own = own }

    /// Inserts the attributes of a service that is not the host's own.
    mutating func insert(_ service: [Attribute], at index: Int) {
        if added.isEmpty { return added = service }
        // Only what is needed: a database hardly ever grows again, and a world may have thousands.
        added.reserveCapacity(added.count + service.count)
        added.insert(contentsOf: service, at: index - own.count)
    }

    /// Removes attributes that are not the host's own.
    mutating func remove(_ range: Range<Int>) {
        added.removeSubrange(range.lowerBound - own.count..<range.upperBound - own.count)
    }

    /// Changes an attribute that is not the host's own.
    mutating func setContent(_ content: Attribute.Content, at index: Int) {
        added[index - own.count].content = content
    }
}
