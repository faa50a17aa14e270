/// The condition of an `#if`, of Swift or of C, evaluated for one host.
struct Condition {
    private var tokens: ArraySlice<String>
    private let isTrue: (String) -> Bool

    private init(_ tokens: [String], _ isTrue: @escaping (String) -> Bool) {
        (self.tokens, self.isTrue) = (tokens[...], isTrue)
    }

    /// - Parameter isTrue: Whether `canImport(Darwin)`, `defined(__APPLE__)` or a name is true.
    static func evaluate(_ text: String, isTrue: @escaping (String) -> Bool) -> Bool {
        var condition = Condition(tokens(of: text), isTrue)
        return condition.either()
    }

    /// Operators, parentheses, and names with what they are called with.
    private static func tokens(of text: String) -> [String] {
        var tokens: [String] = []
        var rest = Substring(text)
        while let first = rest.first {
            if first == " " {
                rest.removeFirst()
            } else if rest.hasPrefix("//") {
                break
            } else if rest.hasPrefix("&&") || rest.hasPrefix("||") {
                tokens.append(String(rest.prefix(2)))
                rest = rest.dropFirst(2)
            } else if "!()".contains(first) {
                tokens.append(String(first))
                rest.removeFirst()
            } else {
                var name = String(rest.prefix { !" !()&|".contains($0) })
                rest = rest.dropFirst(max(name.count, 1))
                if rest.first == "(", let end = rest.firstIndex(of: ")") {
                    name += rest[...end]
                    rest = rest[rest.index(after: end)...]
                }
                tokens.append(name)
            }
        }
        return tokens
    }

    private mutating func either() -> Bool {
        var value = both()
        while tokens.first == "||" {
            tokens.removeFirst()
            let next = both()
            value = value || next
        }
        return value
    }

    private mutating func both() -> Bool {
        var value = single()
        while tokens.first == "&&" {
            tokens.removeFirst()
            let next = single()
            value = value && next
        }
        return value
    }

    private mutating func single() -> Bool {
        guard let token = tokens.popFirst() else { return false }
        switch token {
        case "!": return !single()
        case "(":
            let value = either()
            if tokens.first == ")" { tokens.removeFirst() }
            return value
        default: return isTrue(token)
        }
    }
}
