import FaradaySimulation

/// A JSON object, written key by key; absent values leave no key.
struct JSONObject {
    private(set) var text: String

    /// Begins with members that are already written: `"t":0,"node":1`.
    init(_ members: String = "") { text = "{" + members }

    mutating func add(_ key: String, _ value: String?) {
        if let value { member(key, TraceJSON.quoted(value)) }
    }

    mutating func add(_ key: String, _ value: Int64?) {
        if let value { member(key, "\(value)") }
    }

    mutating func add(_ key: String, _ value: Int?) { add(key, value.map(Int64.init)) }

    /// Bytes in hexadecimal.
    mutating func add(_ key: String, bytes: [UInt8]?) {
        if let bytes { member(key, "\"\(TraceJSON.hexadecimal(bytes))\"") }
    }

    /// A member only if it is true.
    mutating func mark(_ key: String, _ isTrue: Bool) {
        if isTrue { member(key, "true") }
    }

    /// A value that is JSON already.
    mutating func member(_ key: String, _ json: String) {
        if text.utf8.count > 1 { text += "," }
        text += "\"\(key)\":\(json)"
    }

    var line: String { text + "}" }

    static func list(_ values: some Sequence<String>) -> String { "[" + values.joined(separator: ",") + "]" }
}
