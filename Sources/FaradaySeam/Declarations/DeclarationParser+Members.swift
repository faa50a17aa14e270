/// Functions, properties, subscripts and initialisers.
extension DeclarationParser {
    /// What may stand in front of `func`, `var`, `init`, ...
    private static let modifiers: Set<String> = [
        "__consuming", "borrowing", "class", "consuming", "convenience", "distributed", "dynamic",
        "fileprivate", "final", "indirect",
        "infix", "internal", "isolated", "lazy", "mutating", "nonisolated", "nonmutating", "open", "optional",
        "override", "package",
        "postfix", "prefix", "private", "public", "required", "static", "unowned", "weak",
    ]

    mutating func declaration() throws(Problem) -> Declaration {
        var attributes: [String] = []
        var modifiers: [String] = []
        while let token = peek() {
            if token.is("@") {
                attributes.append(try attribute())
            } else if Self.modifiers.contains(token.text), token.kind == .word {
                modifiers.append(try modifier())
            } else {
                break
            }
        }
        var declaration = try member()
        if let token = peek() { throw .expected("the end", found: "'\(token.text)'") }
        declaration.attributes = attributes
        declaration.modifiers = modifiers
        return declaration
    }

    /// `@MainActor`, `@Published<Int>`, `@available(macOS 13, *)`.
    mutating func attribute() throws(Problem) -> String {
        try raw { parser throws(Problem) in
            try parser.expect("@")
            repeat { _ = try parser.word("an attribute's name") } while parser.skip(".")
            if parser.isAttached("<") { _ = try parser.genericArguments() }
            if parser.isAttached("(") { try parser.skipBrackets() }
        }
    }

    /// `static`, `private(set)`, `nonisolated(nonsending)`.
    private mutating func modifier() throws(Problem) -> String {
        try raw { parser throws(Problem) in
            _ = try parser.word("a modifier")
            if parser.isAttached("(") { try parser.skipBrackets() }
        }
    }

    private mutating func member() throws(Problem) -> Declaration {
        if skip("func") {
            let name = try baseName()
            return try function(Declaration(form: .function, name: name, result: .tuple([])))
        }
        if skip("init") {
            let mark = skip("?") ? "?" : skip("!") ? "!" : ""
            return try function(Declaration(form: .initializer(mark: mark), name: "init", result: .tuple([])))
        }
        if skip("subscript") {
            var declaration = Declaration(form: .subscripting, name: "subscript", result: .tuple([]))
            declaration = try function(declaration)
            try accessors(of: &declaration)
            return declaration
        }
        if skip("var") { return try property(isConstant: false) }
        if skip("let") { return try property(isConstant: true) }
        throw unexpected("'func', 'var', 'let', 'subscript' or 'init'")
    }

    private mutating func baseName() throws(Problem) -> String {
        if let token = peek(), Name.isOperator(token.text) { throw .operator(token.text) }
        return Name.escaped(try word("a name").text)
    }

    private mutating func property(isConstant: Bool) throws(Problem) -> Declaration {
        let name = try baseName()
        try expect(":")
        var declaration = Declaration(form: .property, name: name, result: try type())
        declaration.isConstant = isConstant
        declaration.isSettable = !isConstant
        try accessors(of: &declaration)
        return declaration
    }

    /// What follows the name of a function, subscript or initialiser.
    private mutating func function(_ start: Declaration) throws(Problem) -> Declaration {
        var declaration = start
        if isNext("<") { declaration.generics = try genericParameters() }
        declaration.parameters = try parameters(isSubscript: start.form == .subscripting)
        declaration.effects = try effects()
        if skip("->") {
            declaration.resultSpecifiers = specifiers(["sending"])
            declaration.result = try type()
        } else if start.form == .subscripting {
            throw unexpected("'->'")
        }
        if skip("where") { declaration.requirements = try requirements() }
        return declaration
    }

    /// `async throws(E)`
    mutating func effects() throws(Problem) -> Effects {
        var effects = Effects()
        if isNext("reasync") { throw .unsupported("'reasync'") }
        effects.isAsync = skip("async")
        if skip("rethrows") {
            effects.throwing = .rethrowing
        } else if skip("throws") {
            effects.throwing = .any
            if skip("(") {
                effects.throwing = .typed(try type())
                try expect(")")
            }
        }
        return effects
    }

    /// `{ mutating get async throws nonmutating set }`, if it is there.
    private mutating func accessors(of declaration: inout Declaration) throws(Problem) {
        guard skip("{") else { return }
        declaration.isSettable = false
        while !skip("}") {
            let isMutating = skip("mutating")
            let isNonmutating = !isMutating && skip("nonmutating")
            if skip("get") {
                declaration.effects = try effects()
                declaration.hasMutatingGetter = isMutating
            } else if skip("set") {
                declaration.isSettable = true
                declaration.hasNonmutatingSetter = isNonmutating
            } else {
                throw unexpected("'get' or 'set'")
            }
        }
    }
}

/// Generic parameters and requirements.
extension DeclarationParser {
    /// `<T, each U, let N: Int>`
    private mutating func genericParameters() throws(Problem) -> [String] {
        try expect("<")
        var parameters: [String] = []
        repeat {
            var parameter = ""
            if let first = peek(), first.is("each") || first.is("let"), peek(1)?.kind == .word {
                parameter = try word("a generic parameter").text + " "
            }
            parameter += Name.escaped(try word("a generic parameter").text)
            if skip(":") { parameter += ": \(try type())" }
            parameters.append(parameter)
        } while skip(",")
        try expect(">")
        return parameters
    }

    /// `T: P, T.Element == Int`
    private mutating func requirements() throws(Problem) -> [String] {
        var requirements: [String] = []
        repeat {
            let subject = try type()
            if skip("==") {
                requirements.append("\(subject) == \(try typeOrNumber())")
            } else {
                try expect(":")
                requirements.append("\(subject): \(try type())")
            }
        } while skip(",")
        return requirements
    }
}
