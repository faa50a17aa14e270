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
            for overload in member.facade.shorterCalls
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
            return text.body(
                head, attributes: member.availability, declaration.variadicRemark + [overload.call])
        }
        text.accessors(
            head, attributes: member.availability, declaration.getter, [overload.call],
            setter: declaration.hasNonmutatingSetter ? "nonmutating set" : "set",
            set: declaration.isSettable ? "\(overload.call) = newValue" : nil)
    }

    /// The member with its default values: for `#line` and its like, which mean the place of the call, and where there would be many shorter calls.
    ///
    /// One parameter more keeps it from being what it calls. Otherwise it would meet the requirement in the place of a member that the module no longer has, and
    /// call itself for ever.
    private static func whole(_ declaration: Declaration) -> Overload? {
        let count = declaration.parameters.filter { $0.defaultValue != nil }.count
        guard count > mostShorterCalls || declaration.parameters.contains(where: \.isOfCaller) else {
            return nil
        }
        let values = declaration.parameters.indices.map(declaration.argument)
        return Overload(
            declaration: declaration.apart, call: declaration.effects.prefix + declaration.selfCall(values))
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
    /// With a last parameter that means nothing and that nobody gives.
    fileprivate var apart: Declaration {
        var declaration = self
        let isTaken = parameters.contains { $0.name.bare == "defaults" }
        // Behind a list of any length an argument must have a label.
        let isVariadic = parameters.last?.isVariadic ?? false
        declaration.parameters.append(
            Parameter(
                label: isVariadic ? "defaults" : nil, name: isTaken ? "moduleDefaults" : "defaults",
                type: .tuple([]), defaultValue: "()"))
        return declaration
    }

    /// Whether a call could mean either.
    fileprivate func collides(with other: Declaration) -> Bool {
        name == other.name && parameters.map(\.label) == other.parameters.map(\.label)
            && parameters.map(\.type) == other.parameters.map(\.type)
    }
}
