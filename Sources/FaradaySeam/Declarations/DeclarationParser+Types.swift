/// Types.
extension DeclarationParser {
    /// A type, with what may stand in front of it everywhere: `@Sendable () -> Void`, `any P & Q`, `repeat each T`.
    mutating func type() throws(Problem) -> TypeExpression {
        try nested { parser throws(Problem) in
            var attributes: [String] = []
            while let attribute = try parser.typeAttribute() { attributes.append(attribute) }
            let type = try parser.composition()
            if attributes.isEmpty { return type }
            guard case .function(var function) = type else {
                throw .unsupported("'\(attributes[0])' in front of a type")
            }
            function.attributes = attributes
            return .function(function)
        }
    }

    /// `@Sendable`, `@convention(c)`, `nonisolated(nonsending)`; `nil` if the next token starts something else.
    mutating func typeAttribute() throws(Problem) -> String? {
        if isNext("@") { return try attribute() }
        guard isNext("nonisolated"), peek(1)?.is("(") == true else { return nil }
        return try raw { parser throws(Problem) in
            try parser.expect("nonisolated")
            try parser.skipBrackets()
        }
    }

    /// `P & Q`, or a single type.
    private mutating func composition() throws(Problem) -> TypeExpression {
        let first = try prefixed()
        guard isNext("&") else { return first }
        var types = [first]
        while skip("&") { types.append(try prefixed()) }
        return .composition(types)
    }

    /// A type with `any`, `some`, `repeat`, `each` or `~` in front of it, or without.
    private mutating func prefixed() throws(Problem) -> TypeExpression {
        guard let token = peek(), !token.isType, peek(1)?.startsType == true else { return try suffixed() }
        switch token.text {
        case "any":
            _ = skip("any")
            return .any(try nested { parser throws(Problem) in try parser.composition() })
        case "some":
            _ = skip("some")
            return .some(try nested { parser throws(Problem) in try parser.composition() })
        case "repeat", "each":
            _ = skip(token.text)
            return .pack(token.text, try nested { parser throws(Problem) in try parser.prefixed() })
        case "~":
            _ = skip("~")
            return .inverse(try nested { parser throws(Problem) in try parser.prefixed() })
        default:
            return try suffixed()
        }
    }

    /// A type with `?`, `!`, `.Type` or `.Element` after it, or without.
    private mutating func suffixed() throws(Problem) -> TypeExpression {
        var type = try primary()
        var count = 0
        while true {
            if skip("?") {
                type = .optional(type)
            } else if skip("!") {
                type = .unwrapped(type)
            } else if skip(".") {
                type = try member(of: type)
            } else {
                return type
            }
            count += 1
            if count > Self.longestSuffix { throw .nestedTooDeeply }
        }
    }

    /// What follows a dot.
    private mutating func member(of base: TypeExpression) throws(Problem) -> TypeExpression {
        guard let token = peek(), token.isMetatype else {
            return .member(base, try component(isMember: true))
        }
        _ = skip(token.text)
        return .metatype(base, token.text)
    }

    private mutating func primary() throws(Problem) -> TypeExpression {
        if isNext("(") { return try parenthesized() }
        if isNext("[") { return try bracketed() }
        var components = [try component()]
        while isNext("."), peek(1)?.isMetatype == false, skip(".") {
            components.append(try component(isMember: true))
        }
        return .named(components)
    }

    /// A name with its generic arguments. The graph tells types named `Type` or `class` by the fragment's kind alone.
    private mutating func component(isMember: Bool = false) throws(Problem) -> TypeExpression.Component {
        if let token = peek(), !token.isType, Name.isKeyword(token.text) { throw unexpected("a type") }
        let token = try word("a type")
        let arguments = isAttached("<") ? try genericArguments() : []
        let name = Name.type(token.text, isMember: isMember)
        return TypeExpression.Component(name: name, symbol: token.symbol, arguments: arguments)
    }

    /// `<Int, any Error>`
    mutating func genericArguments() throws(Problem) -> [TypeExpression] {
        try expect("<")
        var arguments: [TypeExpression] = []
        if skip(">") { return arguments }
        repeat { arguments.append(try typeOrNumber()) } while skip(",")
        try expect(">")
        return arguments
    }

    /// A type, or a number as in `InlineArray<4, Int>`.
    mutating func typeOrNumber() throws(Problem) -> TypeExpression {
        let sign = skip("-") ? "-" : ""
        guard let token = peek(), token.kind == .literal, !token.text.contains("\"") else {
            if sign.isEmpty { return try type() }
            throw unexpected("a number")
        }
        _ = try any("a number")
        return .named([TypeExpression.Component(name: sign + token.text)])
    }

    /// `[T]`, `[K: V]`, or `[4 of T]`, which is `InlineArray<4, T>`.
    private mutating func bracketed() throws(Problem) -> TypeExpression {
        try expect("[")
        let first = try typeOrNumber()
        var type = TypeExpression.array(first)
        if skip(":") {
            type = .dictionary(first, try self.type())
        } else if skip("of") {
            type = .named([
                TypeExpression.Component(name: "InlineArray", arguments: [first, try self.type()])
            ])
        }
        try expect("]")
        return type
    }
}

/// Tuples and closures.
extension DeclarationParser {
    /// What stands between the parentheses of a tuple or of a closure's parameters; which it is shows only after them.
    private struct Item {
        var label: String?
        var parameter: FunctionType.Parameter
    }

    private mutating func parenthesized() throws(Problem) -> TypeExpression {
        var items: [Item] = []
        try expect("(")
        if !skip(")") {
            repeat { items.append(try item()) } while skip(",")
            try expect(")")
        }
        if isNext("->") || isNext("async") || isNext("throws") || isNext("rethrows") {
            return try function(items)
        }
        for item in items where !item.parameter.specifiers.isEmpty || item.parameter.isVariadic {
            throw unexpected("'->'")
        }
        if items.count == 1, items[0].label == nil {
            if case .pack("repeat", _) = items[0].parameter.type {
            } else {
                return .parenthesized(items[0].parameter.type)
            }
        }
        return .tuple(items.map { TypeExpression.Element(label: $0.label, type: $0.parameter.type) })
    }

    /// `inout T`, `label: T`, `_ name: T`, `T...`
    private mutating func item() throws(Problem) -> Item {
        var label: String?
        if let first = peek(), first.kind == .word {
            if peek(1)?.is(":") == true {
                label = first.text
                _ = try word("a label")
            } else if peek(1)?.kind == .word, peek(2)?.is(":") == true {
                label = first.is("_") ? nil : first.text
                _ = try word("a label")
                _ = try word("a name")
            }
            if isNext(":") { try expect(":") }
        }
        let (specifiers, type) = try parameterType()
        let parameter = FunctionType.Parameter(specifiers: specifiers, type: type, isVariadic: skip("..."))
        return Item(label: label.map(Name.label), parameter: parameter)
    }

    private mutating func function(_ items: [Item]) throws(Problem) -> TypeExpression {
        let effects = try effects()
        try expect("->")
        let specifiers = specifiers(["sending"])
        return .function(
            FunctionType(
                parameters: items.map(\.parameter), effects: effects, resultSpecifiers: specifiers,
                result: try type()))
    }
}

extension Token {
    /// Whether a type may start with this token.
    var startsType: Bool {
        switch kind {
        case .word: true
        case .literal: false
        case .mark: ["(", "[", "@", "~"].contains(text)
        }
    }

    /// Whether it is what makes a metatype, after a dot.
    fileprivate var isMetatype: Bool { self.is("Type") || self.is("Protocol") }
}
