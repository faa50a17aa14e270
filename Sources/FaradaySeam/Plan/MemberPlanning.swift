/// Sorts a type's members into its facade, its factory, and what is left out.
struct MemberPlanning {
    let planner: Planner
    let type: Symbol?
    var facade: Facade
    /// The members of superclasses that have facades of their own, by symbol.
    private var ancestorMembers: [String: Symbol] = [:]
    /// What the members so far override.
    private var overridden: Set<String> = []
    /// The type whose facade declares an inherited member; there it says what `Self` is.
    private var owner: Symbol?
    /// A generic superclass: the graph doesn't say with which types it is inherited.
    private var genericAncestor: Symbol?

    init(planner: Planner, type: Symbol?, facade: Facade) {
        self.planner = planner
        self.type = type
        self.facade = facade
    }

    static let kinds: Set = [
        "swift.method", "swift.property", "swift.subscript", "swift.init", "swift.type.method",
        "swift.type.property",
        "swift.type.subscript",
    ]

    /// Plans the members of a type. `ancestors` are its superclasses that have facades of their own.
    mutating func run(_ ancestors: [Symbol]) {
        guard let type else { return }
        if type.isGeneric || facade.subject == .existingProtocol { takeGenerics(of: type) }
        let inherited = Set(ancestors.map(\.identifier.precise))
        for member in ancestors.flatMap({ planner.interface.members(of: $0.identifier.precise) }) {
            ancestorMembers[member.identifier.precise] = member
        }
        take(planner.interface.members(of: type.identifier.precise), isInherited: false)
        var inheritsInitializers = !declaresInitializer(type)
        for ancestor in superTypes(of: type) {
            let isInherited =
                inherited.contains(ancestor.identifier.precise)
                || ancestors.contains { nearer in
                    planner.interface.superclasses(of: nearer.identifier.precise).contains {
                        $0.identifier.precise == ancestor.identifier.precise
                    }
                }
            owner = isInherited ? declaringType(of: ancestor, among: ancestors) : nil
            genericAncestor = ancestor.isGeneric ? ancestor : nil
            take(
                planner.interface.members(of: ancestor.identifier.precise), isInherited: isInherited,
                inheritsInitializers: inheritsInitializers)
            inheritsInitializers = inheritsInitializers && !declaresInitializer(ancestor)
        }
        (owner, genericAncestor) = (nil, nil)
        takeInheritedInitializer(of: type)
        keepFactoryMethodsApart()
        nameKeys()
    }

    /// Of the superclasses with facades, the one whose facade first has the members of a class.
    private func declaringType(of symbol: Symbol, among ancestors: [Symbol]) -> Symbol? {
        ancestors.last { ancestor in
            ([ancestor] + planner.interface.superclasses(of: ancestor.identifier.precise)).contains {
                $0.identifier.precise == symbol.identifier.precise
            }
        }
    }

    /// A static member can have the name that an initialiser has in the factory.
    private mutating func keepFactoryMethodsApart() {
        let taken = facade.factory.filter { $0.origin == .type }.map(\.facade.title)
        for index in facade.factory.indices
        where facade.factory[index].origin == .initializer
            && taken.contains(facade.factory[index].facade.title)
        {
            facade.factory[index].facade.name = "makeNew" + facade.stem
        }
    }

    /// Functions and variables; constants of C, such as `Z_OK`, are used as they are.
    mutating func runFunctions() {
        let wanted = planner.interface.functions.filter { symbol in
            guard symbol.kind.identifier == "swift.var", symbol.identifier.precise.hasPrefix("c:") else {
                return true
            }
            return symbol.declaration?.isSettable ?? true
        }
        take(wanted, isInherited: false)
        nameKeys()
    }

    /// What a class without initialisers of its own gets from `NSObject`.
    private mutating func takeInheritedInitializer(of type: Symbol) {
        guard facade.subject.isObject, facade.genericParameters.isEmpty, planner.request.usage == nil,
            planner.inheritsInitializer(type)
        else { return }
        let symbol = type.inheritedInitializer
        let declaration = Declaration(form: .initializer(mark: ""), name: "init", result: .tuple([]))
        var member = Member(
            symbol: symbol, title: "init()", origin: .initializer, real: declaration, facade: declaration,
            link: facade.realName)
        FacadeDeclaration(planner: planner, type: type, facade: facade).fill(&member)
        facade.factory.append(member)
    }

    /// The superclasses in this module; of a protocol, the protocols that it refines.
    private func superTypes(of type: Symbol) -> [Symbol] {
        guard facade.subject == .existingProtocol else {
            return planner.interface.superclasses(of: type.identifier.precise)
        }
        let refined = planner.interface.protocols(of: type.identifier.precise)
        return planner.interface.types.filter {
            refined.contains($0.identifier.precise) && $0.pathComponents != ["NSObjectProtocol"]
        }
    }

    /// A class with a designated initialiser does not inherit others.
    private func declaresInitializer(_ type: Symbol) -> Bool {
        planner.interface.members(of: type.identifier.precise).contains { member in
            member.kind.identifier == "swift.init"
                && !member.declarationFragments.contains { $0.spelling == "convenience" }
        }
    }

    private mutating func takeGenerics(of type: Symbol) {
        if facade.subject == .existingProtocol {
            let shape = ProtocolShape(type, planner.interface)
            facade.shape = shape
            facade.genericParameters = shape.parameters
            facade.genericRequirements = shape.requirements
            return
        }
        facade.genericParameters = (type.swiftGenerics?.parameters ?? []).filter {
            $0.depth == 0 && $0.name != "Self"
        }.map(\.name)
        facade.genericRequirements = (type.swiftGenerics?.constraints ?? []).filter { $0.lhs != "Self" }.map(
            \.text)
        guard type.isImported else { return }
        // The parameters of a generic class of Objective-C are objects; the graph doesn't say so in its constraints.
        for name in facade.genericParameters
        where !facade.genericRequirements.contains(where: { $0.hasPrefix("\(name): ") }) {
            facade.genericRequirements.append("\(name): AnyObject")
        }
    }

    private mutating func take(_ symbols: [Symbol], isInherited: Bool, inheritsInitializers: Bool = true) {
        for symbol in withAsyncVariants(symbols) where !symbol.names.title.hasPrefix("_") {
            guard !Self.usedAsTheyAre.contains(symbol.kind.identifier), !isName(symbol) else { continue }
            let isWanted = isWanted(symbol)
            guard isWanted || mayBeUsedThroughFacade else { continue }
            if symbol.kind.identifier == "swift.init", !inheritsInitializers { continue }
            if isInherited, symbol.kind.identifier == "swift.init" || symbol.kind.identifier.contains("type.")
            {
                continue
            }
            do {
                // A superclass that overrides it as well has it in the facade of the first, with its type.
                if overridden.contains(symbol.realPrecise) || isInAncestor(symbol) { continue }
                let member = try member(for: symbol)
                if contains(member) || !isWanted && !isUsedThroughFacade(member) { continue }
                place(member, isInherited: isInherited)
            } catch {
                let isOverridden = facade.allMembers.contains { $0.title == symbol.names.title }
                if !isWanted || genericAncestor != nil && isOverridden { continue }
                let omission = Facade.Omission(title: symbol.names.title, reason: error.description)
                if !isInherited, !facade.omissions.contains(omission) { facade.omissions.append(omission) }
            }
        }
    }

    /// An Objective-C protocol's requirement is one method under two names; a facade has both functions.
    private func withAsyncVariants(_ symbols: [Symbol]) -> [Symbol] {
        if facade.subject == .existingProtocol { return symbols }
        return symbols.flatMap { [$0] + (planner.interface.asyncVariant(of: $0).map { [$0] } ?? []) }
    }

    /// Whether a superclass has the member in a facade of its own, with its own types. Factories inherit nothing.
    private func isInAncestor(_ symbol: Symbol) -> Bool {
        if symbol.kind.identifier.contains("type.") || symbol.kind.identifier == "swift.init" { return false }
        return planner.interface.overridden(by: symbol.realPrecise).contains { precise in
            guard let original = ancestorMembers[precise], isWanted(original) else { return false }
            return (try? member(for: original)) != nil
        }
    }

    private func contains(_ member: Member) -> Bool {
        (facade.allMembers + facade.factory).contains { other in
            // A type has one property of a name, whatever its superclasses and protocols say of the type.
            other.title == member.title && other.origin == member.origin
                && (member.facade.form == .property || other.facade.isSameOverload(as: member.facade))
        }
    }

    private mutating func place(_ member: Member, isInherited: Bool) {
        overridden.formUnion(planner.interface.overridden(by: member.symbol))
        if isInherited {
            facade.inheritedMembers.append(member)
        } else if [.namespace, .functions, .existingProtocol].contains(facade.subject)
            || member.origin == .instance
        {
            facade.members.append(member)
        } else {
            facade.factory.append(member)
        }
    }

    /// Whether the request is for this member: without `--used-in`, for all but deprecated ones.
    private func isWanted(_ symbol: Symbol) -> Bool {
        if facade.subject == .existingProtocol {
            return planner.interface.requirements.contains(symbol.identifier.precise)
        }
        guard let usage = planner.request.usage else { return true }
        return usage.symbols.contains(symbol.realPrecise)
    }

    /// Sources that have been moved to the facade name its members, no longer the real ones.
    private func isUsedThroughFacade(_ member: Member) -> Bool {
        guard let usage = planner.request.usage else { return false }
        let names =
            member.origin == .instance
            ? [facade.name, facade.proxyName] : [facade.factoryName, facade.name, facade.proxyName]
        let titles = Set(member.facade.titles + (member.origin == .initializer ? [member.title] : []))
        return names.contains { !(usage.seams[$0]?.uses ?? []).isDisjoint(with: titles) }
    }

    private var mayBeUsedThroughFacade: Bool { !(planner.request.usage?.seams ?? [:]).isEmpty }

    // MARK: One member

    private func member(for symbol: Symbol) throws(SeamError) -> Member {
        try check(symbol)
        var declaration = try planner.declaration(of: symbol)
        if declaration.parameters.filter(\.isVariadic).count > 1, facade.subject != .existingProtocol {
            throw SeamError("has two variadic lists, which Swift can't pass on")
        }
        try check(declaration, symbol)
        adapt(&declaration, symbol)
        if planner.refusals.readOnly.contains(symbol.identifier.precise) { declaration.isSettable = false }
        let origin = origin(of: symbol)
        let path = type == nil ? symbol.names.title : symbol.pathComponents.joined(separator: "/")
        var member = Member(
            symbol: symbol.identifier.precise, title: symbol.names.title, origin: origin, real: declaration,
            facade: declaration, link: path)
        member.availability = Availability(symbol.availability ?? []).attributes(
            beyond: type?.availability ?? [])
        FacadeDeclaration(planner: planner, type: owner ?? type, facade: facade).fill(&member)
        try checkCrossing(member)
        // Delegates are held weakly, also where the module holds them behind a computed property.
        let isDelegate = member.resultConversion == .delegate && declaration.isSettable
        if isDelegate, !declaration.modifiers.contains("weak") { member.real.modifiers.append("weak") }
        return member
    }

    /// Makes a declaration one that can stand elsewhere than in the module.
    private func adapt(_ declaration: inout Declaration, _ symbol: Symbol) {
        declaration.nameParameters()
        let wrappers = symbol.declarationFragments.filter {
            $0.kind == "attribute" && ($0.preciseIdentifier.map(planner.interface.isWrapper) ?? false)
        }.map(\.spelling)
        declaration.attributes.removeAll { attribute in
            wrappers.contains(String(attribute.dropFirst().prefix { $0 != "<" && $0 != "(" }))
        }
        let key = Refusals.key(facade.symbol, symbol.identifier.precise)
        let closures = planner.refusals.sendableClosures[key] ?? []
        if planner.refusals.functionsOfC.contains(key) { declaration.markFunctionsOfC() }
        for index in declaration.parameters.indices {
            if planner.refusals.withoutDefaults.contains(key) {
                declaration.parameters[index].defaultValue = nil
            }
            if closures.contains(declaration.parameters[index].name.bare) {
                declaration.parameters[index].type.makeSendable()
            }
        }
        guard let type, declaration.parameters.contains(where: { $0.defaultValue != nil }) else { return }
        let values = DefaultValues(type, planner.interface)
        for index in declaration.parameters.indices {
            declaration.parameters[index].defaultValue = declaration.parameters[index].defaultValue.map(
                values.qualified)
        }
    }

    private func origin(of symbol: Symbol) -> Member.Origin {
        switch symbol.kind.identifier {
        case "swift.init": .initializer
        case "swift.type.method", "swift.type.property", "swift.type.subscript": .type
        case "swift.func", "swift.var": .function
        default: .instance
        }
    }

    private func check(_ symbol: Symbol) throws(SeamError) {
        if let words = planner.refusals.members[Refusals.key(facade.symbol, symbol.identifier.precise)] {
            throw SeamError(words)
        }
        let availability = Availability(symbol.availability ?? [])
        if availability.isUnavailable(on: planner.request.platform) { throw SeamError("is unavailable") }
        let isOfOldType = Availability(type?.availability ?? []).isDeprecated
        if availability.isDeprecated, planner.request.usage == nil, !isOfOldType {
            throw SeamError("is deprecated")
        }
        if ["hash(into:)", "hashValue"].contains(symbol.names.title), facade.subject != .existingProtocol {
            throw SeamError("is there for Hashable; facades are told apart by ===")
        }
        if symbol.kind.identifier == "swift.func.op" { throw SeamError("is an operator") }
        if !Self.kinds.contains(symbol.kind.identifier),
            !["swift.func", "swift.var"].contains(symbol.kind.identifier)
        {
            throw SeamError(Self.word(for: symbol.kind.identifier))
        }
        let ofType = Set((type?.swiftGenerics?.constraints ?? []).map(\.text))
        let constraints = (symbol.swiftExtension?.constraints ?? []).map(\.text).filter {
            !ofType.contains($0)
        }
        if !constraints.isEmpty, facade.subject != .existingProtocol {
            let text = constraints.joined(separator: ", ")
            throw SeamError("exists only where \(text), which a protocol can't say")
        }
    }

    /// Nested types and their like, which no facade stands in front of.
    private static let usedAsTheyAre: Set = [
        "swift.class", "swift.struct", "swift.enum", "swift.protocol", "swift.typealias", "swift.enum.case",
        "swift.deinit", "swift.associatedtype",
    ]

    /// Whether it is a constant of Objective-C, or the name of a notification: tests need no other.
    private func isName(_ symbol: Symbol) -> Bool {
        guard symbol.kind.identifier == "swift.type.property",
            let declaration = symbol.declaration
        else { return false }
        let names: Set = ["NSNotification.Name", "Notification.Name"]
        return names.contains(declaration.result.description)
            || symbol.isImported && declaration.isConstant
    }

    private static func word(for kind: String) -> String {
        switch kind {
        case "swift.macro": "is a macro"
        default: "is a \(kind)"
        }
    }

    private func check(_ declaration: Declaration, _ symbol: Symbol) throws(SeamError) {
        if case .named(let components) = declaration.result, components.last?.symbol == "s:s5NeverO" {
            throw SeamError("never returns, so no test double can answer it")
        }
        if declaration.generics.contains(where: { $0.hasPrefix("each ") }) {
            throw SeamError("has a parameter pack")
        }
        if declaration.result.isOpaque, declaration.form != .function,
            facade.subject == .value || !facade.genericParameters.isEmpty
        {
            throw SeamError("has an opaque type, which a protocol can't name")
        }
        if declaration.modifiers.contains("override"), symbol.kind.identifier != "swift.init",
            isOfNSObject(symbol)
        {
            throw SeamError("overrides what every NSObject has")
        }
        if facade.subject == .existingProtocol { return }
        if let ancestor = genericAncestor {
            let names = Set((ancestor.swiftGenerics?.parameters ?? []).map(\.name))
            let parts = declaration.types.flatMap(\.components).map(\.name)
            if let name = parts.first(where: names.contains) {
                let real = ancestor.pathComponents.joined(separator: ".")
                throw SeamError(
                    "is of the generic class \(real), and the symbol graph doesn't say what its \(name) is")
            }
        }
        if !facade.genericParameters.isEmpty,
            symbol.kind.identifier.contains("type.") || symbol.kind.identifier == "swift.init"
        {
            throw SeamError("is called on a generic type, whose arguments a factory doesn't know")
        }
    }

    /// Whether what a member overrides is outside this module: a superclass in the module would have it.
    private func isOfNSObject(_ symbol: Symbol) -> Bool {
        guard let type, planner.interface.foreignSuperclass(of: type.identifier.precise) != nil else {
            return false
        }
        let inModule = planner.interface.superclasses(of: type.identifier.precise)
            .flatMap { planner.interface.members(of: $0.identifier.precise) }
        return !inModule.contains {
            $0.names.title == symbol.names.title
                && !$0.declarationFragments.contains { $0.spelling == "override" }
        }
    }

    private func checkCrossing(_ member: Member) throws(SeamError) {
        if facade.subject == .existingProtocol { return }
        let takesDelegate = member.parameterConversions.contains(.delegate)
        if takesDelegate, member.origin != .initializer {
            throw SeamError("takes a delegate that only a property or an initialiser can take in a facade")
        }
        if member.resultConversion == .delegate, member.facade.form != .property {
            throw SeamError("returns a delegate")
        }
        if member.resultConversion == .delegate, member.origin != .instance {
            throw SeamError("is a delegate of the type")
        }
        if member.facade.form == .subscripting, member.facade.hasVariadic {
            throw SeamError("is a subscript with a variadic list, which Swift can't pass on")
        }
    }

    // MARK: Names of the spy's members

    private mutating func nameKeys() {
        let keys = SpyKeys.keys(of: facade.allMembers)
        for index in facade.inheritedMembers.indices { facade.inheritedMembers[index].take(keys) }
        for index in facade.members.indices { facade.members[index].take(keys) }
        let factoryKeys = SpyKeys.keys(of: facade.factory)
        for index in facade.factory.indices { facade.factory[index].take(factoryKeys) }
    }
}

extension Member {
    fileprivate mutating func take(_ keys: [String: String]) { key = keys[symbol] ?? key }
}
