/// How a spy keeps and answers the calls of one member.
struct SpyShape {
    let member: Member
    private let declaration: Declaration
    private let isOfGenericType: Bool
    /// The names of types that only one call knows.
    private let unknown: Set<String>

    init(_ member: Member, selfName: String) {
        self.member = member
        isOfGenericType = selfName.hasSuffix(">")
        declaration = member.facade.mapTypes { $0.isSelf ? .plain(selfName) : $0 }
        unknown = Set(declaration.generics.map { String($0.prefix { $0 != ":" && $0 != " " }) })
    }

    var isProperty: Bool { declaration.form == .property }
    var isPlainProperty: Bool { isProperty && declaration.effects == Effects() }
    var isWeakProperty: Bool {
        isProperty && declaration.isSettable
            && member.isWeak
    }
    /// What is asked of the type, or makes it, is remembered by the type.
    var isStatic: Bool {
        if case .initializer = declaration.form { return true }
        return declaration.modifiers.contains { $0 == "static" || $0 == "class" }
    }
    /// How the spy's own code names its stub.
    var stubName: String {
        if case .initializer = declaration.form { return "Self." + member.key }
        return member.key
    }

    // MARK: Types

    /// The type of the stub: `SpiedFunction<String, [String]>`.
    var stubType: String {
        if isPlainProperty { return "SpiedProperty<\(kept(declaration.result))>" }
        let arguments = "\(argumentsType), \(valueType)"
        let isAsync = declaration.effects.isAsync
        switch declaration.effects.throwing {
        case .never, .rethrowing: return "Spied\(isAsync ? "Async" : "")Function<\(arguments)>"
        case .any: return "Spied\(isAsync ? "Async" : "")ThrowingFunction<\(arguments), any Error>"
        case .typed(let type):
            let failure = isUnknown(type) ? "any Error" : "\(type)"
            return "Spied\(isAsync ? "Async" : "")ThrowingFunction<\(arguments), \(failure)>"
        }
    }

    var setterType: String {
        let types = keptParameters.map { kept(declaration.parameters[$0]) } + [kept(declaration.result)]
        return
            "SpiedFunction<\(tuple(types, keptParameters.map { declaration.parameters[$0].name } + ["newValue"])), Void>"
    }

    private var valueType: String {
        if case .initializer(let mark) = declaration.form { return mark.isEmpty ? "Void" : "Bool" }
        return declaration.result.isVoid ? "Void" : kept(declaration.result)
    }

    private var argumentsType: String {
        isProperty
            ? "Void"
            : tuple(
                keptParameters.map { kept(declaration.parameters[$0]) },
                keptParameters.map { declaration.parameters[$0].name })
    }

    private func tuple(_ types: [String], _ names: [String]) -> String {
        switch types.count {
        case 0: "Void"
        case 1: types[0]
        default: "(" + zip(names, types).map { "\($0): \($1)" }.joined(separator: ", ") + ")"
        }
    }

    /// Parameters whose arguments can be kept after the call.
    private var keptParameters: [Int] {
        declaration.parameters.indices.filter { index in
            let parameter = declaration.parameters[index]
            if parameter.specifiers.contains("isolated") { return false }
            if parameter.specifiers.contains("@autoclosure") { return isPlainAutoclosure(parameter) }
            guard parameter.type.functionType != nil else { return true }
            return parameter.specifiers.contains("@escaping") || parameter.isVariadic
        }
    }

    private func isPlainAutoclosure(_ parameter: Declaration.Parameter) -> Bool {
        parameter.type.functionType?.effects == Effects()
    }

    private func kept(_ parameter: Declaration.Parameter) -> String {
        var type = parameter.type
        if parameter.specifiers.contains("@autoclosure"), let function = type.functionType {
            type = function.result
        }
        let text = kept(type)
        return parameter.isVariadic ? "[\(text)]" : text
    }

    /// The type as a stub keeps it: what only the call knows is `Any`.
    private func kept(_ type: TypeExpression) -> String {
        if isUnknown(type) {
            if case .optional = type { return "Any?" }
            return "Any"
        }
        if case .unwrapped(let inner) = type { return "\(TypeExpression.optional(inner))" }
        return "\(type)"
    }

    private func isUnknown(_ type: TypeExpression) -> Bool {
        type.mentions(names: unknown) || type.isOpaque
    }

    // MARK: Calls

    /// `(peripheral, options), ["", "options"]`.
    var recorded: String {
        let values = keptParameters.map { value(declaration.parameters[$0]) }
        let list = values.count == 1 ? values[0] : "(\(values.joined(separator: ", ")))"
        return "\(list), \(labels(keptParameters.map { declaration.parameters[$0].label ?? "_" }))"
    }

    var recordedWithNewValue: String {
        let values = keptParameters.map { value(declaration.parameters[$0]) } + ["newValue"]
        let list = values.count == 1 ? values[0] : "(\(values.joined(separator: ", ")))"
        return
            "\(list), \(labels(keptParameters.map { declaration.parameters[$0].label ?? "_" } + ["newValue"]))"
    }

    private func labels(_ labels: [String]) -> String {
        "[" + labels.map { "\"\($0.bare)\"" }.joined(separator: ", ") + "]"
    }

    private func value(_ parameter: Declaration.Parameter) -> String {
        parameter.specifiers.contains("@autoclosure") ? "\(parameter.name)()" : parameter.name
    }

    /// The lines that give what a stub answers as the member's result. What a generic function throws has a type that only the call knows.
    func answer(_ call: String) -> [String] {
        if !declaration.resultSpecifiers.isEmpty {
            return ["nonisolated(unsafe) let result = \(result(call))", "return result"]
        }
        guard case .typed(let failure) = declaration.effects.throwing, isUnknown(failure) else {
            return [result(call)]
        }
        let type = TypeExpression.metatype(failure, "self")
        return [
            "do {", "    return \(result(call))", "} catch {",
            "    throw SpyJournal.cast(error, to: \(type), of: \"\(member.facade.title)\")", "}",
        ]
    }

    private func result(_ call: String) -> String {
        var effects = declaration.effects
        if effects.throwing == .rethrowing { effects.throwing = .never }
        guard isUnknown(declaration.result) else { return effects.prefix + call }
        if case .optional(let inner) = declaration.result { return effects.prefix + "\(call) as? \(inner)" }
        let type = TypeExpression.metatype(declaration.result, "self")
        return effects.prefix + "SpyJournal.cast(\(call), to: \(type), of: \"\(member.facade.title)\")"
    }

    /// The member's declaration in the spy.
    var head: String {
        var copy = declaration
        if copy.effects.throwing == .rethrowing, bodyType == nil { copy.effects.throwing = .never }
        copy.modifiers.removeAll { $0 == "mutating" }
        copy.modifiers = copy.modifiers.map { $0 == "class" ? "static" : $0 }
        return copy.signature()
    }

    // MARK: Bodies

    /// The closure that a test can give where arguments can't be kept: those with `inout`, and closures that don't escape.
    var bodyType: String? {
        guard declaration.form == .function, unknown.isEmpty, !declaration.hasVariadic else { return nil }
        let needsBody = declaration.parameters.contains { parameter in
            parameter.specifiers.contains("inout")
                || parameter.type.functionType != nil && !parameter.specifiers.contains("@escaping")
                    && !parameter.specifiers.contains("@autoclosure")
        }
        guard needsBody,
            !declaration.parameters.contains(where: {
                $0.specifiers.contains("isolated") || isUnknown($0.type)
            }),
            !isUnknown(declaration.result), !isStatic || !isOfGenericType,
            declaration.effects.throwing != .rethrowing
        else { return nil }
        let types = declaration.parameters.map { parameter in
            if parameter.specifiers.contains("@autoclosure") { return kept(parameter) }
            return (parameter.specifiers.map { $0 + " " }.joined()) + kept(parameter.type)
        }
        let effects = declaration.effects.description
        return "(\(types.joined(separator: ", ")))\(effects.isEmpty ? "" : " " + effects) -> \(valueType)"
    }

    /// Whether the member has a result.
    var returns: Bool { !declaration.result.isVoid }

    var bodyPrefix: String { declaration.effects.prefix }
}

extension TypeExpression {
    var isSelf: Bool {
        if case .named(let components) = self {
            components.count == 1 && components[0].name == "Self"
        } else {
            false
        }
    }

    func replacingSelf(by name: String) -> TypeExpression { map { $0.isSelf ? .plain(name) : $0 } }
}
