/// The names of a spy's properties: `onConnect`; with overloads, `onConnectOptions`.
struct SpyKeys {
    private var taken: Set<String>

    /// A member of the façade can have the name of a stub.
    init(_ members: [Member]) { taken = Set(members.map(\.facade.name.bare)) }

    mutating func key(for member: Member, among all: [Member]) -> String {
        let base = member.facade.name.bare.words
        let isOverloaded = all.filter { $0.facade.name.bare.words == base }.count > 1
        let labels = member.facade.parameters.map { ($0.label ?? "").bare.words.capitalized }.joined()
        let types = member.facade.parameters.map { Self.word($0.type) }.joined()
        var candidates = [
            "on" + base.capitalized, "on" + base.capitalized + labels,
            "on" + base.capitalized + labels + types,
        ]
        if isOverloaded, !labels.isEmpty { candidates.removeFirst() }
        candidates += (2...).lazy.prefix(1_000).map { "on\(base.capitalized)\(labels)\($0)" }
        let key = candidates.first { !taken.contains($0) } ?? "on" + base
        taken.insert(key)
        return key
    }

    private static func word(_ type: TypeExpression) -> String {
        type.description.filter { $0.isLetter || $0.isNumber }.capitalized
    }
}

extension String {
    /// As part of another name: Swift has names with spaces, too.
    fileprivate var words: String {
        let parts = split { !($0.isLetter || $0.isNumber || $0 == "_") }
        return parts.enumerated().map { $0 == 0 ? String($1) : String($1).capitalized }.joined()
    }
}
