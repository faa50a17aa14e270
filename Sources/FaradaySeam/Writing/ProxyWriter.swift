/// Writes how the real type meets its facade: an extension, or a proxy that forwards.
struct ProxyWriter {
    let facade: Facade
    let module: String
    let access: String
    let canned: CannedValues

    func write(_ text: inout SourceText) {
        switch facade.route {
        case .none: break
        case .conformance: conformance(&text)
        case .proxy:
            if case .object = facade.subject { proxy(&text) } else { forwarder(&text) }
        }
        factory(&text)
        if facade.singleton != nil { SingletonWriter(facade: facade, access: access).write(&text) }
    }

    // MARK: Conformance

    private func conformance(_ text: inout SourceText) {
        text.gap()
        let adapted = facade.members.filter { $0.isRenamed || $0.isConverted }
        text.line(
            adapted.isEmpty
                ? "/// The real thing has every member of its facade."
                : "/// The real thing behind its facade: these members have other names or types there.")
        for attribute in facade.attributes where attribute.hasPrefix("@available") { text.line(attribute) }
        text.block("extension \(facade.realName): \(facade.name)") { text in
            for member in adapted {
                text.member(member) { forward(member, to: "", from: facade.realName, &$0) }
            }
        }
    }

    // MARK: Forwarding

    /// A member whose body calls the real one.
    private func forward(_ member: Member, to target: String, from caller: String, _ text: inout SourceText) {
        let head = member.facade.signature(prefix: access)
        let crossing = Crossing(call: "\(caller).\(member.facade.title)")
        let isHidden = member.facade.parameters.contains { "\($0.name.bare)." == target }
        let target = isHidden ? "self." + target : target
        switch member.facade.form {
        case .property: accessors(member, head, "\(target)\(Name.member(member.real.name))", crossing, &text)
        case .subscripting:
            let holder = target.isEmpty ? "self" : String(target.dropLast())
            let list = member.real.callArguments { crossing.argument($0, of: member) }
            accessors(member, head, "\(holder)[\(list)]", crossing, &text)
        case .function, .initializer:
            let lines =
                handOver(member, crossing)
                + returned(callExpression(member, target, crossing), member, crossing)
            text.body(head, attributes: member.availability, lines)
        }
    }

    private func accessors(
        _ member: Member, _ head: String, _ real: String, _ crossing: Crossing, _ text: inout SourceText
    ) {
        text.accessors(
            head, attributes: member.availability, member.facade.getter, returned(real, member, crossing),
            setter: member.facade.hasNonmutatingSetter ? "nonmutating set" : "set",
            set: member.facade.isSettable
                ? "\(real) = \(crossing.inward("newValue", member.resultConversion))" : nil)
    }

    /// The lines that give the facade's result of a real call.
    private func returned(_ call: String, _ member: Member, _ crossing: Crossing) -> [String] {
        let prefix = member.facade.effects.prefix
        let conversion = member.resultConversion
        guard conversion.needsName, !conversion.isIdentityOutward else {
            return [prefix + crossing.outward(call, conversion)]
        }
        let name = member.facade.unusedName("result")
        return ["let \(name) = \(prefix)\(call)", "return \(crossing.outward(name, conversion))"]
    }

    /// A facade that is `inout`: the real object goes in, and what is there after the call comes out.
    private func handOver(_ member: Member, _ crossing: Crossing) -> [String] {
        member.facade.parameters.indices.flatMap { index -> [String] in
            let parameter = member.facade.parameters[index]
            let conversion = member.parameterConversions[index]
            guard conversion != .none, parameter.specifiers.contains("inout") else { return [] }
            let name = member.realName(ofInout: index)
            return [
                "var \(name) = \(crossing.inward(parameter.name, conversion))",
                "defer { \(parameter.name) = \(crossing.outward(name, conversion)) }",
            ]
        }
    }

    private func callExpression(_ member: Member, _ target: String, _ crossing: Crossing) -> String {
        let real = member.real
        if real.hasVariadic {
            let isInitializer = member.origin == .initializer
            return real.variadicCall(
                on: isInitializer ? facade.realName + "." : target.isEmpty ? "self." : target,
                result: isInitializer ? facade.realName : nil,
                real.parameters.indices.map { crossing.argument($0, of: member) })
        }
        if member.origin == .initializer { return facade.realName + arguments(member, crossing) }
        let isHidden =
            target.isEmpty && member.facade.parameters.contains { $0.name.bare == real.name.bare }
        let name = isHidden || !target.isEmpty ? Name.member(real.name) : real.name
        return (isHidden ? "self." : target) + name + arguments(member, crossing)
    }

    /// The list of arguments; a closure behind it, where no other member could be meant.
    private func arguments(_ member: Member, _ crossing: Crossing) -> String {
        let real = member.real
        guard let last = real.parameters.indices.last, real.parameters[last].type.functionType != nil else {
            return "(\(real.callArguments { crossing.argument($0, of: member) }))"
        }
        let closure = crossing.argument(last, of: member)
        let overloads = (facade.allMembers + facade.factory).filter { $0.real.name == real.name }
        guard closure.hasPrefix("{"), overloads.count == 1, facade.route == .proxy else {
            return "(\(real.callArguments { crossing.argument($0, of: member) }))"
        }
        var shorter = real
        shorter.parameters.removeLast()
        let list = shorter.callArguments { crossing.argument($0, of: member) }
        return (list.isEmpty ? "" : "(\(list))") + " " + closure
    }

    // MARK: Proxy of an object

    private func proxy(_ text: inout SourceText) {
        text.gap()
        text.line("/// The real ``\(facade.realName)`` behind its facade: each call goes on to it.")
        for attribute in facade.attributes { text.line(attribute) }
        let object = ProxyObjectWriter(facade: facade, access: access, canned: canned)
        text.block("\(access)final class \(facade.proxyName)\(object.clause): \(object.inheritance)") {
            text in
            object.storage(&text)
            for member in facade.allMembers where member.resultConversion != .delegate {
                text.member(member) {
                    forward(member, to: facade.realProperty + ".", from: facade.proxyName, &$0)
                }
            }
            object.delegateMethods(&text)
        }
    }

    // MARK: Functions and static members

    private func forwarder(_ text: inout SourceText) {
        text.gap()
        let of =
            facade.subject == .functions
            ? "functions of `\(facade.realName)`" : "static members of ``\(facade.realName)``"
        text.line("/// The real \(of) behind their facade.")
        for attribute in facade.attributes { text.line(attribute) }
        // A type can have the module's name.
        let isHidden = facade.subject == .functions && canned.interface.type(named: module) != nil
        let owner = facade.realName + (isHidden ? "::" : ".")
        text.block("\(access)struct \(facade.proxyName): \(facade.name)") { text in
            text.line("\(access)init() {}")
            for member in facade.members {
                text.member(member) { forward(member, to: owner, from: facade.proxyName, &$0) }
            }
        }
    }

    private func factory(_ text: inout SourceText) {
        guard !facade.factory.isEmpty else { return }
        text.gap()
        text.line("/// Makes real objects of ``\(facade.realName)``.")
        for attribute in facade.attributes { text.line(attribute) }
        let name = facade.factoryName + "Proxy"
        text.block("\(access)struct \(name): \(facade.factoryName)") { text in
            text.line(facade.isolation == nil ? "\(access)init() {}" : "\(access)nonisolated init() {}")
            for member in facade.factory {
                text.member(member) { text in
                    if member.origin == .initializer, member.parameterConversions.contains(.delegate) {
                        delegateFactory(member, &text)
                    } else {
                        forward(member, to: facade.realName + ".", from: name, &text)
                    }
                }
            }
        }
    }

    private func delegateFactory(_ member: Member, _ text: inout SourceText) {
        let arguments = member.facade.callArguments { member.facade.argument($0) }
        text.body(
            member.facade.signature(prefix: access), attributes: member.availability,
            ["\(member.facade.effects.prefix)\(facade.proxyName)(\(arguments))"])
    }
}
