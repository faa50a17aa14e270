/// Swift expressions that take a value from a façade to the real type and back.
struct Crossing {
    /// `CentralManagerProxy.connect(_:options:)`, for the message when an object is not the real one.
    var call: String

    /// The real value behind a façade's.
    func inward(_ value: String, _ conversion: Conversion) -> String {
        switch conversion {
        case .none: return value
        case .object(_, let real, _): return "realObject(of: \(value), as: \(real).self, in: \"\(call)\")"
        case .optional(let inner), .array(let inner): return each(value, "map", inner, isInward: true)
        case .dictionary(let inner): return each(value, "mapValues", inner, isInward: true)
        case .closure(let conversion): return closure(value, conversion, isInward: true, isTyped: false)
        case .delegate: return "self"
        }
    }

    /// The façade of a real value.
    func outward(_ value: String, _ conversion: Conversion) -> String {
        switch conversion {
        case .none, .object(_, _, false): return value
        case .object(let stem, _, true): return "\(stem)Proxy.facade(of: \(value))"
        case .optional(let inner), .array(let inner):
            return inner.isIdentityOutward ? value : each(value, "map", inner, isInward: false)
        case .dictionary(let inner):
            return inner.isIdentityOutward ? value : each(value, "mapValues", inner, isInward: false)
        case .closure(let conversion): return closure(value, conversion, isInward: false, isTyped: false)
        case .delegate: return value
        }
    }

    private func each(_ value: String, _ function: String, _ inner: Conversion, isInward: Bool) -> String {
        if case .closure(let conversion) = inner {
            let body = closure("closure", conversion, isInward: isInward, isTyped: true)
            return "\(value).\(function) { closure in \(body) }"
        }
        return "\(value).\(function) { \(isInward ? inward("$0", inner) : outward("$0", inner)) }"
    }

    /// A closure around a closure. The parameters of a façade's closure, called by the real type, go outward. Within a `map` the compiler has to be told the
    /// types.
    private func closure(
        _ value: String, _ conversion: Conversion.Closure, isInward: Bool, isTyped: Bool
    ) -> String {
        let type = isInward ? conversion.real : conversion.facade
        let names = type.parameters.indices.map { type.parameters.count == 1 ? "value" : "value\($0 + 1)" }
        let arguments = zip(names, conversion.parameters).map { isInward ? outward($0, $1) : inward($0, $1) }
        let call = type.effects.prefix + "\(value)(\(arguments.joined(separator: ", ")))"
        let body = isInward ? inward(call, conversion.result) : outward(call, conversion.result)
        guard isTyped else {
            return "{\(names.isEmpty ? "" : " \(names.joined(separator: ", ")) in") \(body) }"
        }
        let attributes = type.attributes.filter { $0 == "@Sendable" || Declaration.isIsolation($0) }.map {
            $0 + " "
        }.joined()
        let typed = zip(names, type.parameters).map { "\($0): \($1)" }.joined(separator: ", ")
        return "{ \(attributes)(\(typed)) in \(body) }"
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

extension Member {
    /// A parameter of the real member, as the façade's has it; `self` for a delegate that only the real one takes.
    func facadeArgument(_ index: Int) -> String {
        let isShorter = facade.parameters.count < real.parameters.count
        let place =
            isShorter ? index - parameterConversions[..<index].filter { $0 == .delegate }.count : index
        return isShorter && parameterConversions[index] == .delegate ? "self" : facade.argument(place)
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

    /// A call that passes a variadic list on, which Swift has no words for. Underneath, such a function takes an array.
    func variadicCall(on target: String, result: String? = nil, _ values: [String]) -> String {
        func types(_ text: (Parameter) -> String) -> String { parameters.map(text).joined(separator: ", ") }
        let effects = effects.description.isEmpty ? "" : " \(effects)"
        let tail = "\(effects) -> \(result ?? (self.result.isVoid ? "Void" : "\(self.result)"))"
        let labels = parameters.map { ($0.label ?? "_") + ":" }.joined()
        return
            "unsafeBitCast(\(target)\(name)(\(labels)) as (\(types { "\($0.type)" + ($0.isVariadic ? "..." : "") }))\(tail), "
            + "to: ((\(types { $0.isVariadic ? "[\($0.type)]" : "\($0.type)" }))\(tail)).self)(\(values.joined(separator: ", ")))"
    }
}
