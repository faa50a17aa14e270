// Pointers to functions of C, which hold no values: `@convention(c) (Int32) -> Void`. The symbol graph writes them like closures.
extension Declaration {
    /// Of each closure in the declaration's types, in the order of `mapTypes`, whether it is a function of C.
    var functionsOfC: [Bool] {
        var found: [Bool] = []
        _ = mapTypes { type in
            if case .function(let function) = type { found.append(function.isOfC) }
            return type
        }
        return found
    }

    /// Makes closures functions of C: those that `functionsOfC` of the same declaration, as it really is, says.
    mutating func markFunctionsOfC(_ marks: [Bool]) {
        guard functionsOfC.count == marks.count else { return }
        var rest = marks[...]
        markFunctionsOfC { _ in rest.removeFirst() }
    }

    /// Makes all closures functions of C, but for those that can be blocks only.
    mutating func markFunctionsOfC() {
        for index in parameters.indices where !parameters[index].specifiers.contains("@escaping") {
            parameters[index].type = parameters[index].type.map(Self.marked)
        }
        result = result.map(Self.marked)
        letFunctionsEscape()
    }

    private mutating func markFunctionsOfC(where isMarked: (FunctionType) -> Bool) {
        self = mapTypes { type in
            guard case .function(let function) = type, isMarked(function) else { return type }
            return Self.marked(type)
        }
        letFunctionsEscape()
    }

    private static func marked(_ type: TypeExpression) -> TypeExpression {
        guard case .function(var function) = type, !function.isOfC else { return type }
        function.attributes.append("@convention(c)")
        // The graph writes `T!` in there, too, where Swift allows only `T?`.
        for index in function.parameters.indices { function.parameters[index].type.makeOptional() }
        function.result.makeOptional()
        return .function(function)
    }

    /// A pointer can always be kept.
    private mutating func letFunctionsEscape() {
        for index in parameters.indices {
            guard case .function(let function) = parameters[index].type, function.isOfC,
                !parameters[index].specifiers.contains("@escaping")
            else { continue }
            parameters[index].specifiers.append("@escaping")
        }
    }
}

extension TypeExpression {
    /// Makes `T?` of `T!`.
    fileprivate mutating func makeOptional() {
        if case .unwrapped(let type) = self { self = .optional(type) }
    }
}

extension FunctionType {
    var isOfC: Bool { attributes.contains { $0.hasPrefix("@convention(c") } }
}
