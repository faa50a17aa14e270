import Foundation

/// What a type that conforms to a protocol of the module has to be.
struct ProtocolShape {
    /// The associated types that a spy leaves open, as its generic parameters.
    private(set) var parameters: [String] = []
    /// `Item: Equatable`, `Child.Item == Item`.
    private(set) var requirements: [String] = []
    /// Associated types that are fixed: `Item` is `Int`.
    private(set) var aliases: [(name: String, type: String)] = []
    let isActor: Bool
    /// What a spy has without being asked: `Equatable`, `Hashable`, `CustomStringConvertible`.
    let conformances: Set<String>
    /// Why nothing but the module's own types can conform.
    private(set) var obstacle: String?

    init(_ symbol: Symbol, _ interface: Interface) {
        let precise = symbol.identifier.precise
        let refined = interface.protocols(of: precise)
        isActor = refined.contains("s:ScA")
        conformances = Set(Self.simple.filter { refined.contains($0.key) }.map(\.value))
        let inModule = interface.types.filter {
            refined.contains($0.identifier.precise) && $0.kind.identifier == "swift.protocol"
        }
        var clauses: [String] = []
        for type in [symbol] + inModule {
            clauses += Self.clause(in: Self.text(of: type))
            for member in interface.members(of: type.identifier.precise)
            where member.kind.identifier == "swift.associatedtype" {
                let name = member.names.title
                if !parameters.contains(name) { parameters.append(name) }
                clauses += Self.clause(in: Self.text(of: member)) + Self.bounds(of: member)
            }
        }
        for clause in clauses { take(clause.replacingOccurrences(of: "Self.", with: "")) }
        resolve()
        obstacle = Self.obstacle(symbol, [symbol] + inModule, refined, interface)
    }

    // MARK: Requirements

    private mutating func take(_ clause: String) {
        let sides = clause.components(separatedBy: " == ")
        guard sides.count == 2 else {
            if !requirements.contains(clause) { requirements.append(clause) }
            return
        }
        let isPath = { (name: String) in name.contains { $0 == "." || $0 == "<" || $0 == "[" } }
        let isAlias = !isPath(sides[0]) && !aliases.contains { $0.name == sides[0] }
        if isAlias, sides[0] != sides[1] {
            aliases.append((sides[0], sides[1]))
        } else if parameters.contains(sides[1]), !aliases.contains(where: { $0.name == sides[1] }) {
            aliases.append((sides[1], sides[0]))
        } else if !requirements.contains(clause) {
            requirements.append(clause)
        }
    }

    /// Takes fixed types out of the parameters and puts them into the requirements.
    private mutating func resolve() {
        parameters.removeAll { name in aliases.contains { $0.name == name } }
        requirements = requirements.compactMap { requirement in
            let subject = String(requirement.prefix { $0 != "." && $0 != ":" && $0 != " " })
            guard let alias = aliases.first(where: { $0.name == subject }) else { return requirement }
            let root = String(alias.type.prefix { $0 != "." })
            return parameters.contains(root) ? alias.type + requirement.dropFirst(subject.count) : nil
        }
    }

    private static func text(of symbol: Symbol) -> String {
        symbol.declarationFragments.map(\.spelling).joined()
    }

    /// What stands after `where`.
    private static func clause(in text: String) -> [String] {
        let parts = text.components(separatedBy: " where ")
        return parts.count == 2 ? split(parts[1]).map { $0.replacingOccurrences(of: " : ", with: ": ") } : []
    }

    /// `Item: Equatable` of `associatedtype Item : Equatable, Sendable = Int`.
    private static func bounds(of symbol: Symbol) -> [String] {
        let head = text(of: symbol).components(separatedBy: " where ")[0].components(separatedBy: " = ")[0]
        let parts = head.components(separatedBy: " : ")
        guard parts.count == 2 else { return [] }
        return ["\(symbol.names.title): \(split(parts[1]).joined(separator: " & "))"]
    }

    /// The parts of a list; a comma between brackets is within one.
    private static func split(_ list: String) -> [String] {
        var parts = [""]
        var depth = 0
        for character in list {
            if "<([".contains(character) { depth += 1 }
            if ">)]".contains(character) { depth -= 1 }
            if character == ",", depth == 0 {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts.map { String($0.drop { $0 == " " }) }
    }

    // MARK: Obstacles

    private static let simple = [
        "s:SQ": "Equatable", "s:SH": "Hashable", "s:s23CustomStringConvertibleP": "CustomStringConvertible",
    ]

    /// Protocols of Swift with members that a spy does not have.
    private static let demanding = [
        "s:ST": "Sequence", "s:St": "IteratorProtocol", "s:SL": "Comparable", "s:Se": "Decodable",
        "s:SE": "Encodable", "s:Sl": "Collection", "s:SY": "RawRepresentable", "s:Sx": "Strideable",
        "s:s9OptionSetP": "OptionSet", "s:s12CaseIterableP": "CaseIterable", "s:Sj": "Numeric",
        "s:s18AdditiveArithmeticP": "AdditiveArithmetic", "s:SciP": "AsyncSequence",
        "s:Sci": "AsyncSequence", "s:ScI": "AsyncIteratorProtocol",
        "s:s25LosslessStringConvertibleP": "LosslessStringConvertible",
    ]

    private static func obstacle(
        _ symbol: Symbol, _ family: [Symbol], _ refined: Set<String>, _ interface: Interface
    ) -> String? {
        for type in family {
            if let superclass = interface.superclass(of: type.identifier.precise) {
                return "only subclasses of \(superclass) can conform to it"
            }
            for member in interface.members(of: type.identifier.precise) {
                let precise = member.identifier.precise
                let isRequired =
                    interface.requirements.contains(precise)
                    && !interface.requirementsWithDefault.contains(precise)
                let isOfEquatable = member.names.title == "==(_:_:)" && refined.contains("s:SQ")
                if member.kind.identifier == "swift.func.op", isRequired, !isOfEquatable {
                    let name = member.names.title.prefix { $0 != "(" }
                    return "it requires the operator \(name), which a spy can't record"
                }
            }
        }
        let names = demanding.filter { refined.contains($0.key) }.map(\.value).sorted()
        return names.first.map { "it refines \($0), whose members a spy does not have" }
    }
}
