#if os(macOS) || os(Linux)
import Foundation

/// Holds the symbol graph of a module of ours against a table.
struct Parity {
    let rows: [APIRow]
    let graph: SymbolGraph
    private let symbols: [String: [SymbolGraph.Symbol]]
    private let types: [String: APIRow]
    private let conformances: [String: Set<String>]
    private let superclasses: [String: String]
    private let requirements: Set<String>
    private let defaulted: Set<String>
    private let defaults: Set<String>
    private let overriding: Set<String>

    init(rows: [APIRow], graph: SymbolGraph) {
        self.rows = rows
        self.graph = graph
        symbols = Dictionary(grouping: graph.symbols, by: \.path)
        types = Dictionary(
            rows.filter(\.isType).map { ($0.type, $0) }, uniquingKeysWith: { first, _ in first })
        func related(_ kind: String) -> [SymbolGraph.Relationship] {
            graph.relationships.filter { $0.kind == kind }
        }
        let names = Dictionary(
            graph.symbols.map { ($0.identifier.precise, $0.path) }, uniquingKeysWith: { first, _ in first })
        conformances = Dictionary(grouping: related("conformsTo"), by: \.source)
            .mapValues { Set($0.map { names[$0.target] ?? $0.targetName }) }
        superclasses = Dictionary(
            related("inheritsFrom").map { ($0.source, names[$0.target] ?? $0.targetName) },
            uniquingKeysWith: { first, _ in first })
        requirements = Set(related("requirementOf").map(\.source))
        defaulted = Set(related("defaultImplementationOf").map(\.target))
        defaults = Set(related("defaultImplementationOf").map(\.source))
        overriding = Set(related("overrides").map(\.source))
    }

    /// What differs in one row; empty where all is as Apple has it.
    func differences(in row: APIRow) -> [String] {
        if Exceptions.absent[row.path] != nil || Exceptions.unprinted[row.path] != nil { return [] }
        #if os(macOS)
        if Exceptions.leftOut[row.path]?.contains("macOS") == true { return [] }
        #endif
        if row.member == "rawValue", types[row.type]?.kind == "enum" {
            return conforms(row.type, "RawRepresentable") ? [] : ["is missing"]
        }
        let wanted = Declaration.normalised(row.signature, in: row.type)
        let found = declarations(of: row.member, in: row.type)
        guard !found.isEmpty else { return ["is missing"] }
        let same = found.filter { Declaration.normalised($0.declaration, in: row.type) == wanted }
        // Our own declaration before one that a protocol gives.
        guard let symbol = same.first(where: { !$0.isGiven }) ?? same.first else {
            return found.map {
                "reads \(Declaration.normalised($0.declaration, in: row.type)), not \(wanted)"
            }
        }
        return requirementDifferences(row, symbol) + traitDifferences(row, symbol)
            + (symbol.isGiven || row.availability.isEmpty ? [] : availabilityDifferences(row, symbol))
    }

    /// A type and its superclasses, nearest first.
    private func line(of type: String) -> [String] {
        guard let symbol = symbols[type]?.first, let next = superclasses[symbol.identifier.precise] else {
            return [type]
        }
        return [type] + line(of: next)
    }

    /// What the nearest of a type and its superclasses declares under this name.
    private func declarations(of member: String, in type: String) -> [SymbolGraph.Symbol] {
        if member.isEmpty || type.isEmpty { return symbols[type + member] ?? [] }
        for holder in line(of: type) {
            let found = (symbols["\(holder).\(member)"] ?? []).filter {
                !defaults.contains($0.identifier.precise) || $0.isGiven
            }
            if !found.isEmpty { return found }
        }
        return []
    }

    private func requirementDifferences(_ row: APIRow, _ symbol: SymbolGraph.Symbol) -> [String] {
        guard !row.requirement.isEmpty else { return [] }
        guard requirements.contains(symbol.identifier.precise) else { return ["is not asked of delegates"] }
        let isOptional = defaulted.contains(symbol.identifier.precise)
        return isOptional == (row.requirement == "optional") ? [] : ["is not \(row.requirement)"]
    }

    private func conforms(_ type: String, _ name: String) -> Bool {
        line(of: type).contains { holder in
            guard let symbol = symbols[holder]?.first else { return false }
            return conformances[symbol.identifier.precise]?.contains(name) ?? false
        }
    }

    private func traitDifferences(_ row: APIRow, _ symbol: SymbolGraph.Symbol) -> [String] {
        row.traits.compactMap { trait in
            let isThere =
                switch trait {
                case "not Sendable": !isSendable(row.type)
                case "init() unavailable": !canBeMadeFromNothing(row.type)
                case "open": symbol.accessLevel == "open"
                default: line(of: row.type).dropFirst().contains(trait) || conforms(row.type, trait)
                }
            return isThere ? nil : "is not: \(trait)"
        }
    }

    private func isSendable(_ type: String) -> Bool {
        if conforms(type, "Sendable") { return true }
        guard let symbol = symbols[type]?.first else { return false }
        return superclasses[symbol.identifier.precise].map(isSendable) ?? false
    }

    private func canBeMadeFromNothing(_ type: String) -> Bool {
        (symbols["\(type).init()"] ?? []).contains { symbol in
            !(symbol.availability ?? []).contains {
                $0.isUnconditionallyUnavailable == true && $0.domain == nil
            }
        }
    }

    // MARK: Availability

    private func availabilityDifferences(_ row: APIRow, _ symbol: SymbolGraph.Symbol) -> [String] {
        let ours = Dictionary(
            (symbol.availability ?? []).map { ($0.domain ?? "*", $0) },
            uniquingKeysWith: { first, _ in first })
        return APIRow.platforms.compactMap { platform in
            let wanted = expected(row, platform)
            let found = ours[platform].map(text) ?? "always"
            if wanted != found { return "\(platform): \(found), not \(wanted)" }
            let isDeprecated = wanted.contains(" until ")
            let message = isDeprecated ? row.deprecated.components(separatedBy: "; ").dropFirst().first : nil
            return message == ours[platform]?.message
                ? nil : "\(platform): deprecated without \"\(message ?? "")\""
        }
    }

    private func text(_ availability: SymbolGraph.Availability) -> String {
        if availability.isUnconditionallyUnavailable == true { return "-" }
        let since = availability.introduced?.text ?? "always"
        return since + (availability.deprecated.map { " until \($0.text)" } ?? "")
    }

    /// A version, "-", or "always"; a member is never more available than its type.
    private func expected(_ row: APIRow, _ platform: String) -> String {
        if Exceptions.leftOut[row.path]?.contains(platform) == true { return "always" }
        let outer = row.type.split(separator: ".").dropLast().joined(separator: ".")
        let scope = types[row.isType ? outer : row.type]
        if row.isUnannotated { return scope.map { expected($0, platform) } ?? "always" }
        guard var version = row.availability[platform] ?? nil else { return "-" }
        if let scope, !scope.isUnannotated {
            guard let outer = scope.availability[platform] ?? nil else { return "-" }
            if Self.isEarlier(version, outer) { version = outer }
        }
        return version + (deprecation(row, platform).map { " until \($0)" } ?? "")
    }

    /// Mac Catalyst follows iOS from its own first version on.
    private func deprecation(_ row: APIRow, _ platform: String) -> String? {
        let list = row.deprecated.split(separator: ";").first ?? ""
        let versions = Dictionary(
            list.split(separator: ",").compactMap { entry -> (String, String)? in
                let words = entry.split(separator: " ").map(String.init)
                return words.count == 2 ? (words[0], words[1]) : nil
            }, uniquingKeysWith: { first, _ in first })
        if platform == "macCatalyst" {
            return versions["iOS"].map { Self.isEarlier($0, "13.1") ? "13.1" : $0 }
        }
        return versions[platform]
    }

    private static func isEarlier(_ left: String, _ right: String) -> Bool {
        func parts(_ text: String) -> [Int] { text.split(separator: ".").compactMap { Int($0) } }
        return parts(left).lexicographicallyPrecedes(parts(right))
    }

    // MARK: Beyond the table

    /// Public names that the table does not have, without those that protocols and `NSObject` bring.
    var extras: [String] {
        let known = Set(rows.map(\.path))
        let brought: Set<String> = [
            "hash", "description", "isEqual(_:)", "init()", "copy(with:)", "==(_:_:)", "hash(into:)",
            "hashValue",
        ]
        let others = graph.symbols.filter { symbol in
            !symbol.isGiven && !known.contains(symbol.path) && !isExplainedElsewhere(symbol)
                && !(symbol.pathComponents.count > 1 && brought.contains(symbol.pathComponents.last ?? ""))
        }
        return Set(others.map(\.path)).sorted()
    }

    /// A name that comes from a superclass or a protocol, where it is explained.
    private func isExplainedElsewhere(_ symbol: SymbolGraph.Symbol) -> Bool {
        overriding.contains(symbol.identifier.precise) || defaults.contains(symbol.identifier.precise)
            || isAsked(symbol)
    }

    /// Whether the name is one that a protocol of the module asks of its type, or of the type's superclass.
    private func isAsked(_ symbol: SymbolGraph.Symbol) -> Bool {
        guard let name = symbol.pathComponents.last else { return false }
        return line(of: symbol.pathComponents.dropLast().joined(separator: ".")).contains { holder in
            let protocols = symbols[holder]?.first.flatMap { conformances[$0.identifier.precise] } ?? []
            return protocols.contains { proto in
                (symbols["\(proto).\(name)"] ?? []).contains { requirements.contains($0.identifier.precise) }
            }
        }
    }
}
#endif
