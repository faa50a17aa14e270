import Foundation

/// Makes a facade's declaration of a real one.
struct FacadeDeclaration {
    let planner: Planner
    let type: Symbol?
    let facade: Facade

    func fill(_ member: inout Member) {
        var declaration = member.facade
        declaration.attributes = declaration.attributes.filter { kept($0) }
        declaration.modifiers = declaration.modifiers.filter { keptModifiers.contains($0) }
        // What a spy returns, its test has too.
        if facade.subject != .existingProtocol { declaration.resultSpecifiers = [] }
        if declaration.effects.isAsync, member.symbol.hasPrefix("c:"), facade.isolation == nil {
            // Swift calls such a method of Objective-C on the caller's actor.
            declaration.modifiers.append("nonisolated(nonsending)")
        }
        convert(&declaration, &member)
        isolate(&declaration, member)
        if facade.subject != .existingProtocol { rename(&declaration, &member) }
        member.facade = declaration
    }

    private var keptModifiers: Set<String> {
        let always: Set = ["mutating", "nonisolated", "nonisolated(nonsending)"]
        return facade.subject == .existingProtocol ? always.union(["static", "class"]) : always
    }

    /// What means something in a protocol. A global actor that the whole facade has is not repeated.
    private func kept(_ attribute: String) -> Bool {
        if attribute == "@discardableResult" || attribute == "@concurrent" { return true }
        return Declaration.isIsolation(attribute) && attribute != facade.isolation
    }

    private func convert(_ declaration: inout Declaration, _ member: inout Member) {
        guard facade.subject != .existingProtocol else {
            member.parameterConversions = declaration.parameters.map { _ in .none }
            return declaration.nameAssociatedTypes()
        }
        var substitution = planner.substitution
        if facade.genericParameters.isEmpty, case .object = facade.subject {
            substitution.selfSymbol = type?.identifier.precise
        }
        for index in declaration.parameters.indices {
            // Only the real actor can be isolated to.
            if declaration.parameters[index].specifiers.contains("isolated") {
                member.parameterConversions.append(.none)
                continue
            }
            let (new, conversion) = substitution.facade(of: declaration.parameters[index].type)
            declaration.parameters[index].type = new
            declaration.parameters[index].convertDefault(conversion)
            member.parameterConversions.append(conversion)
        }
        if member.origin == .initializer {
            makeFactoryMethod(&declaration, &member)
        } else {
            let (new, conversion) = substitution.facade(of: declaration.result)
            declaration.result = new.opened
            member.resultConversion = conversion
            member.isOpened = new.isOpaque
        }
        if member.origin != .instance { declaration.hasNonmutatingSetter = declaration.isSettable }
        declaration.modifiers.removeAll { $0 == "static" || $0 == "class" }
    }

    /// `init(name:)` becomes `makeThing(name:)`.
    private func makeFactoryMethod(_ declaration: inout Declaration, _ member: inout Member) {
        guard let type, case .initializer(let mark) = declaration.form else { return }
        declaration.form = .function
        declaration.name = "make" + facade.stem
        let real = TypeExpression.named([.init(name: facade.realName, symbol: type.identifier.precise)])
        var (new, conversion) = planner.substitution.facade(of: real)
        if conversion == .none { new = .any(.plain(facade.name)) }
        declaration.result = mark.isEmpty ? new : .optional(new)
        member.resultConversion = mark.isEmpty || conversion == .none ? conversion : .optional(conversion)
    }

    /// What is isolated to the actor itself is waited for by everybody else.
    private func isolate(_ declaration: inout Declaration, _ member: Member) {
        guard facade.subject == .object(isActor: true), member.origin == .instance else { return }
        if declaration.modifiers.contains("nonisolated") {
            declaration.modifiers.removeAll { $0 == "nonisolated" }
            return
        }
        // Such a member is not the actor's own: who is on the global actor does not wait.
        if declaration.attributes.contains(where: Declaration.isIsolation) { return }
        declaration.effects.isAsync = true
        declaration.isSettable = false
    }

    private func rename(_ declaration: inout Declaration, _ member: inout Member) {
        guard let rename = planner.request.renames.first(where: { $0.old == member.title }),
            let (name, labels) = RenameTarget.parse(rename.new)
        else { return }
        member.isRenamed = true
        declaration.name = Name.escaped(name)
        for (index, label) in (labels ?? []).enumerated() where index < declaration.parameters.count {
            declaration.parameters[index].label = label == "_" ? nil : Name.label(label)
            if label != "_" { declaration.parameters[index].name = Name.escaped(label) }
        }
    }
}

extension Declaration.Parameter {
    /// Puts the facade in the place of the real object that is the default value.
    fileprivate mutating func convertDefault(_ conversion: Conversion) {
        guard let value = defaultValue, !["nil", "[]", "[:]"].contains(value), !conversion.needsName,
            type.withoutOptional.functionType == nil
        else { return }
        defaultValue = Crossing(call: "").outward(value, conversion)
    }
}

/// `arm(deviceId:)`: a base name, and labels if it is a function's.
enum RenameTarget {
    static func parse(_ text: String) -> (name: String, labels: [String]?)? {
        guard let open = text.firstIndex(of: "(") else { return isName(text) ? (text, nil) : nil }
        let name = String(text[..<open])
        guard isName(name), text.hasSuffix(")") else { return nil }
        let inner = text[text.index(after: open)...].dropLast()
        let labels = inner.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard inner.isEmpty || labels.last == "" else { return nil }
        let names = Array(labels.dropLast())
        return names.allSatisfy(isName) ? (name, names) : nil
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.first, first.isLetter || first == "_" else { return false }
        return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}

extension Declaration {
    /// Whether an attribute says on which actor something runs.
    static func isIsolation(_ attribute: String) -> Bool {
        !knownAttributes.contains(String(attribute.prefix { $0 != "(" }))
            && attribute.dropFirst().first?.isUppercase ?? false
    }

    private static let knownAttributes: Set = [
        "@Sendable", "@NSApplicationMain", "@UIApplicationMain", "@IBAction", "@IBOutlet", "@NSCopying",
        "@NSManaged", "@Test", "@Suite",
    ]

    /// Gives every parameter a name of its own, as bodies need it.
    mutating func nameParameters() {
        // A setter has a `newValue` of its own.
        var taken: Set<String> = form == .subscripting ? ["newValue"] : []
        for index in parameters.indices {
            var name = parameters[index].name.bare
            if name.isEmpty || name == "_" { name = parameters[index].label?.bare ?? "argument" }
            if name == "self" || name == "_" { name = "argument" }
            var unique = name
            var count = 2
            while !taken.insert(unique).inserted {
                unique = "\(name)\(count)"
                count += 1
            }
            parameters[index].name = Name.escaped(unique)
        }
    }

    /// Writes `Item` for `Self.Item`, as it is named in a type that has it as a parameter.
    mutating func nameAssociatedTypes() {
        self = mapTypes { type in
            guard case .named(let components) = type, components.count > 1, components[0].name == "Self"
            else { return type }
            return .named(Array(components.dropFirst()))
        }
        requirements = requirements.map { $0.replacingOccurrences(of: "Self.", with: "") }
        generics = generics.map { $0.replacingOccurrences(of: "Self.", with: "") }
    }

    /// Without the parameters of some conversions.
    mutating func removeParameters(where isRemoved: (Int) -> Bool) {
        parameters = parameters.indices.filter { !isRemoved($0) }.map { parameters[$0] }
    }

    /// The full names under which sources can call it: `connect(_:options:)`, and `connect(_:)` where the options have a default value.
    var titles: [String] {
        [title] + shorterCalls.map(\.declaration.title)
    }

    var title: String {
        guard form != .property else { return name.bare }
        let labels = parameters.map { ($0.label?.bare ?? "_") + ":" }.joined()
        return "\(name.bare)(\(labels))"
    }

    /// Whether Swift would take two functions of the same name and labels for one.
    func isSameOverload(as other: Declaration) -> Bool {
        form == other.form && result == other.result && parameters.map(\.type) == other.parameters.map(\.type)
            && generics == other.generics && requirements == other.requirements
            && effects.isAsync == other.effects.isAsync
    }
}

extension TypeExpression {
    var isOpaque: Bool { mentions { if case .some = $0 { true } else { false } } }

    /// With `any P` for `some P`, which a protocol can't name.
    var opened: TypeExpression {
        map { type in
            guard case .some(let constraint) = type else { return type }
            return .any(constraint)
        }
    }

    /// Whether the type, or one within it, is such.
    func mentions(where matches: (TypeExpression) -> Bool) -> Bool {
        matches(self) || parts.contains { $0.mentions(where: matches) }
    }

    /// Whether one of these names stands in the type, as `T` or as `T.Element`.
    func mentions(names: Set<String>) -> Bool {
        mentions { type in
            if case .named(let components) = type {
                components.first.map { names.contains($0.name) } ?? false
            } else {
                false
            }
        }
    }
}

extension TypeExpression {
    /// Makes a closure one that can be called anywhere.
    mutating func makeSendable() {
        self = map { type in
            guard case .function(var function) = type, !function.attributes.contains("@Sendable") else {
                return type
            }
            function.attributes.append("@Sendable")
            return .function(function)
        }
    }
}
