/// The names of what is generated.
struct Naming {
    /// The prefix that most of the module's types have, as Objective-C's modules do: `CB`.
    let prefix: String?
    private let taken: Set<String>
    /// What is generated for the module's classes besides their facades, under names without the prefix.
    private let generated: Set<String>

    init(_ interface: Interface) {
        let types = interface.ownTypes.filter { $0.pathComponents.count == 1 }
        taken = Set(types.map { $0.pathComponents[0] })
        let named = types.filter { ["swift.class", "swift.protocol"].contains($0.kind.identifier) }
        var counts: [String: Int] = [:]
        for type in named { Self.prefix(of: type.pathComponents[0]).map { counts[$0, default: 0] += 1 } }
        let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
        let prefix = most.flatMap { $0.value >= 2 && $0.value * 2 >= named.count ? $0.key : nil }
        self.prefix = prefix
        let stems = named.filter { $0.kind.identifier == "swift.class" }.map { type in
            let name = type.pathComponents[0]
            return prefix.map { Self.prefix(of: name) == $0 ? String(name.dropFirst($0.count)) : name }
                ?? name
        }
        generated = Set(stems.flatMap { stem in Self.suffixes.map { stem + $0 } })
    }

    private static let suffixes = [
        "Proxy", "Spy", "Dummy", "Factory", "FactoryProxy", "FactorySpy", "FactoryDummy", "Event",
    ]

    /// What a type's spy, proxy and dummy are named after: `CentralManager`, `FileManager`, `OuterInner`.
    func stem(of path: [String]) -> String {
        let joined = path.joined()
        guard let prefix, Self.prefix(of: joined) == prefix else { return joined }
        let stripped = String(joined.dropFirst(prefix.count))
        let isOthers =
            taken.contains(stripped) || generated.contains(stripped) || Self.common.contains(stripped)
        return isOthers ? joined : stripped
    }

    /// The facade's name for a stem: itself, if no type of the module and none of Swift's own has it.
    func facade(of stem: String, path: [String]) -> String {
        if stem != path.joined() { return stem }
        return [stem + "Protocol", stem + "Facade"].first { !taken.contains($0) && !Self.common.contains($0) }
            ?? stem + "Seam"
    }

    /// The name of what makes objects: a module can have a factory of its own.
    func factory(of stem: String) -> String {
        [stem + "Factory", stem + "Maker"].first { !taken.contains($0) } ?? stem + "SeamFactory"
    }

    /// Whether Swift or Foundation has a type of this name.
    static func isOfSwift(_ name: String) -> Bool { common.contains(name) }

    func isTaken(_ name: String) -> Bool { taken.contains(name) }

    /// `CB` of `CBCentralManager`: capitals before a capital that begins a word.
    private static func prefix(of name: String) -> String? {
        let capitals = name.prefix { $0.isUppercase }
        guard capitals.count >= 3, capitals.count < name.count else { return nil }
        let prefix = String(capitals.dropLast())
        return acronyms.contains(prefix) ? nil : prefix
    }

    /// Words, not prefixes; and Foundation's, whose names without it are Swift's own.
    private static let acronyms: Set = [
        "NS", "URL", "HTTP", "HTTPS", "XML", "JSON", "UUID", "HTML", "DNS", "TCP", "UDP",
    ]

    /// Names that mean something else wherever the generated code stands.
    private static let common: Set = [
        "String", "Array", "Set", "Dictionary", "Data", "Date", "URL", "UUID", "Error", "Result", "Character",
        "Int",
        "Double", "Bool", "Any", "Type", "Protocol", "Sequence", "Collection", "StringProtocol", "Task",
        "Actor", "Operation",
        "Thread", "Bundle", "Process", "Stream", "Timer", "Notification", "Locale", "Calendar", "Scanner",
        "Port", "Host",
    ]
}

extension String {
    /// With its first letter as a capital.
    var capitalized: String { prefix(1).uppercased() + dropFirst() }
    /// Without backticks.
    var bare: String { filter { $0 != "`" } }
}
