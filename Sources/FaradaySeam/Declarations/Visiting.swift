extension TypeExpression {
    /// The types that stand directly within this one, in their order.
    var parts: [TypeExpression] {
        switch self {
        case .named(let components): components.flatMap(\.arguments)
        case .optional(let type), .unwrapped(let type), .array(let type), .any(let type), .some(let type),
            .inverse(let type),
            .metatype(let type, _), .pack(_, let type), .parenthesized(let type):
            [type]
        case .dictionary(let key, let value): [key, value]
        case .tuple(let elements): elements.map(\.type)
        case .function(let function):
            function.parameters.map(\.type) + function.effects.parts + [function.result]
        case .composition(let types): types
        case .member(let type, let component): [type] + component.arguments
        }
    }

    /// Calls `body` with this type and all types within it, outer ones first.
    func visit(_ body: (TypeExpression) throws -> Void) rethrows {
        try body(self)
        for part in parts { try part.visit(body) }
    }

    /// All names in this type, each part of a qualified name on its own.
    var components: [Component] {
        var components: [Component] = []
        visit { type in
            if case .named(let names) = type { components += names }
            if case .member(_, let name) = type { components.append(name) }
        }
        return components
    }

    /// This type with every type within it, and at last itself, replaced by what `transform` makes of it.
    func map(_ transform: (TypeExpression) throws -> TypeExpression) rethrows -> TypeExpression {
        try transform(try mapParts { part in try part.map(transform) })
    }

    /// This type with the types directly within it replaced.
    func mapParts(_ transform: (TypeExpression) throws -> TypeExpression) rethrows -> TypeExpression {
        switch self {
        case .named(let components): .named(try components.map { try $0.mapParts(transform) })
        case .optional(let type): .optional(try transform(type))
        case .unwrapped(let type): .unwrapped(try transform(type))
        case .array(let type): .array(try transform(type))
        case .dictionary(let key, let value): .dictionary(try transform(key), try transform(value))
        case .tuple(let elements):
            .tuple(try elements.map { Element(label: $0.label, type: try transform($0.type)) })
        case .function(let function): .function(try function.mapParts(transform))
        case .any(let type): .any(try transform(type))
        case .some(let type): .some(try transform(type))
        case .composition(let types): .composition(try types.map(transform))
        case .metatype(let type, let kind): .metatype(try transform(type), kind)
        case .member(let type, let component): .member(try transform(type), try component.mapParts(transform))
        case .inverse(let type): .inverse(try transform(type))
        case .pack(let keyword, let type): .pack(keyword, try transform(type))
        case .parenthesized(let type): .parenthesized(try transform(type))
        }
    }
}

extension TypeExpression.Component {
    fileprivate func mapParts(_ transform: (TypeExpression) throws -> TypeExpression) rethrows -> Self {
        var component = self
        component.arguments = try arguments.map(transform)
        return component
    }
}

extension FunctionType {
    fileprivate func mapParts(_ transform: (TypeExpression) throws -> TypeExpression) rethrows -> Self {
        var function = self
        function.parameters = try parameters.map { parameter in
            var parameter = parameter
            parameter.type = try transform(parameter.type)
            return parameter
        }
        function.effects = try effects.mapParts(transform)
        function.result = try transform(result)
        return function
    }
}

extension Effects {
    /// The type that is thrown, if it is given.
    var parts: [TypeExpression] {
        if case .typed(let type) = throwing { [type] } else { [] }
    }

    fileprivate func mapParts(_ transform: (TypeExpression) throws -> TypeExpression) rethrows -> Effects {
        guard case .typed(let type) = throwing else { return self }
        return Effects(isAsync: isAsync, throwing: .typed(try transform(type)))
    }
}

extension Declaration {
    /// The types of parameters, error and result. What generic parameters and requirements name isn't among them.
    var types: [TypeExpression] { parameters.map(\.type) + effects.parts + [result] }

    /// This declaration with `transform` applied to every type in ``types`` and to all within it, inner ones first.
    func mapTypes(_ transform: (TypeExpression) throws -> TypeExpression) rethrows -> Declaration {
        var declaration = self
        declaration.parameters = try parameters.map { parameter in
            var parameter = parameter
            parameter.type = try parameter.type.map(transform)
            return parameter
        }
        declaration.effects = try effects.mapParts { type in try type.map(transform) }
        declaration.result = try result.map(transform)
        return declaration
    }

    /// This declaration with a name for each parameter that has none: the label's, or `value`, and a number where that is taken.
    func naming() -> Declaration {
        var declaration = self
        var taken = Set(parameters.map(\.name))
        for index in parameters.indices where parameters[index].name == "_" {
            let base = parameters[index].label.map(Name.bare) ?? "value"
            var name = Name.escaped(base)
            var number = 2
            while taken.contains(name) {
                name = base + String(number)
                number += 1
            }
            taken.insert(name)
            declaration.parameters[index].name = name
        }
        return declaration
    }
}
