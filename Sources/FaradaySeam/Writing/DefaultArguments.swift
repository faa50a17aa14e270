/// Default arguments, which a protocol's requirement can't have: an extension has the shorter calls.
struct DefaultArguments {
    let protocolName: String
    let attributes: [String]
    let access: String

    func write(_ members: [Member], _ text: inout SourceText) {
        var seen: [Declaration] = members.map(\.facade)
        var kept: [(Member, Overload)] = []
        for member in members {
            if let overload = Self.whole(member.facade) {
                kept.append((member, overload))
                continue
            }
            for overload in Self.shorter(member.facade)
            where !seen.contains(where: { overload.declaration.collides(with: $0) }) {
                seen.append(overload.declaration)
                kept.append((member, overload))
            }
        }
        guard !kept.isEmpty else { return }
        text.gap()
        text.line("// The module's default arguments, which a requirement can't have.")
        for attribute in attributes where attribute.hasPrefix("@available") { text.line(attribute) }
        text.block("extension \(protocolName)") { text in
            for (member, overload) in kept {
                text.owned(by: member.symbol + Refusals.defaultsMark) { write(overload, member, &$0) }
            }
        }
    }

    private func write(_ overload: Overload, _ member: Member, _ text: inout SourceText) {
        let declaration = overload.declaration
        let head = declaration.signature(prefix: access, keepsDefaults: true)
        guard declaration.form == .subscripting else {
            return text.body(head, attributes: member.availability, [overload.call])
        }
        text.accessors(
            head, attributes: member.availability, declaration.getter, [overload.call],
            setter: declaration.hasNonmutatingSetter ? "nonmutating set" : "set",
            set: declaration.isSettable ? "\(overload.call) = newValue" : nil)
    }

    struct Overload {
        var declaration: Declaration
        var call: String
    }

    /// For the i-th parameter with a default value: the call without it, in which the ones before it are given and the ones after it may be. So each
    /// way of leaving arguments out has exactly one overload.
    static func shorter(_ declaration: Declaration) -> [Overload] {
        let places = declaration.parameters.indices.filter {
            declaration.parameters[$0].defaultValue != nil
        }
        return places.map { place in
            var copy = declaration
            for earlier in places where earlier < place { copy.parameters[earlier].defaultValue = nil }
            copy.parameters.remove(at: place)
            let values = declaration.parameters.indices.map { index in
                index == place
                    ? declaration.parameters[index].defaultValue ?? "nil" : declaration.argument(index)
            }
            return Overload(
                declaration: copy, call: declaration.effects.prefix + declaration.selfCall(values))
        }
    }

    /// The member itself, with its default values: for `#line` and its like, which mean the place of the call, and where there would be many shorter calls.
    /// The body calls the requirement, which Swift prefers to an extension.
    private static func whole(_ declaration: Declaration) -> Overload? {
        let count = declaration.parameters.filter { $0.defaultValue != nil }.count
        guard count > mostShorterCalls || declaration.parameters.contains(where: \.isOfCaller) else {
            return nil
        }
        let values = declaration.parameters.indices.map(declaration.argument)
        return Overload(
            declaration: declaration, call: declaration.effects.prefix + declaration.selfCall(values))
    }

    private static let mostShorterCalls = 3
}

extension Declaration.Parameter {
    /// Whether the default value depends on who calls.
    fileprivate var isOfCaller: Bool {
        let literals = ["#file", "#line", "#function", "#column", "#isolation", "#dsohandle"]
        return defaultValue.map { value in literals.contains(where: value.hasPrefix) } ?? false
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
    fileprivate func collides(with other: Declaration) -> Bool {
        name == other.name && parameters.map(\.label) == other.parameters.map(\.label)
            && parameters.map(\.type) == other.parameters.map(\.type)
    }
}
