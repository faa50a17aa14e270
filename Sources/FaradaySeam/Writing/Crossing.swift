/// Swift expressions that take a value from a façade to the real type and back.
struct Crossing {
    /// `CentralManagerProxy.connect(_:options:)`, for the message when an object is not the real one.
    var call: String

    /// The real value behind a façade's.
    func inward(_ value: String, _ conversion: Conversion) -> String {
        switch conversion {
        case .none: return value
        case .object(_, let real, _): return "realObject(of: \(value), as: \(real).self, in: \"\(call)\")"
        case .optional(let inner), .array(let inner): return each(value, "map", inner, inward)
        case .dictionary(let inner): return each(value, "mapValues", inner, inward)
        case .closure(let parameters, let result, let effects):
            return closure(value, parameters, result, effects, isInward: true)
        case .delegate: return "self"
        }
    }

    /// The façade of a real value.
    func outward(_ value: String, _ conversion: Conversion) -> String {
        switch conversion {
        case .none, .object(_, _, false): return value
        case .object(let stem, _, true): return "\(stem)Proxy.facade(of: \(value))"
        case .optional(let inner), .array(let inner):
            return inner.isIdentityOutward ? value : each(value, "map", inner, outward)
        case .dictionary(let inner):
            return inner.isIdentityOutward ? value : each(value, "mapValues", inner, outward)
        case .closure(let parameters, let result, let effects):
            return closure(value, parameters, result, effects, isInward: false)
        case .delegate: return value
        }
    }

    private func each(
        _ value: String, _ function: String, _ inner: Conversion, _ cross: (String, Conversion) -> String
    ) -> String {
        if case .closure = inner { return "\(value).\(function) { closure in \(cross("closure", inner)) }" }
        return "\(value).\(function) { \(cross("$0", inner)) }"
    }

    /// A closure around a closure. The parameters of a façade's closure, called by the real type, go outward.
    private func closure(
        _ value: String, _ parameters: [Conversion], _ result: Conversion, _ effects: Effects, isInward: Bool
    ) -> String {
        let names = parameters.indices.map { parameters.count == 1 ? "value" : "value\($0 + 1)" }
        let arguments = zip(names, parameters).map { isInward ? outward($0, $1) : inward($0, $1) }
        let call = effects.prefix + "\(value)(\(arguments.joined(separator: ", ")))"
        let body = isInward ? inward(call, result) : outward(call, result)
        let head = names.isEmpty ? "" : " \(names.joined(separator: ", ")) in"
        return "{\(head) \(body) }"
    }
}

extension Conversion {
    var isIdentityOutward: Bool {
        switch self {
        case .none, .object(_, _, false), .delegate: true
        case .object, .closure: false
        case .optional(let inner), .array(let inner), .dictionary(let inner): inner.isIdentityOutward
        }
    }
}

extension Effects {
    /// What stands in front of a call: `try await `.
    var prefix: String { (throwing == .never ? "" : "try ") + (isAsync ? "await " : "") }
}

extension Declaration {
    /// The arguments of a call that passes the parameters on, each given as an expression.
    func callArguments(_ expression: (Int) -> String) -> String {
        parameters.indices.map { index in
            let label = parameters[index].label.map { "\($0.bare): " } ?? ""
            return label + expression(index)
        }.joined(separator: ", ")
    }

    /// A parameter as an argument of a further call.
    func argument(_ index: Int) -> String {
        let parameter = parameters[index]
        if parameter.specifiers.contains("inout") { return "&\(parameter.name)" }
        if parameter.specifiers.contains("@autoclosure") {
            return (parameter.type.functionType?.effects.prefix ?? "") + "\(parameter.name)()"
        }
        return parameter.name
    }

    var hasVariadic: Bool { parameters.contains(where: \.isVariadic) }
}
