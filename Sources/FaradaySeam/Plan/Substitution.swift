/// Puts facades in the place of real types.
struct Substitution {
    struct Wrapped {
        var stem: String
        var facade: String
        var real: String
        var isProxied: Bool
    }

    /// By the real type's symbol.
    var wrapped: [String: Wrapped] = [:]
    /// Delegate protocols that are turned around, by symbol: their new names.
    var delegates: [String: String] = [:]
    /// Type aliases of the module, by symbol.
    var aliases: [String: TypeAlias] = [:]
    /// What `Self` stands for.
    var selfSymbol: String?

    /// A real type as the facade has it, and how values cross. Where a facade stands too deep to be crossed, in an `AsyncStream` or a `Set`,
    /// the real type stays.
    func facade(of type: TypeExpression) -> (TypeExpression, Conversion) {
        switch type {
        case .named(let components):
            return named(components) ?? (type, .none)
        case .any(let inner), .parenthesized(let inner):
            if case .named(let components) = inner,
                let name = components.last?.symbol.flatMap({ delegates[$0] })
            {
                return (.any(.plain(name)), .delegate)
            }
            guard case .parenthesized = type else { return (type, .none) }
            let (new, conversion) = facade(of: inner)
            return conversion == .none ? (type, .none) : (.parenthesized(new), conversion)
        case .optional(let inner):
            let (new, conversion) = facade(of: inner)
            return wrap(.optional(new), conversion, otherwise: type) {
                $0 == .delegate ? .delegate : .optional($0)
            }
        case .unwrapped(let inner):
            let (new, conversion) = facade(of: inner)
            return wrap(.unwrapped(new), conversion, otherwise: type) {
                $0 == .delegate ? .delegate : .optional($0)
            }
        case .array(let inner):
            let (new, conversion) = facade(of: inner)
            return wrap(.array(new), conversion, otherwise: type) { .array($0) }
        case .dictionary(let key, let inner):
            let (new, conversion) = facade(of: inner)
            return wrap(.dictionary(key, new), conversion, otherwise: type) { .dictionary($0) }
        case .function(let function):
            return self.function(function) ?? (type, .none)
        case .tuple(let elements):
            return tuple(elements) ?? (type, .none)
        default:
            return (type, .none)
        }
    }

    /// The declaration with closures in the place of the aliases that stand for them: how they are kept and handed on depends on what they are.
    func spellingOutClosures(_ declaration: Declaration) -> Declaration {
        declaration.mapTypes { type in
            guard case .named(let components) = type, let last = components.last,
                let meaning = last.symbol.flatMap({ aliases[$0]?.meaning(with: last.arguments) }),
                meaning.withoutOptional.functionType != nil, !meaning.mentions(names: ["Self"])
            else { return type }
            return meaning
        }
    }

    private func named(_ components: [TypeExpression.Component]) -> (TypeExpression, Conversion)? {
        guard let last = components.last else { return nil }
        if last.symbol == "s:s6ResultO", let value = last.arguments.first {
            let (new, conversion) = facade(of: value)
            if conversion == .none || conversion.needsName { return nil }
            var components = components
            components[components.count - 1].arguments[0] = new
            return (.named(components), .result(conversion))
        }
        if let meaning = last.symbol.flatMap({ aliases[$0]?.meaning(with: last.arguments) }) {
            let (new, conversion) = facade(of: meaning)
            return conversion == .none ? nil : (new, conversion)
        }
        guard last.arguments.isEmpty else { return nil }
        let isSelf = components.count == 1 && last.name == "Self"
        if let symbol = last.symbol, let name = delegates[symbol] { return (.any(.plain(name)), .delegate) }
        guard let symbol = isSelf ? selfSymbol : last.symbol, let found = wrapped[symbol] else { return nil }
        return (
            .any(.plain(found.facade)),
            .object(stem: found.stem, real: found.real, isProxied: found.isProxied)
        )
    }

    private func tuple(_ elements: [TypeExpression.Element]) -> (TypeExpression, Conversion)? {
        let new = elements.map { ($0.label, facade(of: $0.type)) }
        guard new.contains(where: { $0.1.1 != .none }), !new.contains(where: { $0.1.1.needsName }) else {
            return nil
        }
        return (
            .tuple(new.map { TypeExpression.Element(label: $0, type: $1.0) }),
            .tuple(new.map { Conversion.Element(label: $0, conversion: $1.1) })
        )
    }

    private func wrap(
        _ new: TypeExpression, _ conversion: Conversion, otherwise old: TypeExpression,
        _ build: (Conversion) -> Conversion
    ) -> (TypeExpression, Conversion) {
        conversion == .none ? (old, .none) : (new, build(conversion))
    }

    private func function(_ function: FunctionType) -> (TypeExpression, Conversion)? {
        var new = function
        var conversions: [Conversion] = []
        for index in function.parameters.indices {
            let (type, conversion) = facade(of: function.parameters[index].type)
            if conversion != .none,
                function.parameters[index].isVariadic || !function.parameters[index].specifiers.isEmpty
            {
                return nil
            }
            new.parameters[index].type = type
            conversions.append(conversion)
        }
        let (result, conversion) = facade(of: function.result)
        if conversion.needsName { return nil }
        new.result = result
        guard conversion != .none || conversions.contains(where: { $0 != .none }) else { return nil }
        let closure = Conversion.Closure(
            parameters: conversions, result: conversion, real: function, facade: new)
        return (.function(new), .closure(closure))
    }
}

/// What a type alias stands for.
struct TypeAlias {
    var parameters: [String]
    var meaning: TypeExpression

    /// The type, if there are as many arguments as the alias has parameters.
    func meaning(with arguments: [TypeExpression]) -> TypeExpression? {
        guard arguments.count == parameters.count else { return nil }
        let values = Dictionary(zip(parameters, arguments), uniquingKeysWith: { first, _ in first })
        return meaning.map { type in
            guard case .named(let components) = type, components.count == 1, components[0].symbol == nil
            else {
                return type
            }
            return values[components[0].name] ?? type
        }
    }
}

extension TypeExpression {
    /// `Int?` for `Optional<Int>`, and so on: how a type crosses depends on what it is.
    var sugared: TypeExpression {
        guard case .named(let components) = self, let last = components.last else { return self }
        switch (last.symbol, last.arguments.count) {
        case ("s:Sq", 1): return .optional(last.arguments[0])
        case ("s:Sa", 1): return .array(last.arguments[0])
        case ("s:SD", 2): return .dictionary(last.arguments[0], last.arguments[1])
        default: return self
        }
    }

    static func plain(_ name: String) -> TypeExpression { .named([Component(name: name)]) }

    var isVoid: Bool {
        switch self {
        case .tuple(let elements): elements.isEmpty
        case .named(let components): components.last?.name == "Void"
        case .parenthesized(let inner): inner.isVoid
        default: false
        }
    }

    /// Without `?`, `!` and parentheses around it.
    var withoutOptional: TypeExpression {
        switch self {
        case .optional(let inner), .unwrapped(let inner), .parenthesized(let inner): inner.withoutOptional
        default: self
        }
    }

    var isOptional: Bool {
        switch self {
        case .optional, .unwrapped: true
        case .parenthesized(let inner): inner.isOptional
        default: false
        }
    }

    /// The symbol of a type that is a name alone, or `any` and a name.
    var namedSymbol: String? {
        switch self {
        case .named(let components): components.last?.symbol
        case .any(let inner): inner.namedSymbol
        default: nil
        }
    }

    var functionType: FunctionType? {
        switch self {
        case .function(let function): function
        case .parenthesized(let inner): inner.functionType
        default: nil
        }
    }
}
