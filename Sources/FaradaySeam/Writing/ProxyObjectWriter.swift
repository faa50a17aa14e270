/// The parts of an object's proxy that do not forward: what it holds, and how it is the real object's delegate.
struct ProxyObjectWriter {
    let facade: Facade
    let access: String
    let canned: CannedValues

    var inheritance: String {
        let base = facade.needsNSObject ? ["NSObject"] : []
        let sendable = facade.isSendable ? ["@unchecked Sendable"] : []
        return
            (base + [facade.name, "RealObjectHolder"] + facade.delegates.flatMap(\.protocols).map(conformance)
            + sendable)
            .joined(separator: ", ")
    }

    /// `<Item: AnyObject>`
    var clause: String {
        let parameters = facade.genericParameters.map { name in
            let bounds = facade.genericRequirements.filter { $0.hasPrefix("\(name): ") }
            return bounds.first ?? name
        }
        return parameters.isEmpty ? "" : "<\(parameters.joined(separator: ", "))>"
    }

    /// A delegate's protocol that knows no actor is met on the proxy's own.
    private func conformance(_ planned: Facade.DelegateProtocol) -> String {
        guard let isolation = facade.isolation, planned.isolation == nil else { return planned.conformance }
        return "\(isolation) \(planned.conformance)"
    }

    /// Initialisers of the real type that take the delegate: the proxy has them too, since it is the delegate.
    private var initializers: [Member] {
        facade.factory.filter { $0.origin == .initializer && $0.parameterConversions.contains(.delegate) }
    }

    /// The property that holds the real object.
    private var real: String { facade.realProperty }
    private var source: String {
        facade.allMembers.contains { $0.facade.name == "source" } ? "eventSource" : "source"
    }

    func storage(_ text: inout SourceText) {
        let isLate = !initializers.isEmpty
        text.line(
            "\(access)\(isLate ? "private(set) var" : "let") \(real): \(facade.realType)\(isLate ? "!" : "")")
        text.line("\(access)var heldObject: AnyObject { \(real) }")
        if facade.hasEvents { text.line("private let \(source) = EventSource<\(facade.eventName)>()") }
        for delegate in facade.delegates where !facade.hasEvents { property(delegate, &text) }
        if facade.genericParameters.isEmpty { table(&text) }
        if facade.hasEvents {
            text.body("\(access)func events() -> AsyncStream<\(facade.eventName)>", ["\(source).stream()"])
        }
        text.gap()
        text.line("/// For an object that no proxy stands for yet; ``facade(of:)`` finds the one that does.")
        text.block("\(access)init(_ real: \(facade.realType))") { text in
            text.line("self.\(real) = real")
            if facade.needsNSObject { text.line("super.init()") }
            if facade.hasEvents {
                for delegate in facade.delegates where delegate.isSettable {
                    text.line("real.\(delegate.property) = self")
                }
            }
            if facade.genericParameters.isEmpty { text.line("Self.table.insert(self, for: real)") }
        }
        for member in initializers {
            text.gap()
            text.member(member) { initializer(member, &$0) }
        }
        meeting(&text)
        for member in facade.factory
        where member.origin == .initializer && !member.parameterConversions.contains(.delegate) {
            text.gap()
            text.member(member) { plainInitializer(member, &$0) }
        }
        let unsafe = facade.delegates.filter { $0.isUnsafe && $0.isSettable }
        guard !unsafe.isEmpty, facade.isolation == nil else { return }
        text.gap()
        text.line(
            "/// The real object keeps the address of its delegate, and would use it when the proxy is gone.")
        text.block("deinit") { text in
            for delegate in unsafe {
                let property = "\(real)\(initializers.isEmpty ? "" : "?").\(delegate.property)"
                text.line("if \(property) === self { \(property) = nil }")
            }
        }
    }

    /// Makes the real object too.
    private func plainInitializer(_ member: Member, _ text: inout SourceText) {
        guard case .initializer(let mark) = member.real.form, !member.real.hasVariadic else { return }
        var declaration = member.real
        declaration.parameters = member.facade.parameters
        let isOverride = declaration.parameters.isEmpty && facade.needsNSObject
        declaration.modifiers = ["convenience"] + (isOverride ? ["override"] : [])
        declaration.attributes = isolation(of: declaration)
        let crossing = Crossing(call: "\(facade.proxyName).\(member.title)")
        let arguments = member.real.callArguments { crossing.argument($0, of: member) }
        let prefix = member.real.effects.prefix
        let call = "\(facade.realName)(\(arguments))"
        let body =
            mark.isEmpty
            ? ["\(prefix)self.init(\(call))"]
            : ["guard let real = \(prefix)\(call) else { return nil }", "self.init(real)"]
        text.body(declaration.signature(prefix: access), attributes: member.availability, body)
    }

    /// The facade's delegate. The proxy is the real object's delegate only while there is one: a framework does other things for an object without.
    private func property(_ delegate: Facade.Delegate, _ text: inout SourceText) {
        let type = delegate.protocols.first { $0.realName == delegate.type }?.name ?? "AnyObject"
        let declaration = "var \(delegate.property): (any \(type))?"
        guard delegate.isSettable else { return text.line("\(access)private(set) \(declaration)") }
        text.block("\(access)weak \(declaration)") { text in
            text.line("didSet { \(real).\(delegate.property) = \(delegate.property) == nil ? nil : self }")
        }
    }

    private func table(_ text: inout SourceText) {
        text.gap()
        let isolation = facade.isolation == nil ? "" : "nonisolated "
        text.line(
            "private \(isolation)static let table = ProxyTable<\(facade.realName), \(facade.proxyName)>()")
        text.gap()
        text.line("/// The facade of a real object: the same one as long as somebody has it.")
        text.block("\(access)static func facade(of real: \(facade.realName)) -> any \(facade.name)") { text in
            for derived in facade.derived {
                text.line(
                    "if let real = real as? \(derived.real) { return \(derived.stem)Proxy.facade(of: real) }")
            }
            let isOnlyLine = facade.derived.isEmpty
            text.line("\(isOnlyLine ? "" : "return ")table.proxy(for: real) { \(facade.proxyName)($0) }")
        }
    }

    private func initializer(_ member: Member, _ text: inout SourceText) {
        var declaration = member.real
        declaration.parameters = member.facade.parameters
        declaration.modifiers = []
        declaration.attributes = isolation(of: declaration)
        if declaration.parameters.isEmpty, facade.needsNSObject { declaration.modifiers = ["override"] }
        for attribute in member.availability { text.line(attribute) }
        text.block(declaration.signature(prefix: access)) { text in
            let crossing = Crossing(call: "\(facade.proxyName).\(member.title)")
            if facade.needsNSObject { text.line("super.init()") }
            for (index, conversion) in member.parameterConversions.enumerated()
            where conversion == .delegate && !facade.hasEvents {
                guard
                    let delegate = facade.delegates.first(where: {
                        $0.property == member.facade.parameters[index].name
                    })
                        ?? facade.delegates.first
                else { continue }
                text.line("self.\(delegate.property) = \(member.facade.parameters[index].name)")
            }
            let arguments = member.real.callArguments { index in
                let value = crossing.inward(member.facadeArgument(index), member.parameterConversions[index])
                let isOptional = member.real.parameters[index].type.isOptional
                guard member.parameterConversions[index] == .delegate, !facade.hasEvents, isOptional else {
                    return value
                }
                return "\(member.facadeArgument(index)) == nil ? nil : self"
            }
            let call = "\(member.facade.effects.prefix)\(facade.realName)(\(arguments))"
            guard meetsEarly else {
                text.line("\(real) = \(call)")
                return text.line("Self.table.insert(self, for: \(real))")
            }
            guard case .initializer("") = member.real.form else {
                text.line("guard let object = \(call) else { return nil }")
                return text.line("meet(object)")
            }
            text.line("meet(\(call))")
        }
    }

    /// Whether the real object's initialiser may tell the delegate something before the proxy knows the real object.
    private var meetsEarly: Bool { !initializers.isEmpty && facade.genericParameters.isEmpty }

    /// How the proxy gets to know the real object that it has made.
    private func meeting(_ text: inout SourceText) {
        guard meetsEarly else { return }
        text.gap()
        if hasEarlyCalls { text.line("private var earlyCalls: [() -> Void] = []") }
        text.line(
            "/// The real object may tell its delegate something in its own initialiser: then it comes from there first."
        )
        text.block("private func meet(_ object: \(facade.realName))") { text in
            text.line("guard \(real) == nil else { return }")
            text.line("\(real) = object")
            text.line("Self.table.insert(self, for: object)")
            guard hasEarlyCalls else { return }
            text.line("let calls = earlyCalls")
            text.line("earlyCalls = []")
            text.line("for call in calls { call() }")
        }
    }

    /// Whether a delegate's method does not say who tells it, and wants no answer: it waits until the real object is known.
    private func isEarlyCall(_ member: Member) -> Bool {
        meetsEarly && sender(of: member) == nil && member.real.form == .function && member.real.result.isVoid
            && member.real.effects == Effects() && isolation(of: member.real).isEmpty
            && !member.real.modifiers.contains("nonisolated")
            && member.real.parameters.allSatisfy { $0.specifiers.isEmpty && $0.type.functionType == nil }
    }

    private var hasEarlyCalls: Bool {
        !facade.hasEvents
            && facade.delegates.flatMap(\.protocols).flatMap(\.methods).contains { isEarlyCall($0.member) }
    }

    /// The parameter in which a delegate's method has the real object, if that is the first.
    private func sender(of member: Member) -> String? {
        guard case .object(_, facade.realName, true)? = member.parameterConversions.first else { return nil }
        return member.real.argument(0)
    }

    /// What a delegate's method does first.
    private func greeting(_ member: Member) -> [String] {
        guard meetsEarly, isolation(of: member.real).isEmpty, !member.real.modifiers.contains("nonisolated"),
            let sender = sender(of: member)
        else { return [] }
        return ["if \(real) == nil { meet(\(sender)) }"]
    }

    // MARK: Delegates

    func delegateMethods(_ text: inout SourceText) {
        if facade.hasEvents {
            eventMethods(&text)
            return answerMethods(&text)
        }
        for delegate in facade.delegates {
            for planned in delegate.protocols where !planned.methods.isEmpty {
                text.gap()
                text.line("// MARK: \(planned.realName)")
                if planned.hasUnaskedMethods {
                    text.line()
                    text.line(
                        "// The real object sees a delegate that has all of these; with --used-in, one that")
                    text.line("// has those that the app's delegate has.")
                }
                for method in planned.methods {
                    text.gap()
                    text.member(method.member) { told(method, planned, delegate, &$0) }
                }
            }
        }
    }

    /// The actor on which a declaration runs, if that is not the whole proxy's.
    private func isolation(of declaration: Declaration) -> [String] {
        declaration.attributes.filter { Declaration.isIsolation($0) && $0 != facade.isolation }
    }

    /// A delegate's method as the proxy declares it.
    private func declaration(of member: Member) -> Declaration {
        var declaration = member.real
        declaration.attributes = isolation(of: declaration)
        declaration.modifiers.removeAll { $0 != "nonisolated" }
        return declaration
    }

    private func missing(_ member: Member) -> String {
        "fatalError(\"\(facade.proxyName): \(member.title) needs an answer, and the delegate is gone\")"
    }

    private func eventMethods(_ text: inout SourceText) {
        let writer = EventWriter(facade: facade, access: access)
        for (member, event) in zip(writer.methods, writer.events) {
            let declaration = declaration(of: member)
            let crossing = Crossing(call: "\(facade.proxyName).\(member.title)")
            let values = event.parameters.map { index in
                let value = crossing.outward(declaration.argument(index), member.parameterConversions[index])
                return "\(declaration.parameters[index].name.bare): \(value)"
            }
            let list = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
            text.member(member) { text in
                text.body(
                    declaration.signature(prefix: access), attributes: member.availability,
                    greeting(member) + ["\(source).send(.\(Name.member(event.name))\(list))"])
            }
        }
    }

    /// What the proxy answers where nobody else can.
    private func answerMethods(_ text: inout SourceText) {
        let methods = facade.delegates.flatMap(\.protocols).flatMap(\.methods)
        for member in methods.filter({ !$0.isEvent }).map(\.member) {
            let declaration = declaration(of: member)
            let answer =
                canned.value(of: declaration.result)
                ?? "fatalError(\"\(facade.proxyName): \(member.title) wants an answer, which an event can't give\")"
            text.member(member) { text in
                text.body(declaration.signature(prefix: access), attributes: member.availability, [answer])
            }
        }
    }

    private func told(
        _ method: Facade.DelegateMethod, _ planned: Facade.DelegateProtocol, _ delegate: Facade.Delegate,
        _ text: inout SourceText
    ) {
        let member = method.member
        let declaration = declaration(of: member)
        let crossing = Crossing(call: "\(facade.proxyName).\(member.title)")
        let arguments = declaration.callArguments { index in
            // The first argument is who tells.
            if index == 0, case .object(_, facade.realName, true) = member.parameterConversions[index] {
                return "self"
            }
            return crossing.outward(declaration.argument(index), member.parameterConversions[index])
        }
        let isOwn = delegate.type == planned.realName || delegate.isRefining(planned)
        let target = isOwn ? "\(delegate.property)?" : "(\(delegate.property) as? any \(planned.name))?"
        let list = declaration.form == .property ? "" : "(\(arguments))"
        let own = declaration.callArguments(declaration.argument)
        let call = declaration.effects.prefix + "\(target).\(Name.member(declaration.name))\(list)"
        var body = told(call, member, delegate, crossing)
        let greeting = greeting(member)
        if !greeting.isEmpty, body.count == 1, !member.real.result.isVoid { body[0] = "return \(body[0])" }
        body = greeting + body
        if isEarlyCall(member), !facade.hasEvents {
            let later =
                "earlyCalls.append { [weak self] in self?.\(Name.member(declaration.name))\(list.isEmpty ? "" : "(\(own))") }"
            body.insert("guard \(real) != nil else { return \(later) }", at: 0)
        }
        text.body(declaration.signature(prefix: access), attributes: member.availability, body)
    }

    private func told(
        _ call: String, _ member: Member, _ delegate: Facade.Delegate, _ crossing: Crossing
    ) -> [String] {
        if member.real.result.isVoid {
            guard !delegate.isSettable, DelegatePlanning.endsDelegate(member.title) else { return [call] }
            return [call, "// The real object lets go of its delegate now.", "\(delegate.property) = nil"]
        }
        let value = canned.value(of: member.real.result)
        if let value, member.resultConversion == .none { return ["\(call) ?? \(value)"] }
        // The delegate can be gone, and the real object ask before it has heard of that.
        return [
            "guard let answer = \(call) else {", "    " + (value.map { "return \($0)" } ?? missing(member)),
            "}",
            "return \(crossing.inward("answer", member.resultConversion))",
        ]
    }
}
