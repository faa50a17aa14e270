extension Declaration {
    /// The declaration as a requirement or in front of a body, without default values: `func connect(_ peripheral: any Peripheral)`.
    func signature(prefix: String = "", isRequirement: Bool = false, keepsDefaults: Bool = false) -> String {
        var copy = self
        if !keepsDefaults { for index in parameters.indices { copy.parameters[index].defaultValue = nil } }
        copy.attributes = []
        let attributes = attributes.map { $0 + " " }.joined()
        return attributes + prefix + copy.headText(isRequirement: isRequirement)
    }

    /// Everything but attributes; a property without its accessors unless it is a requirement.
    private func headText(isRequirement: Bool) -> String {
        let modifiers = modifiers.filter { $0 != "nonmutating" }.map { $0 + " " }.joined()
        let clause = generics.isEmpty ? "" : "<\(generics.joined(separator: ", "))>"
        let requirements = requirements.isEmpty ? "" : " where \(requirements.joined(separator: ", "))"
        let list =
            "(" + parameters.enumerated().map { parameterText($0.element) }.joined(separator: ", ") + ")"
        let accessors = isRequirement ? " \(accessors)" : ""
        switch form {
        case .property: return "\(modifiers)var \(name): \(result)\(accessors)"
        case .subscripting:
            return "\(modifiers)subscript\(clause)\(list) -> \(result)\(requirements)\(accessors)"
        case .function:
            return "\(modifiers)func \(name)\(clause)\(list)\(effectText)\(resultText)\(requirements)"
        case .initializer(let mark):
            return "\(modifiers)init\(mark)\(clause)\(list)\(effectText)\(requirements)"
        }
    }

    private var effectText: String {
        let text = effects.description
        return text.isEmpty ? "" : " " + text
    }

    private var resultText: String {
        result.isVoid ? "" : " -> " + (resultSpecifiers + ["\(result)"]).joined(separator: " ")
    }

    private func parameterText(_ parameter: Parameter) -> String {
        var parameter = parameter
        if form == .subscripting { return parameter.text(isSubscript: true) }
        if parameter.label == parameter.name.bare { parameter.name = parameter.name.bare }
        return parameter.description
    }

    /// `get async throws`, for a computed property of a proxy or a spy.
    var getter: String { "get\(effectText)" }
}
