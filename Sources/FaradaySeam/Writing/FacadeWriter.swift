/// Writes a façade protocol, its factory's, its delegates', and what they have by default.
struct FacadeWriter {
    let facade: Facade
    let module: String
    /// `public ` or empty.
    let access: String

    func write(_ text: inout SourceText) {
        text.gap()
        text.line("/// What the app uses of ``\(facade.realName)``.")
        for attribute in facade.attributes { text.line(attribute) }
        text.block(head) { text in
            for name in associatedTypes { text.line("associatedtype \(name)") }
            for member in facade.members { requirement(member, &text) }
            if facade.hasEvents {
                text.line(
                    "/// What the delegate of ``\(facade.realName)`` is told, from now on: each call is a stream of its own."
                )
                text.line("func events() -> AsyncStream<\(facade.eventName)>")
            }
        }
        if facade.hasEvents { EventWriter(facade: facade, access: access).write(&text) }
        DefaultArguments(protocolName: facade.name, attributes: facade.attributes, access: access)
            .write(facade.members, &text)
        delegates(&text)
        factory(&text)
    }

    private var head: String {
        let primary =
            facade.genericParameters.isEmpty ? "" : "<\(facade.genericParameters.joined(separator: ", "))>"
        let inherited = facade.inherited.isEmpty ? "" : ": " + facade.inherited.joined(separator: ", ")
        return "\(access)protocol \(facade.name)\(primary)\(inherited)\(whereClause)"
    }

    private var associatedTypes: [String] {
        facade.genericParameters.map { name in
            let constraints = facade.genericRequirements.filter { $0.hasPrefix("\(name): ") }.map {
                $0.dropFirst(name.count + 2)
            }
            return constraints.isEmpty ? name : "\(name): \(constraints.joined(separator: " & "))"
        }
    }

    private var whereClause: String {
        let others = facade.genericRequirements.filter { requirement in
            !facade.genericParameters.contains { requirement.hasPrefix("\($0): ") }
        }
        return others.isEmpty ? "" : " where " + others.joined(separator: ", ")
    }

    private func requirement(_ member: Member, _ text: inout SourceText) {
        text.member(member) { text in
            text.line("/// ``\(member.link)``")
            for attribute in member.availability { text.line(attribute) }
            text.line(member.facade.signature(isRequirement: true))
        }
    }

    private func delegates(_ text: inout SourceText) {
        if facade.hasEvents { return }
        for planned in facade.delegates.flatMap(\.protocols) where planned.isDeclaredHere {
            text.gap()
            text.line("/// ``\(planned.realName)``, told by façades.")
            for attribute in facade.attributes where attribute.hasPrefix("@available") {
                text.line(attribute)
            }
            text.block("\(access)protocol \(planned.name): \(planned.refines ?? "AnyObject")") { text in
                for method in planned.methods { requirement(method.member, &text) }
            }
            let optional = planned.methods.filter(\.isOptional)
            if optional.isEmpty { continue }
            text.gap()
            text.line("// A delegate need not have these.")
            for attribute in facade.attributes where attribute.hasPrefix("@available") {
                text.line(attribute)
            }
            text.block("extension \(planned.name)") { text in
                for method in optional {
                    text.member(method.member) { byDefault(method, &$0) }
                }
            }
        }
    }

    private func byDefault(_ method: Facade.DelegateMethod, _ text: inout SourceText) {
        let member = method.member
        let head = member.facade.signature(prefix: access)
        guard let (older, parameters) = method.older else {
            for attribute in member.availability { text.line(attribute) }
            return text.line(head + " {}")
        }
        let arguments = older.facade.callArguments { member.facade.parameters[parameters[$0]].name }
        text.gap()
        text.line("/// A delegate that has both is told this alone, and a proxy has both: so it goes on to")
        text.line("/// ``\(older.facade.title)``.")
        for attribute in member.availability { text.line(attribute) }
        let isHidden = member.facade.parameters.contains { $0.name.bare == older.facade.name.bare }
        text.block(head) { $0.line("\(isHidden ? "self." : "")\(older.facade.name)(\(arguments))") }
        text.gap()
    }

    private func factory(_ text: inout SourceText) {
        guard !facade.factory.isEmpty else { return }
        text.gap()
        text.line(
            "/// Makes objects behind ``\(facade.name)``, and has the static members of ``\(facade.realName)``."
        )
        for attribute in facade.attributes { text.line(attribute) }
        text.block("\(access)protocol \(facade.factoryName): Sendable") { text in
            for member in facade.factory { requirement(member, &text) }
        }
        DefaultArguments(protocolName: facade.factoryName, attributes: facade.attributes, access: access)
            .write(facade.factory, &text)
    }
}

/// Default arguments, which a protocol's requirement can't have: an extension has the shorter calls.
struct DefaultArguments {
    let protocolName: String
    let attributes: [String]
    let access: String

    func write(_ members: [Member], _ text: inout SourceText) {
        let withDefaults = members.filter { member in
            member.facade.parameters.contains { $0.defaultValue != nil }
        }
        let overloads = withDefaults.flatMap { member in Self.shorter(member.facade).map { (member, $0) } }
        var seen: [Declaration] = members.map(\.facade)
        var kept: [(Member, Overload)] = []
        for (member, overload) in overloads
        where !seen.contains(where: { overload.declaration.collides(with: $0) }) {
            seen.append(overload.declaration)
            kept.append((member, overload))
        }
        guard !kept.isEmpty else { return }
        text.gap()
        for attribute in attributes where attribute.hasPrefix("@available") { text.line(attribute) }
        text.block("extension \(protocolName)") { text in
            for (member, overload) in kept {
                text.gap()
                text.owned(by: member.symbol + Refusals.defaultsMark) { text in
                    for attribute in member.availability { text.line(attribute) }
                    let isolation = attributes.filter { !$0.hasPrefix("@available") }.map { _ in "" }.joined()
                    text.block(
                        isolation + overload.declaration.signature(prefix: access, keepsDefaults: true)
                    ) { text in
                        text.line(overload.call)
                    }
                }
            }
        }
    }

    struct Overload {
        var declaration: Declaration
        var call: String
    }

    /// For the i-th parameter with a default value: the call without it, in which the ones before it are given and the ones after it may be. So each
    /// way of leaving arguments out has exactly one overload.
    static func shorter(_ declaration: Declaration) -> [Overload] {
        let places = declaration.parameters.indices.filter { declaration.parameters[$0].defaultValue != nil }
        return places.compactMap { place in
            var copy = declaration
            for earlier in places where earlier < place { copy.parameters[earlier].defaultValue = nil }
            copy.parameters.remove(at: place)
            let values = declaration.parameters.indices.map { index in
                index == place
                    ? declaration.parameters[index].defaultValue ?? "nil" : declaration.argument(index)
            }
            let call = declaration.selfCall(values)
            return Overload(declaration: copy, call: declaration.effects.prefix + call)
        }
    }
}

extension Declaration {
    /// A call of the member by another one of the same protocol.
    fileprivate func selfCall(_ values: [String]) -> String {
        let arguments = callArguments { values[$0] }
        if form == .subscripting { return "self[\(arguments)]" }
        if hasVariadic { return variadicCall(on: "self.", values) }
        let isHidden = parameters.contains { $0.name.bare == name.bare }
        return "\(isHidden ? "self." : "")\(name)(\(arguments))"
    }

    /// Whether a call could mean either.
    func collides(with other: Declaration) -> Bool {
        name == other.name && parameters.map(\.label) == other.parameters.map(\.label)
            && parameters.map(\.type) == other.parameters.map(\.type)
    }
}
