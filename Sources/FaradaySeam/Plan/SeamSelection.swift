/// Which types of a module get a facade.
struct SeamSelection {
    let interface: Interface
    let request: SeamRequest
    private let naming: Naming

    init(_ interface: Interface, _ request: SeamRequest) {
        self.interface = interface
        self.request = request
        naming = Naming(interface)
    }

    func types() throws(SeamError) -> [Symbol] {
        let found = request.types.isEmpty ? withoutUnnamedSuperclasses(implied()) : try named()
        if found.isEmpty, !hasFunctions { throw SeamError(nothingFound) }
        if let name = request.protocolName { try check(name, found) }
        return found
    }

    /// Whether `--protocol` can name the facade.
    private func check(_ name: String, _ types: [Symbol]) throws(SeamError) {
        let wrapped = types.filter { $0.kind.identifier != "swift.protocol" }
        if wrapped.count > 1 {
            let names = wrapped.map { $0.pathComponents.joined(separator: ".") }.joined(separator: ", ")
            throw SeamError(
                "--protocol names one facade, and there would be several: \(names); give one --type")
        }
        if wrapped.isEmpty, let type = types.first {
            let real = type.pathComponents.joined(separator: ".")
            throw SeamError("--protocol names a facade, and \(real) is a protocol, which needs none")
        }
        if Naming.isOfSwift(name) {
            throw SeamError("Swift has a type named \(name): give another --protocol")
        }
    }

    /// With `--used-in`, a superclass of which only inherited members are used has no facade of its own: the subclass's has them.
    private func withoutUnnamedSuperclasses(_ types: [Symbol]) -> [Symbol] {
        guard let usage = request.usage else { return types }
        return types.filter { type in
            let symbol = type.identifier.precise
            let hasSubclass = types.contains { other in
                interface.superclasses(of: other.identifier.precise).contains {
                    $0.identifier.precise == symbol
                }
            }
            return usage.symbols.contains(symbol) || !hasSubclass
        }
    }

    private var hasFunctions: Bool {
        if let usage = request.usage, request.types.isEmpty {
            return interface.functions.contains { usage.symbols.contains($0.identifier.precise) }
        }
        return request.wantsFunctions
            && interface.functions.contains { $0.kind.identifier != "swift.func.op" }
    }

    private var nothingFound: String {
        if request.usage != nil {
            return "the sources use no class, actor or function of \(interface.module) that needs a facade"
        }
        if request.wantsFunctions { return "\(interface.module) has no public function" }
        let hint = interface.functions.isEmpty ? "" : "; for its functions give --functions"
        return "\(interface.module) has no public class, actor or protocol\(hint)"
    }

    private func named() throws(SeamError) -> [Symbol] {
        var found: [Symbol] = []
        for name in request.types {
            guard let type = interface.type(named: name) else {
                let names = interface.ownTypes.map { $0.pathComponents.joined(separator: ".") }
                let nearest = closest(to: name, among: names).map { "; the nearest is '\($0)'" } ?? ""
                throw SeamError("\(interface.module) has no public type '\(name)'\(nearest)")
            }
            guard canBeUsed(type) else { throw SeamError("\(name) is unavailable on this platform") }
            guard hasSomethingToWrap(type) else {
                throw SeamError("\(name) has nothing to wrap: no public method, property or initialiser")
            }
            if let obstacle = obstacle(type) {
                throw SeamError("no spy can stand in for \(name): \(obstacle)")
            }
            if !found.contains(where: { $0.identifier.precise == type.identifier.precise }) {
                found.append(type)
            }
        }
        return found
    }

    /// All classes, actors and protocols, or those that the sources use.
    private func implied() -> [Symbol] {
        interface.ownTypes.filter { type in
            if ["NSObject", "NSProxy"].contains(type.pathComponents[0]) { return false }
            guard canBeUsed(type), !isOld(type), hasSomethingToWrap(type), obstacle(type) == nil,
                !type.pathComponents.contains(where: { $0.hasPrefix("_") })
            else { return false }
            switch type.kind.identifier {
            case "swift.class": return isUsed(type) && !isOnlyData(type)
            case "swift.protocol": return request.usage == nil
            default: return isUsed(type) && isNamespace(type) && !isSyntax(type)
            }
        }
    }

    /// Whether a type is there for the compiler: its members are called by what is written between braces.
    private func isSyntax(_ type: Symbol) -> Bool {
        !Set(type.declarationFragments.attributes).isDisjoint(with: ["@resultBuilder", "@propertyWrapper"])
    }

    /// Protocols for which no spy can be written, if nobody has named a type.
    var leftOut: [Facade.Omission] {
        guard request.types.isEmpty, request.usage == nil else { return [] }
        return interface.ownTypes.filter { canBeUsed($0) && hasSomethingToWrap($0) }.compactMap { type in
            obstacle(type).map {
                Facade.Omission(title: type.pathComponents.joined(separator: "."), reason: $0)
            }
        }
    }

    private func obstacle(_ type: Symbol) -> String? {
        type.kind.identifier == "swift.protocol" ? ProtocolShape(type, interface).obstacle : nil
    }

    private func canBeUsed(_ type: Symbol) -> Bool {
        !Availability(type.availability ?? []).isUnavailable(on: request.platform)
    }

    /// Whether nobody should begin to use it.
    private func isOld(_ type: Symbol) -> Bool {
        request.usage == nil && Availability(type.availability ?? []).isDeprecated
    }

    private func isUsed(_ type: Symbol) -> Bool {
        guard let usage = request.usage else { return true }
        let own = interface.members(of: type.identifier.precise).map(\.identifier.precise)
        if (own + [type.identifier.precise]).contains(where: usage.symbols.contains) { return true }
        let stem = naming.stem(of: type.pathComponents)
        let names = [naming.facade(of: stem, path: type.pathComponents), stem + "Factory", stem + "Proxy"]
        return (names + (request.protocolName.map { [$0] } ?? [])).contains { usage.seams[$0] != nil }
    }

    private func members(of type: Symbol) -> [Symbol] {
        let types = [type] + interface.superclasses(of: type.identifier.precise)
        return types.flatMap { interface.members(of: $0.identifier.precise) }
    }

    private func hasSomethingToWrap(_ type: Symbol) -> Bool {
        members(of: type).contains { MemberPlanning.kinds.contains($0.kind.identifier) }
    }

    /// A class that can only be made and read, as `CBUUID`: a test makes a real one.
    private func isOnlyData(_ type: Symbol) -> Bool {
        let members = members(of: type)
        return !members.contains { member in
            switch member.kind.identifier {
            case "swift.method": !member.declarationFragments.contains { $0.spelling == "override" }
            case "swift.property", "swift.subscript": member.declaration?.isSettable ?? false
            default: false
            }
        } && members.contains { $0.kind.identifier == "swift.init" }
    }

    private func isNamespace(_ type: Symbol) -> Bool {
        let members = interface.members(of: type.identifier.precise)
        return type.kind.identifier != "swift.protocol"
            && members.contains { $0.kind.identifier == "swift.type.method" }
            && members.allSatisfy {
                ["swift.type.method", "swift.type.property"].contains($0.kind.identifier)
            }
    }
}
