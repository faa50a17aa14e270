/// A value of a JSON text, and where it stands.
struct JSONNode {
    enum Value {
        case null
        case bool(Bool)
        /// A number without fraction that fits into 64 bits.
        case integer(Int64)
        case number(Double)
        case string(String)
        case array([JSONNode])
        case object([Member])
    }

    /// A member of an object.
    struct Member {
        let key: String
        let place: TextPlace
        let value: JSONNode
    }

    let value: Value
    let place: TextPlace

    /// What it is, for messages.
    var kind: String {
        switch value {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer, .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

/// A place in a text: line and column, both from 1 on. Columns count characters.
struct TextPlace: Hashable {
    var line = 1
    var column = 1
}
