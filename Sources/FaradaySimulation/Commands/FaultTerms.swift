/// The Swift that describes a fault, as a chain of calls: `.read("2A19", of: "HR-1").nth(2).fails(.unlikelyError)`.
///
/// It reads no more of Swift than `FaultText` writes: calls, names, numbers, strings and lists.
struct FaultTerms {
    /// A value in Swift.
    indirect enum Term: Hashable {
        case text(String)
        case number(String)
        case list([Term])
        /// `.seconds(2)`, `.timeout`; also one link of the chain.
        case member(Call)
    }

    /// A name, and what stands in the parentheses behind it.
    struct Call: Hashable {
        var name: String
        var arguments: [Argument] = []
    }

    struct Argument: Hashable {
        var label: String?
        var value: Term
    }

    private static let deepest = 8
    private var left: Substring.UnicodeScalarView

    private init(_ text: String) { left = Substring(text).unicodeScalars }

    /// Reads a chain; its first point may be missing.
    static func chain(_ text: String) throws(WorldCommand.Problem) -> [Call] {
        var terms = FaultTerms(text)
        terms.skipSpaces()
        if terms.left.first != "." { terms.left = Substring("." + String(terms.left)).unicodeScalars }
        var chain: [Call] = []
        while !terms.left.isEmpty {
            try terms.expect(".")
            chain.append(try terms.call(depth: 0))
            terms.skipSpaces()
        }
        return chain
    }

    private mutating func call(depth: Int) throws(WorldCommand.Problem) -> Call {
        let name = take { ("a"..."z").contains($0) || ("A"..."Z").contains($0) }
        guard !name.isEmpty else { throw problem("a name") }
        guard left.first == "(" else { return Call(name: name) }
        left.removeFirst()
        return Call(name: name, arguments: try arguments(depth: depth + 1))
    }

    private mutating func arguments(depth: Int) throws(WorldCommand.Problem) -> [Argument] {
        var all: [Argument] = []
        skipSpaces()
        while left.first != ")" {
            if !all.isEmpty { try expect(",") }
            skipSpaces()
            var ahead = self
            let label = ahead.take { ("a"..."z").contains($0) || ("A"..."Z").contains($0) }
            ahead.skipSpaces()
            if !label.isEmpty, ahead.left.first == ":" {
                ahead.left.removeFirst()
                self = ahead
                skipSpaces()
                all.append(Argument(label: label, value: try term(depth: depth)))
            } else {
                all.append(Argument(label: nil, value: try term(depth: depth)))
            }
            skipSpaces()
        }
        left.removeFirst()
        return all
    }

    private mutating func term(depth: Int) throws(WorldCommand.Problem) -> Term {
        guard depth < Self.deepest else { throw .init("the fault is nested too deeply") }
        switch left.first {
        case ".":
            left.removeFirst()
            return .member(try call(depth: depth))
        case "\"":
            left.removeFirst()
            return .text(try literal())
        case "[":
            left.removeFirst()
            return .list(try list(depth: depth + 1))
        default:
            let number = take {
                ("0"..."9").contains($0) || ("a"..."f").contains($0) || ("A"..."F").contains($0)
                    || $0 == "x" || $0 == "." || $0 == "-" || $0 == "+"
            }
            guard !number.isEmpty else { throw problem("a value") }
            return .number(number)
        }
    }

    private mutating func list(depth: Int) throws(WorldCommand.Problem) -> [Term] {
        var all: [Term] = []
        skipSpaces()
        while left.first != "]" {
            if !all.isEmpty { try expect(",") }
            skipSpaces()
            all.append(try term(depth: depth))
            skipSpaces()
        }
        left.removeFirst()
        return all
    }

    /// The rest of a string literal, with its escapes.
    private mutating func literal() throws(WorldCommand.Problem) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = left.popFirst() {
            switch scalar {
            case "\"": return String(text)
            case "\\":
                guard let escaped = left.popFirst() else { throw problem("a quotation mark") }
                switch escaped {
                case "\"", "\\": text.append(escaped)
                case "u":
                    try expect("{")
                    let digits = take { $0 != "}" }
                    try expect("}")
                    guard let value = UInt32(digits, radix: 16), let escaped = Unicode.Scalar(value) else {
                        throw problem("a character")
                    }
                    text.append(escaped)
                default: throw problem("\\\", \\\\ or \\u{...}")
                }
            default: text.append(scalar)
            }
        }
        throw problem("a quotation mark")
    }

    // MARK: Characters

    private mutating func take(while isWanted: (Unicode.Scalar) -> Bool) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = left.first, isWanted(scalar) {
            text.append(scalar)
            left.removeFirst()
        }
        return String(text)
    }

    private mutating func skipSpaces() { _ = take { $0 == " " || $0 == "\t" } }

    private mutating func expect(_ scalar: Unicode.Scalar) throws(WorldCommand.Problem) {
        guard left.first == scalar else { throw problem("'\(scalar)'") }
        left.removeFirst()
    }

    private func problem(_ wanted: String) -> WorldCommand.Problem {
        let rest = String(String.UnicodeScalarView(left.prefix(20))).asciiLine
        return .init("a fault needs \(wanted) \(rest.isEmpty ? "at its end" : "before '\(rest)'")")
    }
}
