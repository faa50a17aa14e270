/// Finds the delegates of a type, and turns their protocols around: facades in the place of real types.
struct DelegatePlanning {
    let planner: Planner
    let type: Symbol

    /// The properties that hold a delegate, with the protocols as the facades have them. What can't be turned around is added to the facade's
    /// omissions.
    func delegates(_ facade: inout Facade) -> [Facade.Delegate] {
        guard case .object = facade.subject, facade.genericParameters.isEmpty else { return [] }
        var found: [Facade.Delegate] = []
        for (declaration, symbol) in properties()
        where !found.contains(where: { $0.property == declaration.name })
            && !isUnused(declaration.name, facade)
        {
            let protocols = protocols(from: symbol, &facade)
            facade.needsNSObject = facade.needsNSObject || needsNSObject(symbol)
            found.append(
                Facade.Delegate(
                    property: declaration.name,
                    type: planner.interface.symbols[symbol]?.pathComponents.joined(separator: ".") ?? "",
                    isSettable: declaration.isSettable,
                    isUnsafe: declaration.modifiers.contains { $0.hasPrefix("unowned") },
                    isOwn: planner.interface.members(of: type.identifier.precise).contains {
                        $0.names.title == declaration.name
                    },
                    protocols: protocols))
        }
        return found
    }

    /// With `--used-in`, a delegate is left out whose property no source uses, and which no initialiser takes.
    private func isUnused(_ property: String, _ facade: Facade) -> Bool {
        if planner.request.usage == nil { return false }
        let isTaken = facade.factory.contains { $0.parameterConversions.contains(.delegate) }
        return !isTaken && !facade.allMembers.contains { $0.real.name == property }
    }

    /// The symbols of the delegate protocols of a type, with the properties that hold them.
    func properties() -> [(Declaration, symbol: String)] {
        let types = [type] + planner.interface.superclasses(of: type.identifier.precise)
        return types.flatMap { planner.interface.members(of: $0.identifier.precise) }.compactMap { member in
            guard member.kind.identifier == "swift.property",
                !Availability(member.availability ?? []).isUnavailable(on: planner.request.platform),
                let declaration = member.declaration,
                let symbol = declaration.result.withoutOptional.namedSymbol,
                isDelegate(symbol, declaration.name)
            else { return nil }
            return (declaration, symbol)
        }
    }

    /// Whether a protocol of this module is told about objects of the type.
    private func isDelegate(_ symbol: String, _ property: String) -> Bool {
        guard let found = planner.interface.symbols[symbol], found.kind.identifier == "swift.protocol" else {
            return false
        }
        let name = property.lowercased()
        guard name.hasSuffix("delegate") || name.hasSuffix("datasource") || name.hasSuffix("observer") else {
            return false
        }
        let protocols = family(of: symbol)
        let requirements = protocols.flatMap { planner.interface.members(of: $0.identifier.precise) }
        guard !planner.refusals.delegates.contains(symbol), requirements.allSatisfy(canBePassedOn) else {
            return false
        }
        return protocols.contains {
            planner.interface.members(of: $0.identifier.precise).contains { mentionsWrapped($0) }
        }
    }

    /// Whether a proxy can have a member for a requirement, or need not have it. If not, the delegate's protocol stays as it is.
    private func canBePassedOn(_ member: Symbol) -> Bool {
        let symbol = member.identifier.precise
        if member.kind.identifier == "swift.associatedtype" { return false }
        guard planner.interface.requirements.contains(symbol), !isOptional(member) else { return true }
        let isGeneric = !(member.swiftGenerics?.parameters ?? []).isEmpty
        switch member.kind.identifier {
        case "swift.method": return !isGeneric
        case "swift.property": return !(member.declaration?.isSettable ?? true)
        default: return false
        }
    }

    private func isOptional(_ requirement: Symbol) -> Bool {
        planner.interface.optionalRequirements.contains(requirement.identifier.precise)
            || planner.interface.requirementsWithDefault.contains(requirement.identifier.precise)
    }

    private func mentionsWrapped(_ member: Symbol) -> Bool {
        member.declarationFragments.contains {
            $0.preciseIdentifier.map { planner.substitution.wrapped[$0] != nil } ?? false
        }
    }

    /// The protocol, what it refines in this module, and what refines it.
    private func family(of symbol: String) -> [Symbol] {
        let refined = planner.interface.protocols(of: symbol)
        let above = planner.interface.types.filter {
            refined.contains($0.identifier.precise) && $0.kind.identifier == "swift.protocol"
        }
        let own = planner.interface.symbols[symbol].map { [$0] } ?? []
        return above + own + planner.interface.refinements(of: symbol)
    }

    private func needsNSObject(_ symbol: String) -> Bool {
        family(of: symbol).contains { planner.interface.isNSObjectProtocol($0.identifier.precise) }
    }

    // MARK: Protocols

    private func protocols(from symbol: String, _ facade: inout Facade) -> [Facade.DelegateProtocol] {
        var found: [Facade.DelegateProtocol] = []
        for relative in family(of: symbol) where isNeeded(relative, for: symbol) {
            let real = relative.pathComponents.joined(separator: ".")
            let usr = relative.identifier.precise
            let refined = planner.interface.protocols(of: usr)
            let parent = found.last { planned in
                planner.interface.type(named: planned.realName).map {
                    refined.contains($0.identifier.precise)
                } ?? false
            }
            let methods = OlderMethods(interface: planner.interface).marked(methods(of: relative, &facade))
            var planned = Facade.DelegateProtocol(
                symbol: usr, realName: real, conformance: planner.realName(relative),
                name: planner.delegateName(of: relative), refines: parent?.name,
                methods: methods)
            planned.isolation = relative.declarationFragments.attributes.first {
                Declaration.isIsolation($0)
            }
            planned.hasUnaskedMethods =
                planner.request.usage == nil
                && methods.contains {
                    planner.interface.optionalRequirements.contains($0.member.symbol)
                }
            found.append(planned)
        }
        return found
    }

    /// With `--used-in`, of the protocols that refine the delegate's those that the sources have.
    private func isNeeded(_ relative: Symbol, for symbol: String) -> Bool {
        guard let usage = planner.request.usage else { return true }
        let own = relative.identifier.precise
        let isBase = own == symbol || planner.interface.protocols(of: symbol).contains(own)
        return isBase || usage.implementations[own] != nil
            || usage.seams[planner.delegateName(of: relative)] != nil
            || planner.interface.refinements(of: own).contains {
                usage.implementations[$0.identifier.precise] != nil
            }
    }

    private func methods(of symbol: Symbol, _ facade: inout Facade) -> [Facade.DelegateMethod] {
        var found: [Facade.DelegateMethod] = []
        for requirement in planner.interface.members(of: symbol.identifier.precise)
        where planner.interface.requirements.contains(requirement.identifier.precise) {
            do {
                guard let method = try method(requirement, of: symbol, facade) else { continue }
                found.append(method)
                if planner.request.delegateStyle == .async, !method.isEvent {
                    let answer = CannedValues(interface: planner.interface).value(
                        of: method.member.real.result)
                    let reason = "wants an answer, which an event can't give: it is \(answer ?? "missing")"
                    omit(requirement, of: symbol, reason, &facade)
                }
            } catch {
                omit(requirement, of: symbol, error.description, &facade)
            }
        }
        return found
    }

    private func omit(_ requirement: Symbol, of owner: Symbol, _ reason: String, _ facade: inout Facade) {
        let title = owner.pathComponents.joined(separator: ".") + "." + requirement.names.title
        let omission = Facade.Omission(title: title, reason: reason)
        if !facade.omissions.contains(omission) { facade.omissions.append(omission) }
    }

    private func method(
        _ requirement: Symbol, of owner: Symbol, _ facade: Facade
    ) throws(SeamError) -> Facade.DelegateMethod? {
        let usr = requirement.identifier.precise
        let isOptional = isOptional(requirement)
        if let words = planner.refusals.members[Refusals.key(facade.symbol, usr)] {
            throw SeamError(words)
        }
        if isOptional {
            let availability = Availability(requirement.availability ?? [])
            if availability.isUnavailable(on: planner.request.platform) { throw SeamError("is unavailable") }
            if availability.isDeprecated, !isImplemented(requirement) { throw SeamError("is deprecated") }
            let isUnused = planner.request.usage != nil && !isImplemented(requirement)
            if isUnused, !DelegatePlanning.endsDelegate(requirement.names.title) { return nil }
        }
        var declaration = try planner.declaration(of: requirement)
        let isProperty = requirement.kind.identifier == "swift.property"
        guard requirement.kind.identifier == "swift.method" || isProperty && !declaration.isSettable else {
            throw SeamError("is neither a method nor a property to read: the proxy can't pass it on")
        }
        declaration.nameParameters()
        var member = Member(
            symbol: usr, title: requirement.names.title, origin: .instance, real: declaration,
            facade: declaration,
            link: requirement.pathComponents.joined(separator: "/"))
        member.availability = Availability(requirement.availability ?? []).attributes(
            beyond: owner.availability ?? [])
        turn(&member)
        if isOptional, planner.request.usage == nil, needsAnswer(declaration) {
            throw SeamError(
                "is optional and wants an answer, which only a delegate that has it can give: "
                    + "--used-in sources that implement it puts it in")
        }
        let isAsync = planner.request.delegateStyle == .async
        if isAsync, isOptional, needsAnswer(declaration) {
            throw SeamError("wants an answer, which an event can't give")
        }
        var method = Facade.DelegateMethod(
            member: member, isOptional: isOptional && !needsAnswer(declaration))
        method.isEvent = isAsync && declaration.result.isVoid
        return method
    }

    /// Whether a method is the last that a delegate is told, after which the real object lets go of it.
    static func endsDelegate(_ title: String) -> Bool { title.contains("didBecomeInvalid") }

    private func isImplemented(_ requirement: Symbol) -> Bool {
        guard let usage = planner.request.usage else { return false }
        return usage.implementations.values.contains { $0.contains(requirement.names.title) }
            || usage.seams.values.contains { $0.implementations.contains(requirement.names.title) }
    }

    private func needsAnswer(_ declaration: Declaration) -> Bool {
        !declaration.result.isVoid
            || declaration.parameters.contains { $0.type.withoutOptional.functionType != nil }
    }

    private func turn(_ member: inout Member) {
        var substitution = planner.substitution
        substitution.delegates = [:]
        member.facade.attributes.removeAll { !Declaration.isIsolation($0) && $0 != "@discardableResult" }
        member.facade.modifiers.removeAll { $0 != "nonisolated" }
        for index in member.facade.parameters.indices {
            let (new, conversion) = substitution.facade(of: member.facade.parameters[index].type)
            member.facade.parameters[index].type = new
            member.parameterConversions.append(conversion)
        }
        let (new, conversion) = substitution.facade(of: member.facade.result)
        member.facade.result = new
        member.resultConversion = conversion
    }
}

extension Planner {
    /// Plans the new names of a type's delegate protocols.
    mutating func turnAround(delegatesOf type: Symbol) {
        for (_, symbol) in DelegatePlanning(planner: self, type: type).properties() {
            guard let found = interface.symbols[symbol] else { continue }
            substitution.delegates[symbol] = delegateName(of: found)
        }
    }

    /// `CentralManagerDelegate` for `CBCentralManagerDelegate`, `FileManagerDelegateProtocol` for `FileManagerDelegate`.
    func delegateName(of symbol: Symbol) -> String {
        let stem = naming.stem(of: symbol.pathComponents)
        if stem != symbol.pathComponents.joined() { return stem }
        if let name = request.protocolName, let type = request.types.first, stem.hasPrefix(type), stem != type
        {
            return name + stem.dropFirst(type.count)
        }
        return naming.facade(of: stem, path: symbol.pathComponents)
    }
}
