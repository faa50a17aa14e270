/// Swift expressions that take a value from a facade to the real type and back.
struct Crossing {
    /// `CentralManagerProxy.connect(_:options:)`, for the message when an object is not the real one.
    var call: String

    /// The real value behind a facade's.
    func inward(_ value: String, _ conversion: Conversion) -> String {
        cross(value, conversion, isInward: true)
    }

    /// The facade of a real value.
    func outward(_ value: String, _ conversion: Conversion) -> String {
        cross(value, conversion, isInward: false)
    }

    private func cross(_ value: String, _ conversion: Conversion, isInward: Bool) -> String {
        if isInward ? conversion.isIdentityInward : conversion.isIdentityOutward { return value }
        switch conversion {
        case .none: return value
        case .object(let stem, let real, _):
            return isInward
                ? "realObject(of: \(value), as: \(real).self, in: \"\(call)\")"
                : "\(stem)Proxy.facade(of: \(value))"
        case .optional(let inner), .array(let inner), .result(let inner):
            return each(value, "map", inner, isInward: isInward)
        case .dictionary(let inner): return each(value, "mapValues", inner, isInward: isInward)
        case .tuple(let elements):
            let values = elements.enumerated().map { index, element in
                (element.label.map { "\($0): " } ?? "")
                    + cross("\(value).\(index)", element.conversion, isInward: isInward)
            }
            return "(\(values.joined(separator: ", ")))"
        case .closure(let conversion):
            return closure(value, conversion, isInward: isInward, isTyped: false)
        case .delegate: return isInward ? "self" : value
        }
    }

    /// An argument of the real member, made of the facade's.
    func argument(_ index: Int, of member: Member) -> String {
        let parameter = member.real.parameters[index]
        let conversion = member.parameterConversions[index]
        if conversion == .none || conversion == .delegate {
            return inward(member.facadeArgument(index), conversion)
        }
        if parameter.specifiers.contains("inout") { return "&\(member.realName(ofInout: index))" }
        if parameter.specifiers.contains("@autoclosure"), case .closure(let closure) = conversion {
            let prefix = parameter.type.functionType?.effects.prefix ?? ""
            return prefix + inward("\(member.facade.parameters[index].name)()", closure.result)
        }
        return inward(member.facadeArgument(index), parameter.isVariadic ? .array(conversion) : conversion)
    }

    private func each(_ value: String, _ function: String, _ inner: Conversion, isInward: Bool) -> String {
        if case .closure(let conversion) = inner {
            let body = closure("closure", conversion, isInward: isInward, isTyped: true)
            return "\(value).\(function) { closure in \(body) }"
        }
        return "\(value).\(function) { \(cross("$0", inner, isInward: isInward)) }"
    }

    /// A closure around a closure. The parameters of a facade's closure, called by the real type, go outward. Within a `map` the compiler has to be told the
    /// types.
    private func closure(
        _ value: String, _ conversion: Conversion.Closure, isInward: Bool, isTyped: Bool
    ) -> String {
        let type = isInward ? conversion.real : conversion.facade
        let stem = value.hasPrefix("value") ? "argument" : "value"
        let names = type.parameters.indices.map { type.parameters.count == 1 ? stem : "\(stem)\($0 + 1)" }
        let arguments = zip(names, conversion.parameters).map { cross($0, $1, isInward: !isInward) }
        let call = "\(value)(\(arguments.joined(separator: ", ")))"
        let body = type.effects.prefix + cross(call, conversion.result, isInward: isInward)
        // Swift takes any error to be thrown if it isn't told.
        let thrown: String = if case .typed = type.effects.throwing { " \(type.effects)" } else { "" }
        guard isTyped else {
            let list = names.isEmpty && !thrown.isEmpty ? "()" : names.joined(separator: ", ")
            return "{\(list.isEmpty ? "" : " \(list)\(thrown) in") \(body) }"
        }
        let attributes = type.attributes.filter { $0 == "@Sendable" || Declaration.isIsolation($0) }.map {
            $0 + " "
        }.joined()
        let typed = zip(names, type.parameters).map { "\($0): \($1)" }.joined(separator: ", ")
        return "{ \(attributes)(\(typed))\(thrown) in \(body) }"
    }
}

extension Conversion {
    var isIdentityOutward: Bool {
        switch self {
        case .none, .object(_, _, false), .delegate: true
        case .object: false
        case .closure(let closure):
            closure.parameters.allSatisfy { $0 == .none } && closure.result.isIdentityOutward
        case .optional(let inner), .array(let inner), .dictionary(let inner), .result(let inner):
            inner.isIdentityOutward
        case .tuple(let elements): elements.allSatisfy(\.conversion.isIdentityOutward)
        }
    }

    /// A closure that takes facades takes real objects too, where these have their facades themselves.
    var isIdentityInward: Bool {
        switch self {
        case .none: true
        case .closure(let closure):
            closure.result == .none && closure.parameters.allSatisfy(\.isPlainIdentityOutward)
        case .optional(.closure(let closure)): Conversion.closure(closure).isIdentityInward
        default: false
        }
    }

    private var isPlainIdentityOutward: Bool {
        switch self {
        case .none, .object(_, _, false), .optional(.object(_, _, false)): true
        default: false
        }
    }

    /// Whether a value is named more than once, or later, in the expression that converts it: a call must not stand there.
    var needsName: Bool {
        switch self {
        case .closure, .tuple: true
        default: false
        }
    }
}

extension Member {
    /// A parameter of the real member, as the facade's has it; `self` for a delegate that only the real one takes.
    func facadeArgument(_ index: Int) -> String {
        let isShorter = facade.parameters.count < real.parameters.count
        let place =
            isShorter ? index - parameterConversions[..<index].filter { $0 == .delegate }.count : index
        return isShorter && parameterConversions[index] == .delegate ? "self" : facade.argument(place)
    }
}

extension Member {
    /// The variable for the real object behind an `inout` facade.
    func realName(ofInout index: Int) -> String {
        facade.unusedName("real" + facade.parameters[index].name.bare.capitalized)
    }
}

extension Declaration {
    /// The first of these names that no parameter has, if need be with a number.
    func unusedName(_ names: String...) -> String {
        let taken = Set(parameters.map(\.name.bare))
        return (names + (2...9).map { "\(names[0])\($0)" }).first { !taken.contains($0) } ?? "_" + names[0]
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
            let label = parameters[index].label.map { "\(Name.argument($0)): " } ?? ""
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

    /// In front of a call that passes a variadic list on.
    var variadicRemark: [String] {
        hasVariadic ? ["// Swift can't pass a variadic list on; underneath it is an array."] : []
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
