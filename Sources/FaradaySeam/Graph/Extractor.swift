import Foundation

/// Has the compiler write down a module's interface, and reads it.
struct Extractor {
    /// What the extractor wrote about a module.
    struct Extraction {
        /// The module's own declarations.
        var graph: SymbolGraph
        /// What the module adds to types of other modules, by the other module's name; not read yet.
        var extensions: [String: Data] = [:]

        /// What the module adds to the types of another module.
        func extensions(of module: String) throws -> SymbolGraph? {
            try extensions[module].map { try Extractor.decode($0, "\(graph.module.name)@\(module)") }
        }
    }

    var toolchain: Toolchain
    var search: ModuleSearch
    /// Whether members that come from protocol extensions of other modules are listed again in the types that get them.
    var listsInheritedMembers = false

    /// The interface of a module that the compiler can see.
    func extraction(of module: String) throws -> Extraction {
        switch try look(for: module) {
        case .found(let extraction): return extraction
        case .unknown(let visible): throw Self.unknown(module, among: visible)
        }
    }

    /// The interface of a module that the compiler or, if not, the package can see; with the extractor that sees it.
    func locate(_ module: String, in package: SwiftPackage?) throws -> (
        extractor: Extractor, extraction: Extraction
    ) {
        let visible: [String]
        switch try look(for: module) {
        case .found(let extraction): return (self, extraction)
        case .unknown(let names): visible = names
        }
        guard let package else { throw Self.unknown(module, among: visible) }
        var wider = self
        if let more = try package.search(for: module) {
            wider.search = search.adding(more)
            if case .found(let extraction) = try wider.look(for: module) { return (wider, extraction) }
        }
        throw Self.unknown(module, among: Set(visible + (try package.modules())))
    }

    private enum Sight {
        case found(Extraction)
        /// The compiler sees other modules only.
        case unknown(visible: [String])
    }

    private func look(for module: String) throws -> Sight {
        let place = try TemporaryDirectory()
        var arguments = [
            "-module-name", module, "-output-dir", place.path, "-minimum-access-level", "public",
        ]
        if !listsInheritedMembers { arguments.append("-skip-synthesized-members") }
        let result = try toolchain.tool("swift-symbolgraph-extract").run(
            arguments + search.arguments(toolchain))
        let files = try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
        guard result.status == 0, !files.isEmpty else {
            let visible = Self.visibleModules(in: result)
            guard !visible.isEmpty, !visible.contains(module) else {
                throw SeamError("the compiler can't load the module \(module): \(result.firstError)")
            }
            return .unknown(visible: visible)
        }
        // A module that only adds to others has no graph of its own.
        let own = FileManager.default.contents(atPath: "\(place.path)/\(module).symbols.json")
        var extraction = Extraction(
            graph: try own.map { try Self.decode($0, module) }
                ?? SymbolGraph(module: SymbolGraph.Module(name: module), symbols: [], relationships: []))
        for file in files {
            guard file.hasPrefix(module + "@"), file.hasSuffix(".symbols.json") else { continue }
            let name = String(file.dropFirst(module.count + 1).dropLast(".symbols.json".count))
            extraction.extensions[name] = try Data(contentsOf: URL(fileURLWithPath: "\(place.path)/\(file)"))
        }
        DemangledNames(toolchain: toolchain).note(in: &extraction.graph)
        return .found(extraction)
    }

    /// The interface in a file that the user made.
    static func extraction(inFile path: String) throws -> Extraction {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw SeamError("can't read the symbol graph \(path)")
        }
        return Extraction(graph: try decode(data, path))
    }

    static func decode(_ data: Data, _ name: String) throws -> SymbolGraph {
        do {
            return try JSONDecoder().decode(SymbolGraph.self, from: data)
        } catch {
            throw SeamError("\(name) is not a symbol graph: \(explanation(of: error))")
        }
    }

    private static func explanation(of error: any Error) -> String {
        func place(_ context: DecodingError.Context) -> String {
            let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            return path.isEmpty ? "at its top" : "in " + path.joined(separator: ".")
        }
        switch error as? DecodingError {
        case .keyNotFound(let key, let context): return "\"\(key.stringValue)\" is missing \(place(context))"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return "there is another kind of value \(place(context))"
        default: return "it is not JSON"
        }
    }
}

extension Extractor {
    /// What the compiler says when it is asked for a module that it can't find.
    private static let list = "Current visible modules:"

    /// The names of the modules that the compiler can see.
    func visibleModules() throws -> [String] {
        let place = try TemporaryDirectory()
        let result = try toolchain.tool("swift-symbolgraph-extract").run(
            ["-module-name", "_faraday_no_such_module", "-output-dir", place.path]
                + search.arguments(toolchain))
        return Self.visibleModules(in: result)
    }

    private static func visibleModules(in result: Tool.Result) -> [String] {
        let lines = (result.text + result.errors).split(separator: "\n").map(String.init)
        guard let start = lines.firstIndex(of: list) else { return [] }
        return Array(lines[(start + 1)...])
    }

    static func unknown(_ module: String, among visible: some Sequence<String>) -> SeamError {
        let names = visible.filter { !$0.hasPrefix("_") || module.hasPrefix("_") }
        let hint = closest(to: module, among: names).map { "; did you mean \($0)?" } ?? ""
        return SeamError("there is no module named \(module)\(hint)")
    }

    /// The modules whose declarations a client of this module sees too, because of its `@_exported import`s.
    func reexports(of module: String) throws -> [String] {
        let place = try TemporaryDirectory()
        let file = place.path + "/dump.json"
        let arguments = ["-dump-sdk", "-module", module, "-o", file] + search.arguments(toolchain)
        let result = try toolchain.tool("swift-api-digester").run(arguments)
        guard let data = FileManager.default.contents(atPath: file),
            let dump = try? JSONDecoder().decode(Dump.self, from: data)
        else {
            throw SeamError("the compiler can't tell what \(module) exports again: \(result.firstError)")
        }
        let exported = (dump.ABIRoot.children ?? []).filter {
            $0.declKind == "Import" && $0.declAttributes?.contains("Exported") == true
        }
        // Of a Clang module's submodule, the whole module is named.
        let names = exported.map { String($0.name.prefix { $0 != "." }) }
        return names.indices.filter { names[$0] != module && names.firstIndex(of: names[$0]) == $0 }.map {
            names[$0]
        }
    }

    /// As much of the digester's dump as says what is imported.
    private struct Dump: Decodable {
        struct Root: Decodable {
            var children: [Child]?
        }

        struct Child: Decodable {
            var name: String
            var declKind: String?
            var declAttributes: [String]?
        }

        var ABIRoot: Root
    }
}
