#if os(macOS) || os(Linux)
import Foundation

/// What people see who import the library products: the products' own modules, what these export of other modules, and
/// the types that all of this names.
///
/// `Documentation/reference` documents the same, by the same rules.
struct PublicInterface {
    /// The interface as it was built, read once for all tests.
    static let whole = Result { try PublicInterface() }

    /// The library products of Package.swift, whose modules have the same names.
    let products: [String]
    private(set) var symbols: [SymbolGraph.Symbol] = []

    private var graphs: [String: [String: SymbolGraph]] = [:]
    private var known: Set<String> = []
    /// The module that declares a symbol, by the symbol's identifier, and its names there.
    private var homes: [String: (module: String, path: [String])] = [:]

    private init() throws {
        products = try Self.libraries()
        let exports = products.flatMap { Self.exports(of: $0) }
        let whole = Set(products + exports.filter { $0.name == nil }.map(\.module))
        var parts: [String: Set<String>] = [:]
        for (module, name) in exports {
            if let name, !whole.contains(module) { parts[module, default: []].insert(name) }
        }
        for module in whole.union(parts.keys) { graphs[module] = try SymbolGraph.extractAll(module) }
        for (module, all) in graphs {
            for symbol in all[module]?.symbols ?? [] {
                homes[symbol.identifier.precise] = (module, symbol.pathComponents)
            }
        }
        for module in whole.sorted() {
            for graph in graphs[module, default: [:]].values { add(graph.symbols) }
        }
        for (module, names) in parts.sorted(by: { $0.key < $1.key }) {
            for (extended, graph) in graphs[module, default: [:]] {
                // What this module adds to the types of another one counts if that type is exported.
                let wanted = extended == module ? names : parts[extended] ?? []
                add(graph.symbols.filter { wanted.contains($0.pathComponents[0]) })
            }
        }
        addTypesBehindAliases()
        addNamedTypes()
    }

    /// Every name that somebody wrote, that has no sentence, and that needs one, with its place.
    var silent: [String] { Self.silent(symbols, in: HouseTests.sources) }

    /// What name and type explain may have no comment; a comment that is no sentence is no excuse.
    static func silent(_ symbols: [SymbolGraph.Symbol], in files: [HouseTests.SourceFile]) -> [String] {
        let silent = symbols.filter(\.isSilent)
        var excused: Set<String> = []
        let paths = Set(silent.map(\.file))
        for file in files where paths.contains(file.path) {
            for member in DeclaredMembers(file).all where member.mayBeSilent {
                excused.insert("\(file.path):\(member.line)")
            }
        }
        return silent.filter { $0.docComment != nil || !excused.contains($0.place) }
            .map { "\($0.place): \($0.path)" }.sorted()
    }

    // MARK: What the package says

    private static func libraries() throws -> [String] {
        let manifest = try String(
            contentsOf: HouseTests.root.appendingPathComponent("Package.swift"), encoding: .utf8)
        let all = manifest.components(separatedBy: ".library(name: \"").dropFirst().map {
            String($0.prefix { $0 != "\"" })
        }
        #if os(macOS)
        // Apple's modules have these names there.
        return all.filter { !["CoreBluetooth", "AccessorySetupKit", "NearbyInteraction"].contains($0) }
        #else
        return all
        #endif
    }

    /// What a module exports of modules of the package: all of one, or a name in it.
    private static func exports(of module: String) -> [(module: String, name: String?)] {
        var found: [(module: String, name: String?)] = []
        for file in HouseTests.sources where file.target == module {
            for line in file.lines {
                let words = line.split(separator: " ")
                guard words.starts(with: ["@_exported", "import"]), let path = words.last else { continue }
                let names = path.split(separator: ".").map(String.init)
                guard HouseTests.floors[names[0]] != nil else { continue }
                found.append((names[0], names.count > 1 ? names[1] : nil))
            }
        }
        return found
    }

    // MARK: Types

    private mutating func add(_ more: [SymbolGraph.Symbol]) {
        for symbol in more where known.insert(symbol.identifier.precise).inserted { symbols.append(symbol) }
    }

    /// `Bond` is `Host.Bond`: whoever looks it up wants that type's members.
    private mutating func addTypesBehindAliases() {
        for alias in symbols where alias.kind.identifier == "swift.typealias" {
            if let target = alias.declarationFragments.last?.preciseIdentifier { addType(target) }
        }
    }

    /// `DeviceSecurity.privacy` is a `Host.Privacy`, which no product exports: its cases are looked up all the same. What
    /// such types name in their turn does not count.
    private mutating func addNamedTypes() {
        var named: [String] = []
        for symbol in symbols {
            let fragments = symbol.declarationFragments
            for (index, fragment) in fragments.enumerated() {
                // `HCI` in `HCI.Packet` names no type of its own.
                let isScope = index + 1 < fragments.count && fragments[index + 1].spelling == "."
                if let identifier = fragment.preciseIdentifier, !isScope { named.append(identifier) }
            }
        }
        for identifier in named { addType(identifier) }
    }

    private mutating func addType(_ identifier: String) {
        guard !known.contains(identifier), let home = homes[identifier] else { return }
        let own = graphs[home.module]?[home.module]?.symbols ?? []
        add(own.filter { $0.pathComponents.starts(with: home.path) })
    }
}
#endif
