/// Writes how the real type meets its façade: an extension, or a proxy that forwards.
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
                ? "/// The real thing has every member of its façade."
                : "/// The real thing behind its façade: these members have other names or types there.")
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
        let crossing = Crossing(call: "\(caller).\(member.title)")
        switch member.facade.form {
        case .property: accessors(member, head, "\(target)\(member.real.name)", crossing, &text)
        case .subscripting:
            let holder = target.isEmpty ? "self" : String(target.dropLast())
            accessors(member, head, "\(holder)[\(arguments(member, crossing))]", crossing, &text)
        case .function, .initializer:
            text.body(head, attributes: member.availability, [callExpression(member, target, crossing)])
        }
    }

    private func accessors(
        _ member: Member, _ head: String, _ real: String, _ crossing: Crossing, _ text: inout SourceText
    ) {
        text.accessors(
            head, attributes: member.availability, member.facade.getter,
            crossing.outward(member.facade.effects.prefix + real, member.resultConversion),
            set: member.facade.isSettable
                ? "\(real) = \(crossing.inward("newValue", member.resultConversion))" : nil)
    }

    private func callExpression(_ member: Member, _ target: String, _ crossing: Crossing) -> String {
        let real = member.real
        var call: String
        if member.origin == .initializer, !real.hasVariadic {
            call = "\(facade.realName)(\(arguments(member, crossing)))"
        } else if real.hasVariadic {
            let isInitializer = member.origin == .initializer
            let values = real.parameters.indices.map {
                crossing.inward(member.facade.argument($0), member.parameterConversions[$0])
            }
            call = real.variadicCall(
                on: isInitializer ? facade.realName + "." : target.isEmpty ? "self." : target,
                result: isInitializer ? facade.realName : nil, values)
        } else {
            let isHidden =
                target.isEmpty && member.facade.parameters.contains { $0.name.bare == real.name.bare }
            call = "\(isHidden ? "self." : target)\(real.name)(\(arguments(member, crossing)))"
        }
        let whole = member.facade.effects.prefix + call
        let isOperand = whole != call && !member.resultConversion.isIdentityOutward
        return crossing.outward(isOperand ? "(\(whole))" : whole, member.resultConversion)
    }

    private func arguments(_ member: Member, _ crossing: Crossing) -> String {
        member.real.callArguments { index in
            crossing.inward(member.facadeArgument(index), member.parameterConversions[index])
        }
    }

    // MARK: Proxy of an object

    private func proxy(_ text: inout SourceText) {
        text.gap()
        text.line("/// The real ``\(facade.realName)`` behind its façade: each call goes on to it.")
        for attribute in facade.attributes { text.line(attribute) }
        let object = ProxyObjectWriter(facade: facade, access: access, canned: canned)
        text.block("\(access)final class \(facade.proxyName): \(object.inheritance)") { text in
            object.storage(&text)
            for member in facade.allMembers where member.resultConversion != .delegate {
                text.member(member) { forward(member, to: "real.", from: facade.proxyName, &$0) }
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
        text.line("/// The real \(of) behind their façade.")
        for attribute in facade.attributes { text.line(attribute) }
        text.block("\(access)struct \(facade.proxyName): \(facade.name)") { text in
            text.line("\(access)init() {}")
            for member in facade.members {
                text.member(member) {
                    forward(member, to: facade.realName + ".", from: facade.proxyName, &$0)
                }
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
