/// A symbol graph, indexed by what a plan asks for.
struct Interface {
    let module: String
    /// The module, and those that it passes on as far as they are needed.
    private(set) var modules: Set<String> = []
    /// Those of them that are not passed on, but have superclasses.
    private(set) var modulesOfParents: Set<String> = []
    private(set) var symbols: [String: Symbol] = [:]
    /// In the graph's order, which is the order of the sources or headers.
    private(set) var order: [String] = []
    private var membersOfPath: [[String]: Set<String>] = [:]
    /// Classes, structures, enumerations and protocols, in that order too; also those of modules that are there only for what the module's types inherit.
    private(set) var types: [Symbol] = []
    private var background: Set<String> = []
    /// Modules with superclasses, and protocols that are refined, which have not been merged.
    private(set) var parentModules: Set<String> = []
    private var typesByName: [String: Symbol] = [:]
    /// Functions and variables that stand outside every type.
    private(set) var functions: [Symbol] = []
    private var membersOfType: [String: [String]] = [:]
    private var members: [String: [Symbol]] = [:]
    private var superclasses: [String: String] = [:]
    private var conformances: [String: [String]] = [:]
    private(set) var optionalRequirements: Set<String> = []
    private(set) var requirementsWithDefault: Set<String> = []
    private(set) var requirements: Set<String> = []
    private var overrides: [String: String] = [:]
    /// Methods of Objective-C with a completion handler are listed a second time as `async` ones: these, by the symbol that both have.
    private var asyncVariants: [String: Symbol] = [:]

    init(_ graph: SymbolGraph) {
        module = graph.module.name
        modules = [module]
        merge(graph)
    }

    /// Adds what a module that this one passes on has, or what this one adds to the other's types.
    mutating func merge(_ graph: SymbolGraph) {
        modules.insert(graph.module.name)
        for symbol in graph.symbols { take(symbol) }
        for relationship in graph.relationships { take(relationship) }
        let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        for type in membersOfType.keys {
            membersOfType[type]?.sort { places[$0] ?? 0 < places[$1] ?? 0 }
        }
        types = order.compactMap { symbols[$0] }.filter { Self.kindsOfTypes.contains($0.kind.identifier) }
        parentModules.subtract(modules)
        members = membersOfType.mapValues { $0.compactMap { symbols[$0] }.filter(isOwn) }
        functions = order.compactMap { symbols[$0] }.filter {
            ["swift.func", "swift.var", "swift.func.op"].contains($0.kind.identifier)
                && $0.pathComponents.count == 1
        }
        typesByName = Dictionary(
            types.map { ($0.pathComponents.joined(separator: "."), $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Adds a module of which superclasses are needed. Its types get no facades.
    mutating func mergeParents(_ graph: SymbolGraph) {
        let before = Set(types.map(\.identifier.precise))
        let known = modules
        merge(graph)
        modulesOfParents.formUnion(modules.subtracting(known))
        background.formUnion(types.map(\.identifier.precise).filter { !before.contains($0) })
    }

    /// The types that can have facades.
    var ownTypes: [Symbol] { types.filter { !background.contains($0.identifier.precise) } }

    private mutating func take(_ symbol: Symbol) {
        let precise = symbol.identifier.precise
        guard let other = symbols[precise] else {
            symbols[precise] = symbol
            order.append(precise)
            return note(symbol)
        }
        guard precise.hasPrefix("c:"), symbol.isAsync != other.isAsync else { return }
        symbols[precise] = symbol.isAsync ? other : symbol
        asyncVariants[precise] = symbol.isAsync ? symbol : other
    }

    /// Remembers what stands within a type and is named without an object.
    private mutating func note(_ symbol: Symbol) {
        let kind = symbol.kind.identifier
        guard let name = symbol.pathComponents.last, symbol.pathComponents.count > 1,
            Self.kindsOfTypes.contains(kind) || kind == "swift.typealias" || kind.contains("type.")
        else { return }
        membersOfPath[symbol.pathComponents.dropLast(), default: []].insert(String(name.prefix { $0 != "(" }))
    }

    private mutating func take(_ relationship: Relationship) {
        let (source, target) = (relationship.source, relationship.target)
        switch relationship.kind {
        case "memberOf":
            membersOfType[target, default: []].append(source)
        case "requirementOf":
            membersOfType[target, default: []].append(source)
            requirements.insert(source)
        case "optionalRequirementOf":
            membersOfType[target, default: []].append(source)
            requirements.insert(source)
            optionalRequirements.insert(source)
        case "defaultImplementationOf":
            requirementsWithDefault.insert(target)
        case "overrides":
            overrides[source] = target
        case "inheritsFrom":
            superclasses[source] = target
            noteParent(relationship)
        case "conformsTo":
            conformances[source, default: []].append(target)
            if symbols[source]?.kind.identifier == "swift.protocol" { noteParent(relationship) }
        default:
            break
        }
    }

    /// Remembers the module of a superclass, or of a refined protocol: `Base.Device` is of `Base`.
    private mutating func noteParent(_ relationship: Relationship) {
        guard symbols[relationship.target] == nil, let name = relationship.targetFallback,
            let module = name.split(separator: ".").first.map(String.init), module != name
        else { return }
        if !module.hasPrefix("_"), !Self.roofs.contains(module) { parentModules.insert(module) }
    }

    /// Modules whose classes and protocols a facade need not repeat.
    private static let roofs: Set = [
        "Swift", "ObjectiveC", "Foundation", "FoundationEssentials", "Dispatch", "Combine", "Observation",
        "Darwin", "Glibc",
    ]

    /// The members that a type declares itself, without what was put together from other modules.
    func members(of type: String) -> [Symbol] { members[type] ?? [] }

    private func isOwn(_ member: Symbol) -> Bool {
        !member.identifier.precise.contains("::SYNTHESIZED::")
            && (member.swiftExtension.map { modules.contains($0.extendedModule) } ?? true)
    }

    /// The members of superclasses that a member overrides.
    func overridden(by member: String) -> Set<String> {
        var found: Set<String> = []
        var next = overrides[member]
        while let target = next, found.insert(target).inserted { next = overrides[target] }
        return found
    }

    /// The `async` function that Swift makes of a method with a completion handler, as a symbol of its own.
    func asyncVariant(of symbol: Symbol) -> Symbol? {
        guard var variant = asyncVariants[symbol.identifier.precise] else { return nil }
        variant.identifier.precise += Symbol.asyncMark
        return variant
    }

    /// The superclasses in this module, nearest first, without `NSObject`.
    func superclasses(of type: String) -> [Symbol] {
        var found: [Symbol] = []
        var next = superclasses[type]
        while let usr = next, let symbol = symbols[usr], found.count < 100 {
            if Self.roots.contains(symbol.pathComponents) { break }
            found.append(symbol)
            next = superclasses[usr]
        }
        return found
    }

    private static let roots = [["NSObject"], ["NSProxy"]]

    /// The name of the class of which a class is a subclass, or whatever conforms to a protocol.
    func superclass(of type: String) -> String? {
        superclasses[type].map { symbols[$0]?.pathComponents.joined(separator: ".") ?? $0 }
    }

    /// The symbol of the nearest superclass that is `NSObject`, or not in this module.
    func foreignSuperclass(of type: String) -> String? {
        superclasses[superclasses(of: type).last?.identifier.precise ?? type]
    }

    /// All protocols to which a type conforms, as far as this module says so: its own, its superclasses', and those
    /// that these refine.
    func protocols(of type: String) -> Set<String> {
        var found: Set<String> = []
        var open = [type] + superclasses(of: type).map(\.identifier.precise)
        while let next = open.popLast() {
            for protocolSymbol in conformances[next] ?? [] where found.insert(protocolSymbol).inserted {
                open.append(protocolSymbol)
            }
        }
        return found
    }

    /// Whether what conforms to a protocol has to be an `NSObject`.
    func isNSObjectProtocol(_ type: String) -> Bool {
        protocols(of: type).contains { $0 == "c:objc(pl)NSObject" || $0.hasSuffix("16NSObjectProtocolP") }
    }

    /// The protocols of this module that refine a protocol, in the module's order.
    func refinements(of type: String) -> [Symbol] {
        types.filter {
            $0.kind.identifier == "swift.protocol" && protocols(of: $0.identifier.precise).contains(type)
        }
    }

    /// Whether a class has nothing but `NSObject` above it.
    func inheritsFromNSObject(_ type: String) -> Bool {
        guard let root = foreignSuperclass(of: type) else { return false }
        return root == "c:objc(cs)NSObject" || root.hasSuffix("10Foundation8NSObjectC")
    }

    /// The names of what a type declares that is called on the type: nested types and static members.
    func staticMembers(of path: [String]) -> Set<String> { membersOfPath[path] ?? [] }

    /// Whether an attribute changes how a property or closure is written, rather than where it runs: a property wrapper or a result builder.
    func isWrapper(_ type: String) -> Bool {
        guard let symbol = symbols[type] else { return type.hasSuffix("V") || type.hasSuffix("O") }
        let text = symbol.declarationFragments.filter { $0.kind == "attribute" }.map(\.spelling).joined()
        return text.contains("@propertyWrapper") || text.contains("@resultBuilder")
    }

    /// Type aliases of the module.
    var aliases: [Symbol] {
        order.compactMap { symbols[$0] }.filter { $0.kind.identifier == "swift.typealias" }
    }

    static let kindsOfTypes: Set = ["swift.class", "swift.struct", "swift.enum", "swift.protocol"]

    func type(named name: String) -> Symbol? { typesByName[name] }
}

extension Symbol.Generics.Constraint {
    /// `Key: Hashable`
    var text: String { "\(lhs)\(kind == "sameType" ? " == " : ": ")\(rhs)" }
}

extension Symbol {
    /// What a type alias stands for.
    var aliased: TypeExpression? {
        guard let equals = declarationFragments.firstIndex(where: { $0.spelling.contains("=") }) else {
            return nil
        }
        let property = [
            Fragment(kind: "keyword", spelling: "var"), Fragment(kind: "text", spelling: " value: "),
        ]
        // ` = (` begins the type too.
        let start = declarationFragments[equals].spelling.split(separator: "=", maxSplits: 1).dropFirst()
            .joined()
        let rest = [Fragment(kind: "text", spelling: start)] + declarationFragments[(equals + 1)...]
        return (try? Declaration.parse(property + rest))?.result
    }

    fileprivate static let asyncMark = "::async"

    fileprivate var isAsync: Bool {
        declarationFragments.contains { $0.kind == "keyword" && $0.spelling == "async" }
    }

    /// The symbol that the compiler knows.
    var realPrecise: String {
        let precise = identifier.precise
        return precise.hasSuffix(Self.asyncMark) ? String(precise.dropLast(Self.asyncMark.count)) : precise
    }

    /// Whether it was imported from Objective-C or C.
    var isImported: Bool { identifier.precise.hasPrefix("c:") }
}
