/// Writes a facade protocol, its factory's, its delegates', and what they have by default.
struct FacadeWriter {
    let facade: Facade
    /// `public ` or empty.
    let access: String

    func write(_ text: inout SourceText) {
        text.gap()
        text.line("/// What the app uses of ``\(facade.realName)``.")
        for attribute in facade.attributes { text.line(attribute) }
        text.block(head) { text in
            for name in associatedTypes { text.line("associatedtype \(name)") }
            for member in facade.members { requirement(member, &text) }
            if facade.hasEvents, facade.eventOwner == nil {
                text.line(
                    "/// What the delegate of ``\(facade.realName)`` is told, from now on: each call is a stream of its own."
                )
                text.line("func events() -> AsyncStream<\(facade.eventName)>")
            }
        }
        if facade.hasEvents, facade.eventOwner == nil {
            EventWriter(facade: facade, access: access).write(&text)
        }
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
            text.line("/// ``\(planned.realName)``, told by facades.")
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

    private var factoryPurpose: String {
        let makes = "Makes objects behind ``\(facade.name)``"
        let statics = "the static members of ``\(facade.realName)``"
        if facade.factory.allSatisfy({ $0.origin == .initializer }) { return makes + "." }
        if facade.factory.allSatisfy({ $0.origin != .initializer }) { return statics.capitalized + "." }
        return "\(makes), and has \(statics)."
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
        text.line(
            "/// Called in the place of ``\(older.facade.title)`` where a delegate has both, as the proxy has."
        )
        text.line("/// By default it calls that one.")
        for attribute in member.availability { text.line(attribute) }
        let isHidden = member.facade.parameters.contains { $0.name.bare == older.facade.name.bare }
        text.block(head) { $0.line("\(isHidden ? "self." : "")\(older.facade.name)(\(arguments))") }
        text.gap()
    }

    private func factory(_ text: inout SourceText) {
        guard !facade.factory.isEmpty else { return }
        text.gap()
        text.line("/// \(factoryPurpose)")
        for attribute in facade.attributes { text.line(attribute) }
        text.block("\(access)protocol \(facade.factoryName): Sendable") { text in
            for member in facade.factory { requirement(member, &text) }
        }
        DefaultArguments(protocolName: facade.factoryName, attributes: facade.attributes, access: access)
            .write(facade.factory, &text)
    }
}
