/// The declaration of a type, a protocol or an extension, as its first line has it.
struct TypeDeclaration {
    /// `struct`, `extension`, `protocol` and so on.
    let word: Substring
    let name: String
    let isPublic: Bool

    private static let words: Set<Substring> = ["struct", "class", "enum", "actor", "extension", "protocol"]

    /// Reads a line without comments and texts; `nil` if it declares no type.
    init?(_ line: String) {
        let all = line.split(separator: " ")
        let words = all.drop { TypeSizes.modifiers.contains($0) || $0.hasPrefix("@") }
        guard let first = words.first, Self.words.contains(first), let name = words.dropFirst().first,
            name != "func", name != "var"
        else { return nil }
        word = first
        self.name = String(name.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
        isPublic = all.contains("public") || all.contains("open")
    }
}

/// Which types adopt the package's own protocols, as far as declarations say so.
///
/// A protocol that only one type adopts does not divide that type: its extensions are the type's.
struct Adoptions {
    /// The protocols that are not public, by their names alone.
    private var protocols: Set<String> = []
    /// The types and protocols that adopt a protocol, with their targets.
    private var adopters: [String: Set<Adopter>] = [:]

    private struct Adopter: Hashable {
        let target: String
        let type: String
    }

    init(_ files: [HouseTests.SourceFile]) {
        for file in files { read(file) }
    }

    /// The type that alone adopts a protocol, itself or through a protocol that nothing else adopts; `nil` if there are more
    /// types or none, or if the protocol is public.
    func heir(of name: String) -> (target: String, type: String)? {
        let name = Self.last(name)
        guard protocols.contains(name), let all = adopters[name], all.count == 1, let only = all.first else {
            return nil
        }
        if protocols.contains(only.type) { return heir(of: only.type) }
        return (only.target, only.type)
    }

    private mutating func read(_ file: HouseTests.SourceFile) {
        let lines = TypeSizes.code(of: file.text)
        for (index, line) in lines.enumerated() {
            guard let type = TypeDeclaration(line) else { continue }
            if type.word == "protocol", !type.isPublic { protocols.insert(type.name) }
            for name in Self.inherited(lines[index...]) {
                adopters[name, default: []].insert(Adopter(target: file.target, type: type.name))
            }
        }
    }

    /// What stands between the colon and the brace of a declaration, as names alone.
    private static func inherited(_ lines: ArraySlice<String>) -> [String] {
        var head = ""
        for line in lines.prefix(8) {
            head += line.prefix { $0 != "{" } + " "
            if line.contains("{") { break }
        }
        guard let colon = head.firstIndex(of: ":") else { return [] }
        let clause = head[head.index(after: colon)...].split(separator: " ").prefix { $0 != "where" }
        return clause.joined(separator: " ").split { $0 == "," || $0 == "&" }.compactMap { part in
            part.split(separator: " ").last.map { last(String($0)) }
        }
    }

    private static func last(_ name: String) -> String {
        String(name.split(separator: ".").last ?? "").filter { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}
