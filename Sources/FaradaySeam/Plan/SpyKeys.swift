/// The names of a spy's properties: `onConnect`; with overloads, `onConnectOptions`.
struct SpyKeys {
    private var taken: Set<String>
    /// How many members have a name, and whether one of them takes no arguments.
    private var overloads: [String: (count: Int, hasPlain: Bool)] = [:]

    /// The names by the members' symbols. Of overloads, the one with the fewest arguments has the shortest name, wherever it stands.
    static func keys(of members: [Member]) -> [String: String] {
        var names = SpyKeys(members)
        let sorted = members.sorted { first, second in
            (first.facade.parameters.count, first.title, first.symbol)
                < (second.facade.parameters.count, second.title, second.symbol)
        }
        var keys: [String: String] = [:]
        for member in sorted { keys[member.symbol] = names.key(for: member) }
        return keys
    }

    private init(_ members: [Member]) {
        // A member of the facade can have the name of a stub.
        taken = Set(members.map(\.facade.name.bare))
        for member in members {
            let (count, hasPlain) = overloads[member.facade.name.bare.words] ?? (0, false)
            overloads[member.facade.name.bare.words] = (
                count + 1, hasPlain || member.facade.parameters.isEmpty
            )
        }
    }

    private mutating func key(for member: Member) -> String {
        let base = member.facade.name.bare.words
        let others = overloads[base] ?? (1, member.facade.parameters.isEmpty)
        let labels = member.facade.parameters.map { parameter in
            // A subscript has labels only where somebody thought of them.
            let isSubscript = member.facade.form == .subscripting
            return (parameter.label ?? (isSubscript ? parameter.name : "")).bare.words.capitalized
        }.joined()
        let types = member.facade.parameters.map { Self.word($0) }.joined()
        var candidates = [base + labels, base + labels + types]
        // The shortest name is that of the member without arguments, if there is one.
        let isPlain = member.facade.parameters.isEmpty
        if isPlain || labels.isEmpty && !others.hasPlain || others.count == 1 {
            candidates.insert(base, at: 0)
        } else if labels.isEmpty {
            candidates.removeFirst()
        }
        var key = candidates.lazy.map { "on" + $0.capitalized }.first { !taken.contains($0) }
        var number = 2
        while key == nil {
            let next = "on" + (base + labels).capitalized + String(number)
            if !taken.contains(next) { key = next }
            number += 1
        }
        taken.insert(key ?? "")
        return key ?? ""
    }

    /// A parameter's type; for a closure, its name.
    private static func word(_ parameter: Declaration.Parameter) -> String {
        if parameter.type.withoutOptional.functionType != nil { return parameter.name.bare.capitalized }
        let names = parameter.type.description.split { !($0.isLetter || $0.isNumber) }
        return names.filter { $0 != "any" && $0 != "some" }.map { String($0).capitalized }.joined()
    }
}

extension String {
    /// As part of another name: Swift has names with spaces, too.
    fileprivate var words: String {
        let parts = split { !($0.isLetter || $0.isNumber || $0 == "_") }
        return parts.enumerated().map { $0 == 0 ? String($1) : String($1).capitalized }.joined()
    }
}
