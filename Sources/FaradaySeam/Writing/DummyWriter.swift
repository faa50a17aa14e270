/// Writes a dummy: it prints what it is asked for, and answers with values that its owner can set. For simulators, previews and demos.
struct DummyWriter {
    let name: String
    let facadeName: String
    let attributes: [String]
    var members: [Member]
    let genericParameters: [String]
    let genericRequirements: [String]
    var needsNSObject = false
    var isSendable = false
    /// If the facade is a protocol of the module.
    var shape: ProtocolShape?
    var eventName: String?
    let access: String
    let canned: CannedValues

    func write(_ text: inout SourceText) {
        var own = self
        own.members = members.map { $0.replacingSelf(by: name + clause) }
        own.writeType(&text)
    }

    private var clause: String {
        genericParameters.isEmpty ? "" : "<\(genericParameters.joined(separator: ", "))>"
    }

    private func writeType(_ text: inout SourceText) {
        text.gap()
        text.line(
            "/// Prints what ``\(facadeName)`` is asked for, and answers with the values that it has: for simulators and previews."
        )
        for attribute in attributes { text.line(attribute) }
        let base = needsNSObject ? "NSObject, " : ""
        let requirements =
            genericRequirements.isEmpty ? "" : " where \(genericRequirements.joined(separator: ", "))"
        let kind = isActor ? "actor" : "final class"
        let sendable = isSendable && !isActor ? ", @unchecked Sendable" : ""
        text.block("\(access)\(kind) \(name)\(clause): \(base)\(facadeName)\(sendable)\(requirements)") {
            text in
            for alias in shape?.aliases ?? [] {
                text.line("\(access)typealias \(alias.name) = \(alias.type)")
            }
            text.line(
                "\(access)\(logIsolation)var \(logName): @Sendable (String) -> Void = { \(global("print"))($0) }"
            )
            for member in members { text.member(member) { storage(member, &$0) } }
            text.gap()
            initializer(&text)
            text.gap()
            if let eventName {
                let isTaken = members.contains { $0.facade.name == "source" }
                text.events(eventName, access, source: isTaken ? "dummySource" : "source")
            }
            for member in members where !isStored(member) {
                text.member(member) { implementation(member, &$0) }
            }
            if let shape { text.identity(name + clause, shape, needsNSObject, members, access) }
        }
    }

    // MARK: Isolation

    private var isActor: Bool { shape?.isActor ?? false }
    private var isolation: String? { attributes.first { Declaration.isIsolation($0) } }

    /// Whether a member runs elsewhere than the rest of the dummy does.
    private func isElsewhere(_ member: Member) -> Bool {
        isolation != nil
            && (member.facade.modifiers.contains("nonisolated")
                || member.facade.attributes.contains { Declaration.isIsolation($0) })
    }

    private var logIsolation: String {
        isActor || members.contains(where: isElsewhere) ? "nonisolated(unsafe) " : ""
    }

    /// What stands in front of a stored value, with its access. An actor's are set from without.
    private func valueIsolation(_ member: Member) -> String {
        let own = member.facade.attributes.filter { Declaration.isIsolation($0) }
        if isActor || isElsewhere(member) && own.isEmpty { return access + "nonisolated(unsafe) " }
        if isStored(member) || isElsewhere(member) { return own.map { $0 + " " }.joined() + access }
        return access
    }

    // MARK: Values

    /// A property of the facade is a property here.
    private func isStored(_ member: Member) -> Bool {
        member.facade.form == .property && member.availability.isEmpty
            && !member.facade.modifiers.contains { $0 == "static" || $0 == "class" }
    }

    /// The name of the value with which a function is answered.
    private func valueName(_ member: Member) -> String {
        String(member.key.dropFirst(2)).uncapitalized + "Value"
    }

    private func valueType(_ member: Member) -> TypeExpression? {
        let result = member.facade.result
        let unknown = Set(member.facade.generics.map { String($0.prefix { $0 != ":" && $0 != " " }) })
        if result.isVoid || result.mentions(names: unknown)
            || result.mentions(where: { if case .some = $0 { true } else { false } })
        {
            return nil
        }
        if result == ownType { return nil }
        if member.facade.modifiers.contains(where: { $0 == "static" || $0 == "class" })
            || !member.availability.isEmpty
        {
            return nil
        }
        if case .initializer = member.facade.form { return nil }
        return result
    }

    /// Whether a dummy is what it can answer with.
    private func isOfFacade(_ type: TypeExpression) -> Bool { type == .any(.plain(facadeName)) }

    private func stored(_ member: Member) -> (name: String, type: TypeExpression)? {
        if isStored(member) { return (member.facade.name, member.facade.result) }
        return valueType(member).map { (valueName(member), isOfFacade($0) ? .optional($0) : $0) }
    }

    private func storage(_ member: Member, _ text: inout SourceText) {
        guard let (name, type) = stored(member) else { return }
        let isWeak =
            isStored(member)
            && member.isWeak
        let value = canned.value(of: type)
        if !isStored(member) {
            let isSelf = valueType(member).map(isOfFacade) ?? false
            text.line("/// What `\(member.facade.title)` returns\(isSelf ? ", if not this dummy" : "").")
        }
        let initial = isWeak || value == "nil" ? "" : value.map { " = \($0)" } ?? ""
        let weak = isWeak ? "weak " : ""
        text.line("\(valueIsolation(member))\(weak)var \(name): \(type)\(initial)")
    }

    private var needed: [(Member, String, TypeExpression)] {
        members.compactMap { member in stored(member).map { (member, $0.name, $0.type) } }
            .filter { canned.value(of: $0.2) == nil }
    }

    /// Whether the initialiser takes values that nothing can be assumed for.
    var needsValues: Bool { !needed.isEmpty }

    private func initializer(_ text: inout SourceText) {
        let needed = needed
        if needed.isEmpty { return text.plainInitializer(members, isObject: needsNSObject, access) }
        let arguments = arguments
        let parameters = arguments.map { argument in
            "\(argument.name): \(argument.type.functionType == nil ? "" : "@escaping ")\(argument.type)"
        }
        let short = "\(access)init(\(parameters.joined(separator: ", ")))"
        if short.count > 90 {
            text.line("\(access)init(")
            for (argument, parameter) in zip(arguments, parameters) {
                let comma = argument.name == arguments.last?.name ? "" : ","
                text.member(argument.member) { $0.line("    \(parameter)\(comma)") }
            }
        }
        text.block(short.count > 90 ? ")" : short) { text in
            for (member, name, type) in needed {
                let argument = arguments.first { $0.type == type && $0.isShared }?.name ?? name.bare
                let target = argument == name.bare ? "self.\(name)" : name
                text.member(member) { $0.line("\(target) = \(Name.escaped(argument))") }
            }
        }
    }

    private struct Argument {
        var member: Member
        var name: String
        var type: TypeExpression
        var isShared = false
    }

    /// What the initialiser takes: for several functions that return the same facade, one object.
    private var arguments: [Argument] {
        var found: [Argument] = []
        for (member, name, type) in needed {
            guard case .any(.named(let components)) = type, let facade = components.last?.name,
                needed.filter({ $0.2 == type }).count > 1
            else {
                found.append(Argument(member: member, name: name.bare, type: type))
                continue
            }
            if found.contains(where: { $0.type == type }) { continue }
            let stem = facade.hasSuffix("Protocol") ? String(facade.dropLast(8)) : facade
            found.append(Argument(member: member, name: stem.uncapitalized, type: type, isShared: true))
        }
        return found
    }

    // MARK: Members

    private func implementation(_ member: Member, _ text: inout SourceText) {
        var declaration = member.facade
        declaration.modifiers = declaration.modifiers.filter { $0 != "mutating" }.map {
            $0 == "class" ? "static" : $0
        }
        if declaration.effects.throwing == .rethrowing { declaration.effects.throwing = .never }
        if case .initializer = declaration.form { return initializer(member, declaration, &text) }
        let isHidden = declaration.parameters.contains { $0.name.bare == logName }
        let log = isStatic(member) ? global("print") : isHidden ? "self.\(logName)" : logName
        let line = "\(log)(\"\(facadeName).\(callText(declaration))\")"
        let answer = declaration.result.isVoid ? [] : [result(member)]
        let head = declaration.signature(prefix: access)
        if declaration.form == .function || declaration.getter == "get" && !declaration.isSettable {
            return text.body(head, attributes: member.availability, [line] + answer)
        }
        var lines = ["\(declaration.getter) {", "    \(line)"] + answer.map { "    " + $0 } + ["}"]
        if declaration.isSettable {
            let newValue = declaration.result.isOptional ? "newValue as Any" : "newValue"
            lines.append("set { \(log)(\"\(facadeName).\(callText(declaration)) = \\(\(newValue))\") }")
        }
        text.body(head, attributes: member.availability, lines)
    }

    /// A facade can have a `log` of its own.
    private var logName: String { members.contains { $0.facade.name == "log" } ? "dummyLog" : "log" }

    private func initializer(_ member: Member, _ declaration: Declaration, _ text: inout SourceText) {
        guard !declaration.parameters.isEmpty else { return }
        let convenience = isActor ? "" : "convenience "
        text.body(
            declaration.signature(prefix: access + convenience), attributes: member.availability,
            [canBeMade ? "self.init()" : missing(member)])
    }

    private func isStatic(_ member: Member) -> Bool {
        member.facade.modifiers.contains { $0 == "static" || $0 == "class" }
    }

    private var canBeMade: Bool { needed.isEmpty }
    private var ownType: TypeExpression { .plain(name + clause) }

    /// A function of Swift's, where the facade or the module has one of that name.
    private func global(_ function: String) -> String {
        let isHidden =
            members.contains { $0.facade.name == function }
            || canned.interface.functions.contains { $0.pathComponents[0].hasPrefix(function + "(") }
        return isHidden ? "Swift.\(function)" : function
    }

    private func missing(_ member: Member) -> String {
        "\(global("fatalError"))(\"\(name).\(member.facade.title) has no value to return\")"
    }

    private func result(_ member: Member) -> String {
        if let type = valueType(member) {
            return "return \(valueName(member))" + (isOfFacade(type) ? " ?? self" : "")
        }
        if member.facade.result == ownType, !isStatic(member) { return "return self" }
        if member.facade.result == ownType, canBeMade { return "return \(ownType)()" }
        if let value = canned.value(of: member.facade.result) { return "return \(value)" }
        return missing(member)
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

extension Member {
    /// With the name of the type that has it in the place of `Self`.
    fileprivate func replacingSelf(by name: String) -> Member {
        var member = self
        member.facade = facade.mapTypes { $0.isSelf ? .plain(name) : $0 }
        return member
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
