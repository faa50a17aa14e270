/// What the types of a file have, each with the comment above it.
struct DeclaredMembers {
    enum Kind: Hashable {
        case initialiser
        /// A property of each instance, with storage.
        case stored
        /// A property of a type or a module, a case, a computed property, a function.
        case other
        case type
    }

    struct Member {
        let kind: Kind
        let name: String
        /// The line of the declaration, without comments and texts.
        let declaration: String
        /// The types around it, from the outside in.
        let owners: [String]
        let line: Int
        /// The comment, if it has one line only.
        let sentence: String?

        /// Whether name and type may say all that there is to say.
        var mayBeSilent: Bool { kind == .initialiser || kind == .stored }
    }

    private(set) var all: [Member] = []

    private var scopes: [String?] = []
    private var next: String?

    private static let modifiers = TypeSizes.modifiers.union([
        "class", "lazy", "weak", "unowned", "nonmutating", "package(set)", "internal(set)",
        "fileprivate(set)",
        "nonisolated(unsafe)",
    ])
    private static let typeWords: Set<Substring> = [
        "struct", "class", "enum", "actor", "extension", "protocol", "typealias", "associatedtype",
    ]

    init(_ file: HouseTests.SourceFile) {
        let (lines, code) = (file.lines, TypeSizes.code(of: file.text))
        var comment: [String] = []
        for (index, line) in code.enumerated() {
            let whole = lines[index].drop { $0 == " " }
            if whole.hasPrefix("///") {
                comment.append(String(whole.dropFirst(3).drop { $0 == " " }))
                continue
            }
            let words = Self.withoutModifiers(line)
            // An attribute, or a condition, stands between a comment and its declaration.
            if whole.hasPrefix("#") || whole.hasPrefix("@") && words.isEmpty { continue }
            let following = index + 1 < code.count ? code[index + 1] : ""
            if let (kind, name) = Self.declared(words, in: line, before: following) {
                let owners = scopes.compactMap { $0 }
                let isInAType = !owners.isEmpty || kind != .stored
                all.append(
                    Member(
                        kind: isInAType ? kind : .other, name: name, declaration: line, owners: owners,
                        line: index + 1, sentence: comment.count == 1 ? comment[0] : nil))
                if kind == .type { next = name }
            }
            comment = []
            for character in line {
                if character == "{" {
                    scopes.append(next)
                    next = nil
                } else if character == "}" {
                    _ = scopes.popLast()
                }
            }
        }
    }

    /// The words of a line from the one on that says what it declares.
    private static func withoutModifiers(_ line: String) -> ArraySlice<Substring> {
        var words = line.split(separator: " ")[...]
        while let first = words.first, first.hasPrefix("@") || modifiers.contains(first) {
            let second = words.dropFirst().first
            if first == "class", second != "func", second != "var" { break }
            words.removeFirst()
            guard first.hasPrefix("@") else { continue }
            var depth = Self.depth(first)
            while depth > 0, let more = words.popFirst() { depth += Self.depth(more) }
        }
        return words
    }

    private static func depth(_ word: Substring) -> Int {
        word.reduce(0) { $1 == "(" ? $0 + 1 : $1 == ")" ? $0 - 1 : $0 }
    }

    private static func declared(
        _ words: ArraySlice<Substring>, in line: String, before following: String
    ) -> (Kind, String)? {
        guard let first = words.first else { return nil }
        if ["init(", "init?(", "init<", "init?<"].contains(where: first.hasPrefix) {
            return (.initialiser, "init")
        }
        guard let second = words.dropFirst().first else { return nil }
        let name = String(second.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
        if typeWords.contains(first) { return (.type, name) }
        if first == "func" || first == "case" { return (.other, name) }
        guard first == "var" || first == "let" else { return nil }
        let isStatic = line.split(separator: " ").prefix { $0 != first }.contains {
            $0 == "static" || $0 == "class"
        }
        return (isStatic || isComputed(words, before: following) ? .other : .stored, name)
    }

    /// Whether a property has braces that compute it; observers compute nothing.
    private static func isComputed(_ words: ArraySlice<Substring>, before following: String) -> Bool {
        guard words.first == "var" else { return false }
        let rest = words.joined(separator: " ")
        let head = rest.prefix { $0 != "=" }
        let after = following.drop { $0 == " " }
        guard let brace = head.firstIndex(of: "{") else {
            return head.count == rest.count && after.hasPrefix("{")
        }
        let inside = head[head.index(after: brace)...].drop { $0 == " " }
        let body = inside.isEmpty ? after : inside
        return !body.hasPrefix("didSet") && !body.hasPrefix("willSet")
    }
}
