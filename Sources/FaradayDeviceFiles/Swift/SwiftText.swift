import BluetoothTypes

/// Swift that is written: calls, lists, and what stands as it is.
indirect enum SwiftText {
    case plain(String)
    /// A function with its arguments; those without a label have an empty one.
    case function(String, [SwiftArgument])
    case list([SwiftText])
    /// A dictionary literal.
    case pairs([SwiftPair])
    /// A call with a closure of several lines behind it.
    case block(SwiftText, [SwiftText])
    /// A value with something directly behind it.
    case followed(SwiftText, String)

    private static let width = 100

    static func call(_ name: String, _ arguments: [SwiftText]) -> SwiftText {
        .function(name, arguments.map { SwiftArgument(label: "", value: $0) })
    }

    static func call(_ name: String, _ arguments: [(String, SwiftText)]) -> SwiftText {
        .function(name, arguments.map { SwiftArgument(label: $0, value: $1) })
    }

    static func call(_ name: String, _ arguments: SwiftArguments) -> SwiftText {
        .function(name, arguments.all)
    }

    /// A text literal.
    static func quoted(_ text: String) -> SwiftText {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case _ where scalar.value < 0x20: result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return .plain(result + "\"")
    }

    /// A list of bytes; a text if they are one that can be read.
    static func bytes(_ bytes: [UInt8]) -> SwiftText {
        if bytes.count > 2, bytes.allSatisfy({ 0x20...0x7E ~= $0 }) {
            return .plain("Array(\(quoted(String(decoding: bytes, as: UTF8.self)).line).utf8)")
        }
        return .list(bytes.map { .plain("0x" + ByteWriters.text([$0])) })
    }

    /// The text, in as few lines as fit.
    func text(indentation: Int = 0) -> String {
        if case .block(let head, let body) = self {
            let inner = String(repeating: " ", count: indentation + 4)
            let lines = body.map { inner + $0.text(indentation: indentation + 4) }
            let outer = String(repeating: " ", count: indentation)
            return head.text(indentation: indentation) + " {\n" + lines.joined(separator: "\n")
                + "\n\(outer)}"
        }
        if case .followed(let value, let text) = self { return value.text(indentation: indentation) + text }
        let short = line
        if short.utf8.count + indentation <= Self.width { return short }
        return broken(indentation)
    }

    private func broken(_ indentation: Int) -> String {
        let (inner, outer) = (
            String(repeating: " ", count: indentation + 4), String(repeating: " ", count: indentation)
        )
        switch self {
        case .function(let name, let arguments) where !arguments.isEmpty:
            let all = arguments.map { $0.head + $0.value.line }.joined(separator: ", ")
            if inner.utf8.count + all.utf8.count + 1 <= Self.width { return "\(name)(\n\(inner)\(all))" }
            let lines = arguments.map { inner + $0.head + $0.value.text(indentation: indentation + 4) }
            return "\(name)(\n" + lines.joined(separator: ",\n") + ")"
        case .list(let values) where !values.isEmpty:
            let isPlain = values.allSatisfy { if case .plain = $0 { true } else { false } }
            if isPlain { return Self.wrapped(values.map(\.line), inner, outer) }
            let lines = values.map { inner + $0.text(indentation: indentation + 4) + ",\n" }
            return "[\n" + lines.joined() + "\(outer)]"
        case .pairs(let pairs) where !pairs.isEmpty:
            let lines = pairs.map {
                inner + "\($0.key.line): \($0.value.text(indentation: indentation + 4)),\n"
            }
            return "[\n" + lines.joined() + "\(outer)]"
        default: return line
        }
    }

    /// Short elements, as many in a line as fit.
    private static func wrapped(_ elements: [String], _ inner: String, _ outer: String) -> String {
        var lines: [String] = []
        var open = inner
        for element in elements {
            if open.utf8.count + element.utf8.count + 2 > width, open != inner {
                lines.append(open)
                open = inner
            }
            open += (open == inner ? "" : " ") + element + ","
        }
        return "[\n" + (lines + [open]).joined(separator: "\n") + "\n\(outer)]"
    }

    private var line: String {
        switch self {
        case .plain(let text): return text
        case .function(let name, let arguments):
            let all = arguments.map { $0.head + $0.value.line }
            return "\(name)(\(all.joined(separator: ", ")))"
        case .list(let values): return "[" + values.map(\.line).joined(separator: ", ") + "]"
        case .pairs(let pairs):
            return pairs.isEmpty
                ? "[:]" : "[" + pairs.map { "\($0.key.line): \($0.value.line)" }.joined(separator: ", ") + "]"
        case .followed(let value, let text): return value.line + text
        case .block(let head, let body):
            return head.line + " { " + body.map(\.line).joined(separator: "; ") + " }"
        }
    }
}

/// An argument of a call; without a label if that is empty.
struct SwiftArgument {
    var label: String
    var value: SwiftText

    var head: String { label.isEmpty ? "" : "\(label): " }
}

/// An entry of a dictionary.
struct SwiftPair {
    var key: SwiftText
    var value: SwiftText
}

/// The arguments of a call; those that are as usual are left out.
struct SwiftArguments {
    private(set) var all: [SwiftArgument] = []

    mutating func add(_ label: String, _ value: SwiftText) {
        all.append(SwiftArgument(label: label, value: value))
    }

    mutating func add<Value: Equatable>(
        _ label: String, _ value: Value, unless usual: Value, _ text: (Value) -> String = { "\($0)" }
    ) {
        if value != usual { add(label, .plain(text(value))) }
    }
}
