import BluetoothTypes

/// Reads the members of one object; what is not as it should be is noted, with its line.
struct ObjectReader {
    /// Where the object stands.
    let place: TextPlace
    let notes: FileNotes
    private let what: String
    private var members: [JSONNode.Member]
    private var known: [String] = []

    /// `what` names the object in messages: `a service`. `nil` if the value is no object.
    init?(_ node: JSONNode, _ what: String, _ notes: FileNotes) {
        guard case .object(let members) = node.value else {
            notes.note("\(what) is an object, not \(node.kind)", at: node.place)
            return nil
        }
        (self.what, self.notes, self.members, place) = (what, notes, members, node.place)
        var seen: Set<String> = []
        self.members.removeAll { member in
            if seen.insert(member.key).inserted { return false }
            notes.note("the key \"\(member.key)\" stands here twice", at: member.place)
            return true
        }
    }

    /// Takes the value of a key.
    mutating func node(_ key: String) -> JSONNode? {
        known.append(key)
        guard let index = members.firstIndex(where: { $0.key == key }) else { return nil }
        return members.remove(at: index).value
    }

    mutating func string(_ key: String) -> String? { node(key).flatMap { FileValues(notes).string($0, key) } }

    mutating func bool(_ key: String) -> Bool? {
        guard let node = node(key) else { return nil }
        if case .bool(let value) = node.value { return value }
        notes.note("\"\(key)\" is true or false, not \(node.kind)", at: node.place)
        return nil
    }

    mutating func integer<Number: FixedWidthInteger>(
        _ key: String, _ range: ClosedRange<Number> = Number.min...Number.max
    ) -> Number? {
        node(key).flatMap { FileValues(notes).integer($0, key, range) }
    }

    mutating func number(_ key: String) -> Double? {
        guard let node = node(key) else { return nil }
        switch node.value {
        case .integer(let value): return Double(value)
        case .number(let value): return value
        default:
            notes.note("\"\(key)\" is a number, not \(node.kind)", at: node.place)
            return nil
        }
    }

    mutating func time(_ key: String) -> Nanoseconds? {
        node(key).flatMap { FileValues(notes).time($0, key) }
    }

    mutating func choice<Value>(_ key: String, _ names: [(String, Value)]) -> Value? {
        node(key).flatMap { FileValues(notes).choice($0, key, names) }
    }

    mutating func uuid(_ key: String) -> BluetoothUUID? {
        node(key).flatMap { FileValues(notes).uuid($0, key) }
    }

    /// The elements of a list; none if the key is not there.
    mutating func list(_ key: String) -> [JSONNode] {
        node(key).map { FileValues(notes).list($0, key) } ?? []
    }

    /// Notes a key that is missing; before it is taken.
    func need(_ key: String) {
        if !members.contains(where: { $0.key == key }) { require(key) }
    }

    /// Notes an object without members.
    func needSomething(_ examples: String) {
        if members.isEmpty { notes.note("\(what) is empty; it has \(examples)", at: place) }
    }

    /// Notes that a key is missing.
    func require(_ key: String) { notes.note("\(what) needs the key \"\(key)\"", at: place) }

    /// Notes the keys that nobody has taken.
    mutating func finish() {
        for member in members {
            let near = FileValues.nearest(to: member.key, in: known).map { "; did you mean \"\($0)\"?" }
            let all = near ?? ": it has \(known.map { "\"\($0)\"" }.joined(separator: ", "))"
            notes.note("\(what) has no key \"\(member.key)\"\(all)", at: member.place)
        }
        members = []
    }
}
