import FaradaySimulation

/// A JSON value that is written.
indirect enum JSONText {
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONText])
    case object([(String, JSONText)])

    /// The longest line that a list or an object gets for itself.
    private static let width = 100

    /// The text: what fits stands in one line, all else with one member a line.
    func text(indentation: Int = 0) -> String {
        let short = line
        if short.utf8.count + indentation <= Self.width { return short }
        let (inner, outer) = (
            String(repeating: " ", count: indentation + 2), String(repeating: " ", count: indentation)
        )
        switch self {
        case .array(let values) where !values.isEmpty:
            let lines = values.map { inner + $0.text(indentation: indentation + 2) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(outer)]"
        case .object(let members) where !members.isEmpty:
            let lines = members.map { key, value in
                "\(inner)\(TraceJSON.quoted(key)): " + value.text(indentation: indentation + 2)
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(outer)}"
        default: return short
        }
    }

    private var line: String {
        switch self {
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value):
            value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
        case .string(let value): TraceJSON.quoted(value)
        case .array(let values): "[" + values.map(\.line).joined(separator: ", ") + "]"
        case .object(let members):
            members.isEmpty
                ? "{}"
                : "{ " + members.map { "\(TraceJSON.quoted($0)): \($1.line)" }.joined(separator: ", ") + " }"
        }
    }
}
