/// The members of an object, as they are written.
struct JSONMembers {
    private var members: [(String, JSONText)] = []

    var json: JSONText { .object(members) }
    var isEmpty: Bool { members.isEmpty }

    mutating func add(_ key: String, _ value: JSONText) { members.append((key, value)) }

    /// Adds a list that is not empty.
    mutating func add(_ key: String, _ values: [JSONText]) {
        if !values.isEmpty { add(key, .array(values)) }
    }

    mutating func add(_ key: String, _ value: Bool, unless usual: Bool) {
        if value != usual { add(key, .bool(value)) }
    }

    mutating func add<Number: BinaryInteger>(_ key: String, _ value: Number, unless usual: Number) {
        if value != usual { add(key, .integer(Int64(value))) }
    }

    mutating func add<Value: Equatable>(
        _ key: String, _ value: Value, unless usual: Value, in names: [(String, Value)]
    ) {
        if value != usual, let name = FileNames.name(of: value, in: names) { add(key, .string(name)) }
    }
}
