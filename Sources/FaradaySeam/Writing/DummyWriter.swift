/// Writes a dummy: it prints what it is asked for, and answers with values that its owner can set. For simulators, previews and demos.
struct DummyWriter {
    let name: String
    let facadeName: String
    let attributes: [String]
    let members: [Member]
    let genericParameters: [String]
    let genericRequirements: [String]
    var needsNSObject = false
    var isSendable = false
    var eventName: String?
    let access: String
    let canned: CannedValues

    func write(_ text: inout SourceText) {
        text.gap()
        text.line(
            "/// Prints what ``\(facadeName)`` is asked for, and answers with the values that it has: for simulators and previews."
        )
        for attribute in attributes { text.line(attribute) }
        let base = needsNSObject ? "NSObject, " : ""
        let clause = genericParameters.isEmpty ? "" : "<\(genericParameters.joined(separator: ", "))>"
        let requirements =
            genericRequirements.isEmpty ? "" : " where \(genericRequirements.joined(separator: ", "))"
        let sendable = isSendable ? ", @unchecked Sendable" : ""
        text.block("\(access)final class \(name)\(clause): \(base)\(facadeName)\(sendable)\(requirements)") {
            text in
            text.line("\(access)var \(logName): @Sendable (String) -> Void = { print($0) }")
            for member in members { text.member(member) { storage(member, &$0) } }
            text.gap()
            initializer(&text)
            text.gap()
            if let eventName { text.events(eventName, access) }
            for member in members where !isStored(member) {
                text.member(member) { implementation(member, &$0) }
            }
        }
    }

    // MARK: Values

    /// A property of the façade is a property here.
    private func isStored(_ member: Member) -> Bool {
        member.facade.form == .property && member.availability.isEmpty
            && !member.facade.modifiers.contains { $0 == "static" || $0 == "class" }
    }

    /// The name of the value with which a function is answered.
    private func valueName(_ member: Member) -> String {
        String(member.key.dropFirst(2)).uncapitalized + "Value"
    }

    private func valueType(_ member: Member) -> TypeExpression? {
        let result = member.facade.result.replacingSelf(by: name)
        let unknown = Set(member.facade.generics.map { String($0.prefix { $0 != ":" && $0 != " " }) })
        if result.isVoid || result.mentions(names: unknown)
            || result.mentions(where: { if case .some = $0 { true } else { false } })
        {
            return nil
        }
        if member.facade.result.mentions(names: ["Self"]) { return nil }
        if member.facade.modifiers.contains(where: { $0 == "static" || $0 == "class" })
            || !member.availability.isEmpty
        {
            return nil
        }
        if case .initializer = member.facade.form { return nil }
        return result
    }

    private func stored(_ member: Member) -> (name: String, type: TypeExpression)? {
        if isStored(member) { return (member.facade.name, member.facade.result.replacingSelf(by: name)) }
        return valueType(member).map { (valueName(member), $0) }
    }

    private func storage(_ member: Member, _ text: inout SourceText) {
        guard let (name, type) = stored(member) else { return }
        let isWeak =
            isStored(member)
            && member.real.modifiers.contains { $0.hasPrefix("weak") || $0.hasPrefix("unowned") }
        let value = canned.value(of: type)
        if !isStored(member) { text.line("/// What `\(member.facade.title)` returns.") }
        let isolation =
            isStored(member)
            ? member.facade.attributes.filter { Declaration.isIsolation($0) }.map { $0 + " " }.joined() : ""
        let initial = isWeak ? "" : value.map { " = \($0)" } ?? ""
        let modifiers =
            isStored(member) && member.facade.modifiers.contains("nonisolated") ? "nonisolated(unsafe) " : ""
        text.line("\(isolation)\(access)\(modifiers)\(isWeak ? "weak " : "")var \(name): \(type)\(initial)")
    }

    private var needed: [(Member, String, TypeExpression)] {
        members.compactMap { member in stored(member).map { (member, $0.name, $0.type) } }
            .filter { canned.value(of: $0.2) == nil }
    }

    /// Whether the initialiser takes values that nothing can be assumed for.
    var needsValues: Bool { !needed.isEmpty }

    private func initializer(_ text: inout SourceText) {
        let needed = needed
        let head = needed.isEmpty && needsNSObject ? "override init()" : "init"
        if needed.isEmpty { return text.line("\(access)\(head == "init" ? "init()" : head) {}") }
        let parameters = needed.map { _, name, type in
            "\(name.bare): \(type.functionType == nil ? "" : "@escaping ")\(type)"
        }
        let short = "\(access)init(\(parameters.joined(separator: ", ")))"
        if short.count > 90 {
            text.line("\(access)init(")
            for (index, parameter) in parameters.enumerated() {
                let comma = index < parameters.count - 1 ? "," : ""
                text.member(needed[index].0) { $0.line("    \(parameter)\(comma)") }
            }
        }
        text.block(short.count > 90 ? ")" : short) { text in
            for (member, name, _) in needed {
                text.member(member) { $0.line("self.\(name) = \(Name.escaped(name.bare))") }
            }
        }
    }

    // MARK: Members

    private func implementation(_ member: Member, _ text: inout SourceText) {
        var declaration = member.facade
        declaration.modifiers = declaration.modifiers.filter { $0 != "mutating" }.map {
            $0 == "class" ? "static" : $0
        }
        if declaration.effects.throwing == .rethrowing { declaration.effects.throwing = .never }
        if case .initializer = declaration.form { return initializer(member, declaration, &text) }
        let isStatic =
            declaration.modifiers.contains("static") || declaration.modifiers.contains("nonisolated")
        let log = isStatic ? "print" : logName
        let line = "\(log)(\"\(facadeName).\(callText(declaration))\")"
        let answer = declaration.result.isVoid ? [] : [result(member)]
        let head = declaration.signature(prefix: access)
        if declaration.form == .function {
            return text.body(head, attributes: member.availability, [line] + answer)
        }
        var lines = ["\(declaration.getter) {", "    \(line)"] + answer.map { "    " + $0 } + ["}"]
        if declaration.isSettable {
            let value = declaration.result.isOptional ? "newValue as Any" : "newValue"
            lines.append("set { \(log)(\"\(facadeName).\(callText(declaration)) = \\(\(value))\") }")
        }
        text.body(head, attributes: member.availability, lines)
    }

    /// A façade can have a `log` of its own.
    private var logName: String { members.contains { $0.facade.name == "log" } ? "dummyLog" : "log" }

    private func initializer(_ member: Member, _ declaration: Declaration, _ text: inout SourceText) {
        guard !declaration.parameters.isEmpty else { return }
        text.block("\(access)convenience \(declaration.signature())") { $0.line("self.init()") }
    }

    private func result(_ member: Member) -> String {
        if valueType(member) != nil { return "return \(valueName(member))" }
        if let value = canned.value(of: member.facade.result) { return "return \(value)" }
        return "fatalError(\"\(name).\(member.facade.title) has no value to return\")"
    }

    /// `arm(deviceId: \(deviceId))`, to stand within a string.
    private func callText(_ declaration: Declaration) -> String {
        if declaration.form == .property { return declaration.name.bare }
        let arguments = declaration.parameters.map { parameter in
            let label = parameter.label.map { "\($0.bare): " } ?? ""
            let isShown = parameter.type.functionType == nil && !parameter.specifiers.contains("isolated")
            let shown = parameter.type.withoutOptional.functionType == nil && isShown
            return label
                + (shown
                    ? "\\(\(parameter.isOptional ? "\(parameter.name) as Any" : parameter.name))" : "...")
        }
        return "\(declaration.name.bare)(\(arguments.joined(separator: ", ")))"
    }
}

extension Declaration.Parameter {
    /// Whether printing it would warn of an optional.
    fileprivate var isOptional: Bool {
        switch type {
        case .optional, .unwrapped: !isVariadic
        default: false
        }
    }
}

extension String {
    var uncapitalized: String {
        let capitals = prefix { $0.isUppercase }
        let count = capitals.count > 1 && capitals.count < self.count ? capitals.count - 1 : capitals.count
        return prefix(count).lowercased() + dropFirst(count)
    }
}
