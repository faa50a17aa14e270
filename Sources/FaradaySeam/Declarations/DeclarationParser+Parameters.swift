/// Parameters of functions, subscripts and initialisers.
extension DeclarationParser {
    /// Keywords in front of a parameter's type.
    static let ownership: Set<String> = [
        "inout", "isolated", "consuming", "borrowing", "sending", "__owned", "__shared", "_const",
    ]
    /// Attributes in front of a parameter's type that are the parameter's.
    private static let parameterAttributes: Set<String> = ["@escaping", "@autoclosure", "@noescape"]

    mutating func parameters(isSubscript: Bool) throws(Problem) -> [Declaration.Parameter] {
        try expect("(")
        var parameters: [Declaration.Parameter] = []
        if skip(")") { return parameters }
        repeat { parameters.append(try parameter(isSubscript: isSubscript)) } while skip(",")
        try expect(")")
        return parameters
    }

    private mutating func parameter(isSubscript: Bool) throws(Problem) -> Declaration.Parameter {
        var attributes: [String] = []
        while isNext("@") { attributes.append(try attribute()) }
        let first = try word("a parameter's name").text
        let second = peek()?.kind == .word ? try word("a parameter's name").text : nil
        try expect(":")
        let hasLabel = first != "_" && (second != nil || !isSubscript)
        let (specifiers, type) = try parameterType()
        var parameter = Declaration.Parameter(name: Name.escaped(second ?? first), type: type)
        parameter.attributes = attributes
        parameter.label = hasLabel ? Name.label(first) : nil
        parameter.specifiers = specifiers
        parameter.isVariadic = skip("...")
        if skip("=") { parameter.defaultValue = try defaultValue() }
        return parameter
    }

    /// The type of a parameter of a function or closure, with what stands in front of it.
    mutating func parameterType() throws(Problem) -> (specifiers: [String], type: TypeExpression) {
        var specifiers: [String] = []
        var attributes: [String] = []
        while true {
            specifiers += self.specifiers(Self.ownership)
            guard let attribute = try typeAttribute() else { break }
            if Self.parameterAttributes.contains(attribute) {
                specifiers.append(attribute)
            } else {
                attributes.append(attribute)
            }
        }
        var type = try type()
        if case .function(var function) = type {
            function.attributes = attributes + function.attributes
            type = .function(function)
        } else {
            specifiers += attributes
        }
        return (specifiers, type)
    }

    /// Goes past keywords in front of a type. A type may have such a name, too; then no type follows.
    mutating func specifiers(_ known: Set<String>) -> [String] {
        var specifiers: [String] = []
        while let token = peek(), known.contains(token.text), token.kind == .word, !token.isType,
            peek(1)?.startsType == true
        {
            specifiers.append(token.text)
            _ = skip(token.text)
        }
        return specifiers
    }

    /// The expression after `=`: everything up to the `)` or to the `,` in front of the next parameter. A comma in `Table<Int, String>()`
    /// has no parameter after it.
    private mutating func defaultValue() throws(Problem) -> String {
        let value = try raw { parser throws(Problem) in
            while let token = parser.peek(), !token.is(")") {
                if token.is(","), parser.startsParameter(1) { break }
                if token.is("(") || token.is("[") || token.is("{") {
                    try parser.skipBrackets()
                } else if token.is("]") || token.is("}") {
                    throw parser.unexpected("')'")
                } else {
                    _ = try parser.any("a default value")
                }
            }
        }
        if value.isEmpty { throw unexpected("a default value") }
        return value
    }

    private func startsParameter(_ distance: Int) -> Bool {
        guard let first = peek(distance) else { return false }
        if first.is("@") { return true }
        guard first.kind == .word, let second = peek(distance + 1) else { return false }
        return second.is(":") || second.kind == .word && peek(distance + 2)?.is(":") == true
    }
}
