/// Decides what each facade has, how the real type meets it, and what is left out.
struct Planner {
    let interface: Interface
    var request: SeamRequest
    let naming: Naming
    let modules: Modules
    let refusals: Refusals
    var substitution = Substitution()
    /// Types that get no facade, and why.
    private(set) var leftOut: [Facade.Omission] = []

    init(_ interface: Interface, _ request: SeamRequest, _ refusals: Refusals = Refusals()) {
        self.interface = interface
        self.request = request
        self.refusals = refusals
        naming = Naming(interface)
        modules = Modules(interface)
        for symbol in interface.aliases {
            guard let meaning = symbol.aliased else { continue }
            let parameters = (symbol.swiftGenerics?.parameters ?? []).map(\.name)
            substitution.aliases[symbol.identifier.precise] = TypeAlias(
                parameters: parameters, meaning: meaning)
        }
    }

    /// Plans all facades of the request.
    mutating func plan() throws(SeamError) -> [Facade] {
        let selection = SeamSelection(interface, request)
        leftOut = selection.leftOut
        let selected = try selection.types().filter { refusals.types[$0.identifier.precise] == nil }
        try checkNames(selected)
        for type in selected { wrap(type, isProxied: true) }
        for type in selected { turnAround(delegatesOf: type) }
        var facades = selected.map { facade(of: $0, among: selected) }
        for (type, facade) in zip(selected, facades) where facade.route != .proxy {
            wrap(type, isProxied: false)
        }
        facades = selected.map { facade(of: $0, among: selected) }
        declareDelegatesOnce(&facades)
        if let functions = functionsFacade() { facades.append(functions) }
        try RenameCheck(facades: facades).check(request.renames)
        return facades
    }

    /// A delegate's protocol is declared with the type that has the property, not with a subclass.
    private func declareDelegatesOnce(_ facades: inout [Facade]) {
        var places: [String: String] = [:]
        for isOwn in [true, false] {
            for facade in facades {
                for delegate in facade.delegates where delegate.isOwn == isOwn {
                    for planned in delegate.protocols where places[planned.name] == nil {
                        places[planned.name] = "\(facade.symbol) \(delegate.property)"
                    }
                }
            }
        }
        for facade in facades.indices {
            for delegate in facades[facade].delegates.indices {
                let place = "\(facades[facade].symbol) \(facades[facade].delegates[delegate].property)"
                for planned in facades[facade].delegates[delegate].protocols.indices {
                    let name = facades[facade].delegates[delegate].protocols[planned].name
                    let isHere = places[name] == place
                    facades[facade].delegates[delegate].protocols[planned].isDeclaredHere = isHere
                    if places[name]?.hasPrefix(facades[facade].symbol + " ") ?? false { continue }
                    let prefix = facades[facade].delegates[delegate].protocols[planned].realName + "."
                    facades[facade].omissions.removeAll { $0.title.hasPrefix(prefix) }
                }
            }
        }
    }

    // MARK: Names

    private func checkNames(_ selected: [Symbol]) throws(SeamError) {
        var seen: [String: String] = [:]
        for type in selected {
            let names = self.names(of: type)
            let real = type.pathComponents.joined(separator: ".")
            if let other = seen.updateValue(real, forKey: names.facade) {
                throw SeamError(
                    "the facades of \(other) and \(real) would both be named \(names.facade): give one --type"
                )
            }
            if type.kind.identifier != "swift.protocol", naming.isTaken(names.facade) {
                throw SeamError(
                    "\(interface.module) has a type of its own that is named \(names.facade): "
                        + "give another --protocol")
            }
        }
    }

    func names(of type: Symbol) -> (stem: String, facade: String) {
        if type.kind.identifier == "swift.protocol" {
            return (type.pathComponents.joined(), realName(type))
        }
        if let name = request.protocolName { return (name, name) }
        let stem = naming.stem(of: type.pathComponents)
        return (stem, naming.facade(of: stem, path: type.pathComponents))
    }

    private mutating func wrap(_ type: Symbol, isProxied: Bool) {
        guard type.kind.identifier == "swift.class", !type.isGeneric else { return }
        let names = self.names(of: type)
        substitution.wrapped[type.identifier.precise] = Substitution.Wrapped(
            stem: names.stem, facade: names.facade, real: realName(type), isProxied: isProxied)
    }

    func realName(_ type: Symbol) -> String { modules.name(of: type) }

    /// The declaration of a symbol, with types that are spelled as they have to be elsewhere.
    func declaration(of symbol: Symbol) throws(SeamError) -> Declaration {
        do throws(DeclarationError) {
            var declaration = try Declaration.parse(symbol.declarationFragments)
            if let closures = symbol.demangledName.flatMap(MangledClosures.closures) {
                declaration.markFunctionsOfC(closures)
            }
            return modules.qualified(substitution.spellingOutClosures(declaration.mapTypes(\.sugared)))
        } catch {
            throw SeamError(error.reasonForUsers)
        }
    }

    // MARK: One type

    private func facade(of type: Symbol, among selected: [Symbol]) -> Facade {
        let names = self.names(of: type)
        let symbol = type.identifier.precise
        var facade = Facade(
            subject: subject(of: type), realName: realName(type), symbol: symbol, name: names.facade,
            stem: names.stem, factoryName: naming.factory(of: names.stem))
        facade.attributes = attributes(of: type)
        facade.isSendable =
            interface.protocols(of: symbol).contains("s:s8SendableP")
            && !refusals.notSendable.contains(symbol)
        facade.isPreconcurrency = refusals.preconcurrency.contains(symbol)
        var members = MemberPlanning(planner: self, type: type, facade: facade)
        members.run(ancestors(of: type, among: selected))
        facade = members.facade
        if case .existingProtocol = facade.subject {
            facade.needsNSObject = interface.isNSObjectProtocol(symbol)
            return facade
        }
        facade.singleton = isSharedObjectWanted(type) ? singleton(of: type) : nil
        facade.factory.removeAll { $0.origin == .type && $0.isShared(as: facade.singleton) }
        inherit(&facade, type, selected)
        facade.derived = derived(of: type, among: selected)
        planDelegates(&facade, type, selected)
        if facade.hasEvents {
            facade.members.removeAll { $0.resultConversion == .delegate }
            facade.inheritedMembers.removeAll { $0.resultConversion == .delegate }
            for index in facade.factory.indices {
                let conversions = facade.factory[index].parameterConversions
                facade.factory[index].facade.removeParameters { conversions[$0] == .delegate }
            }
        }
        facade.route = route(of: facade)
        return facade
    }

    private func planDelegates(_ facade: inout Facade, _ type: Symbol, _ selected: [Symbol]) {
        let withoutDelegates = facade
        facade.sendsEvents = request.delegateStyle == .async
        facade.delegates = DelegatePlanning(planner: self, type: type).delegates(&facade)
        guard facade.hasEvents else { return }
        let canned = CannedValues(interface: interface)
        let unanswered = facade.delegates.flatMap(\.protocols).flatMap(\.methods).first { method in
            !method.isEvent && canned.value(of: method.member.real.result) == nil
        }
        if let unanswered {
            // An answer that the proxy can't make up.
            var planner = self
            planner.request.delegateStyle = .protocol
            facade = withoutDelegates
            facade.delegates = DelegatePlanning(planner: planner, type: type).delegates(&facade)
            let reason =
                "the delegate has to answer \(unanswered.member.title), which no reader of a stream can"
            facade.omissions.append(Facade.Omission(title: "events()", reason: reason))
            return
        }
        let owner = ancestors(of: type, among: selected).last { ancestor in
            !DelegatePlanning(planner: self, type: ancestor).properties().isEmpty
        }
        if let owner { facade.eventOwner = (names(of: owner).stem, realName(owner)) }
    }

    private func subject(of type: Symbol) -> Facade.Subject {
        switch type.kind.identifier {
        case "swift.protocol": return .existingProtocol
        case "swift.class":
            if isNamespace(type) { return .namespace }
            return .object(isActor: type.isActor)
        default: return isNamespace(type) ? .namespace : .value
        }
    }

    /// Whether only static members can be used.
    private func isNamespace(_ type: Symbol) -> Bool {
        let members = interface.members(of: type.identifier.precise)
        let kinds = Set(members.map(\.kind.identifier))
        let ofInstances: Set = [
            "swift.method", "swift.property", "swift.subscript", "swift.enum.case", "swift.init",
        ]
        return kinds.isDisjoint(with: ofInstances)
            && !kinds.isDisjoint(with: ["swift.type.method", "swift.type.property"])
            && interface.superclasses(of: type.identifier.precise).isEmpty && singleton(of: type) == nil
    }

    private func attributes(of type: Symbol) -> [String] {
        let declared = type.declarationFragments.attributes.filter { Declaration.isIsolation($0) }
        return declared + Availability(type.availability ?? []).attributes(beyond: [])
    }

    /// The superclasses that have facades, nearest first.
    private func ancestors(of type: Symbol, among selected: [Symbol]) -> [Symbol] {
        interface.superclasses(of: type.identifier.precise).filter { ancestor in
            selected.contains { $0.identifier.precise == ancestor.identifier.precise } && !ancestor.isGeneric
        }
    }

    private func inherit(_ facade: inout Facade, _ type: Symbol, _ selected: [Symbol]) {
        if let ancestor = ancestors(of: type, among: selected).first {
            facade.inherited.append(names(of: ancestor).facade)
        } else if case .object(let isActor) = facade.subject {
            facade.inherited.append(isActor || facade.isSendable ? "AnyObject, Sendable" : "AnyObject")
        } else if case .value = facade.subject, facade.isSendable {
            facade.inherited.append("Sendable")
        }
        if case .namespace = facade.subject { facade.inherited = ["Sendable"] }
    }

    private func derived(of type: Symbol, among selected: [Symbol]) -> [(real: String, stem: String)] {
        selected
            .map { (symbol: $0, depth: interface.superclasses(of: $0.identifier.precise)) }
            .filter {
                $0.depth.contains { $0.identifier.precise == type.identifier.precise } && !$0.symbol.isGeneric
            }
            .sorted { $0.depth.count > $1.depth.count }
            .map { (realName($0.symbol), names(of: $0.symbol).stem) }
    }

    private func route(of facade: Facade) -> Facade.Route {
        switch facade.subject {
        case .existingProtocol: return .none
        case .functions, .namespace: return .proxy
        case .value: return .conformance
        case .object:
            // No extension of a generic class of Objective-C can name its parameters.
            if !facade.genericParameters.isEmpty { return facade.isImported ? .proxy : .conformance }
            if refusals.proxied.contains(facade.symbol) { return .proxy }
            let needsProxy =
                facade.allMembers.contains { $0.needsProxy } || !facade.delegates.isEmpty
                || facade.inheritedMembers.contains { $0.isConverted }
            return needsProxy ? .proxy : .conformance
        }
    }

    // MARK: Singletons

    private static let namesOfSingletons: Set = [
        "default", "main", "current", "standard", "instance", "singleton",
    ]

    private func singleton(of type: Symbol) -> Facade.Singleton? {
        guard type.kind.identifier == "swift.class", !type.isGeneric else { return nil }
        let members = interface.members(of: type.identifier.precise)
        guard let found = sharedObject(members, type), let declaration = found.declaration else { return nil }
        let initializers = members.filter {
            $0.kind.identifier == "swift.init"
                && !Availability($0.availability ?? []).isUnavailable(on: request.platform)
        }.compactMap(\.declaration)
        let isSimple = initializers.contains { declaration in
            declaration.form == .initializer(mark: "") && declaration.effects == Effects()
                && declaration.parameters.allSatisfy { $0.defaultValue != nil || $0.isVariadic }
        }
        let call = declaration.form == .function ? "()" : ""
        return Facade.Singleton(
            property: Name.member(declaration.name) + call,
            initializer: isSimple || inheritsInitializer(type)
                ? .withoutArguments : initializers.isEmpty ? .none : .withArguments)
    }

    /// With `--used-in`, only if the sources take the shared object, or take it from the seam already.
    private func isSharedObjectWanted(_ type: Symbol) -> Bool {
        guard let usage = request.usage else { return true }
        let shared = sharedObject(interface.members(of: type.identifier.precise), type)
        return shared.map { usage.symbols.contains($0.identifier.precise) } ?? false
            || usage.seams["Current" + names(of: type).stem] != nil
    }

    /// Whether a class without initialisers of its own has `NSObject`'s. That its header takes that away shows only when it is called: what is
    /// unavailable everywhere is not in the graph.
    func inheritsInitializer(_ type: Symbol) -> Bool {
        let types = [type] + interface.superclasses(of: type.identifier.precise)
        let hasOwn = types.contains { type in
            interface.members(of: type.identifier.precise).contains { $0.kind.identifier == "swift.init" }
        }
        return !hasOwn && interface.inheritsFromNSObject(type.identifier.precise)
            && refusals.members[Refusals.key(type.identifier.precise, type.inheritedInitializer)] == nil
    }

    /// The property, or the class method without arguments, that has the shared object.
    private func sharedObject(_ members: [Symbol], _ type: Symbol) -> Symbol? {
        let found = members.filter { member in
            guard let declaration = member.declaration, !declaration.isSettable,
                declaration.parameters.isEmpty, declaration.effects == Effects(),
                !Availability(member.availability ?? []).isUnavailable(on: request.platform)
            else { return false }
            let isSelf = declaration.result.description == "Self"
            return isSelf || declaration.result.namedSymbol == type.identifier.precise
        }
        let properties = found.filter { $0.kind.identifier == "swift.type.property" }
        let methods = found.filter { $0.kind.identifier == "swift.type.method" }
        return (properties + methods).first { Self.namesSingleton($0.declaration?.name.bare ?? "") }
            ?? (properties.count == 1 ? properties[0] : nil)
    }

    private static func namesSingleton(_ name: String) -> Bool {
        namesOfSingletons.contains(name) || name.hasPrefix("shared")
    }

    // MARK: Functions

    private func functionsFacade() -> Facade? {
        let used = request.usage.map { usage in
            interface.functions.contains { usage.symbols.contains($0.identifier.precise) }
        }
        guard request.wantsFunctions || (request.types.isEmpty && used ?? false) else { return nil }
        let stem =
            request.types.isEmpty
            ? request.protocolName ?? interface.module + "Functions" : interface.module + "Functions"
        var facade = Facade(
            subject: .functions, realName: interface.module, symbol: interface.module, name: stem, stem: stem)
        facade.isSendable = true
        facade.isPreconcurrency = refusals.preconcurrency.contains(interface.module)
        facade.inherited = ["Sendable"]
        var members = MemberPlanning(planner: self, type: nil, facade: facade)
        members.runFunctions()
        facade = members.facade
        facade.route = .proxy
        return facade
    }
}

extension Symbol {
    var isGeneric: Bool { !(swiftGenerics?.parameters ?? []).isEmpty && kind.identifier != "swift.protocol" }
    /// Stands for the `init()` of `NSObject` in a class that has none of its own.
    var inheritedInitializer: String { identifier.precise + "::init()" }

    /// The symbol's declaration, if it can be read.
    var declaration: Declaration? { try? Declaration.parse(declarationFragments) }
    var isActor: Bool { declarationFragments.contains { $0.spelling == "actor" && $0.kind == "keyword" } }
}

extension [Fragment] {
    /// The attributes in front of a type's declaration.
    var attributes: [String] {
        var text = ""
        for fragment in self {
            if fragment.kind == "keyword", !fragment.spelling.hasPrefix("@") { break }
            text += fragment.spelling
        }
        return text.split(whereSeparator: \.isWhitespace).map(String.init).filter { $0.hasPrefix("@") }
    }
}

extension Member {
    /// Whether it has the shared object.
    func isShared(as singleton: Facade.Singleton?) -> Bool {
        let call = real.form == .function && real.parameters.isEmpty ? "()" : ""
        return Name.member(real.name) + call == singleton?.property
    }

    /// An extension can't meet it: the result, a property's type or a closure's has a facade in it.
    var needsProxy: Bool {
        if resultConversion != .none { return true }
        if facade.form != .function { return isConverted || isOpened }
        return parameterConversions.contains { !$0.canBeCast }
    }
}

extension Conversion {
    /// Whether a facade's value becomes a real one by a cast.
    var canBeCast: Bool {
        switch self {
        case .none, .object: true
        case .optional(let inner), .array(let inner), .dictionary(let inner): inner.canBeCast
        case .closure, .delegate, .result, .tuple: false
        }
    }
}
