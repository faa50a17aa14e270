extension TypeExpression: CustomStringConvertible {
    /// The type as one writes it in Swift: `[String: Int]`, `(any Error)?`. Parentheses that a replaced part needs are added.
    var description: String {
        switch self {
        case .named(let components): components.map(\.description).joined(separator: ".")
        case .optional(let type): type.operand + "?"
        case .unwrapped(let type): type.operand + "!"
        case .array(let type): "[\(type)]"
        case .dictionary(let key, let value): "[\(key): \(value)]"
        case .tuple(let elements): "(\(elements.map(\.description).joined(separator: ", ")))"
        case .function(let function): function.description
        case .any(let type): "any \(type.constraint)"
        case .some(let type): "some \(type.constraint)"
        case .composition(let types): types.map(\.operand).joined(separator: " & ")
        case .metatype(let type, let kind): "\(type.operand).\(kind)"
        case .member(let type, let component): "\(type.operand).\(component)"
        case .inverse(let type): "~\(type.operand)"
        case .pack(let keyword, let type): "\(keyword) \(type)"
        case .parenthesized(let type): "(\(type))"
        }
    }

    /// The type where something follows or precedes it without a gap.
    private var operand: String {
        switch self {
        case .function, .any, .some, .composition, .pack: "(\(self))"
        case .inverse: description
        default: description
        }
    }

    /// The type after `any` or `some`.
    private var constraint: String {
        switch self {
        case .any(let type), .some(let type): type.constraint
        case .function, .pack: "(\(self))"
        default: description
        }
    }
}

extension TypeExpression.Component: CustomStringConvertible {
    var description: String {
        arguments.isEmpty ? name : "\(name)<\(arguments.map(\.description).joined(separator: ", "))>"
    }
}

extension TypeExpression.Element: CustomStringConvertible {
    var description: String { label.map { "\($0): \(type)" } ?? "\(type)" }
}

extension FunctionType: CustomStringConvertible {
    var description: String {
        let list = "(" + parameters.map(\.description).joined(separator: ", ") + ")"
        return spaced(
            attributes + [list, effects.description, "->"] + resultSpecifiers + [result.description])
    }
}

extension FunctionType.Parameter: CustomStringConvertible {
    var description: String { spaced(specifiers + [type.description]) + (isVariadic ? "..." : "") }
}

extension Effects: CustomStringConvertible {
    /// `async throws(E)`; empty if there are none.
    var description: String {
        let thrown =
            switch throwing {
            case .never: ""
            case .rethrowing: "rethrows"
            case .any: "throws"
            case .typed(let type): "throws(\(type))"
            }
        return spaced([isAsync ? "async" : "", thrown])
    }
}

extension Declaration.Parameter: CustomStringConvertible {
    /// The parameter of a function or initialiser.
    var description: String { text(isSubscript: false) }

    /// A subscript's parameter has no label unless one stands in front of its name; a function's has, unless `_` does.
    func text(isSubscript: Bool) -> String {
        let value = defaultValue.map { " = \($0)" } ?? ""
        let type = spaced(specifiers + [type.description]) + (isVariadic ? "..." : "")
        return spaced(attributes + [names(isSubscript: isSubscript) + ": " + type + value])
    }

    private func names(isSubscript: Bool) -> String {
        guard let label else { return isSubscript || name == "_" ? name : "_ \(name)" }
        return !isSubscript && Name.bare(label) == Name.bare(name) ? label : "\(label) \(name)"
    }
}

extension Declaration: CustomStringConvertible {
    /// The whole declaration on one line, as a protocol would ask for it: a property is always a `var`, with its accessors.
    var description: String { spaced(attributes + modifiers + [signature]) }

    /// The declaration without attributes and modifiers.
    var signature: String {
        switch form {
        case .property: "var \(name): \(result) \(accessors)"
        case .subscripting: spaced([head, accessors])
        case .function, .initializer: head
        }
    }

    /// `{ get async throws set }`
    var accessors: String {
        let getter = [hasMutatingGetter ? "mutating" : "", "get", effects.description]
        let setter = isSettable ? [hasNonmutatingSetter ? "nonmutating" : "", "set"] : []
        return spaced(["{"] + getter + setter + ["}"])
    }

    /// `<T: Decodable>`; empty if there are none.
    var genericClause: String { generics.isEmpty ? "" : "<\(generics.joined(separator: ", "))>" }

    /// `where T: Decodable`; empty if there are none.
    var whereClause: String { requirements.isEmpty ? "" : "where \(requirements.joined(separator: ", "))" }

    /// A subscript's effects stand in its accessors.
    private var head: String {
        let isSubscript = form == .subscripting
        let list = parameters.map { $0.text(isSubscript: isSubscript) }.joined(separator: ", ")
        let arrow =
            isSubscript || result != .tuple([]) ? ["->"] + resultSpecifiers + [result.description] : []
        return spaced(
            ["\(start)\(genericClause)(\(list))", isSubscript ? "" : effects.description] + arrow + [
                whereClause
            ])
    }

    private var start: String {
        switch form {
        case .function, .property: "func \(name)"
        case .subscripting: "subscript"
        case .initializer(let mark): "init\(mark)"
        }
    }
}

/// The words that there are, with gaps between.
private func spaced(_ words: [String]) -> String { words.filter { !$0.isEmpty }.joined(separator: " ") }
