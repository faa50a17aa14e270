#if os(macOS) || os(Linux)
import Foundation

/// What the compiler says the public interface of a module is.
struct SymbolGraph: Decodable, Sendable {
    let symbols: [Symbol]
    let relationships: [Relationship]

    struct Symbol: Decodable, Sendable {
        let identifier: Identifier
        let pathComponents: [String]
        let kind: Kind
        let declarationFragments: [Fragment]
        let availability: [Availability]?
        let docComment: Comment?
        let accessLevel: String
        let location: Location?

        var path: String { pathComponents.joined(separator: ".") }
        var declaration: String { declarationFragments.map(\.spelling).joined() }
        /// `Sources/Target/File.swift`.
        var file: String { "Sources/" + (location?.uri.components(separatedBy: "/Sources/").last ?? "") }
        var place: String { "\(file):\((location?.position.line ?? 0) + 1)" }
        /// Whether somebody wrote it and said nothing about it. The compiler makes names too: `init(rawValue:)` of an
        /// enum, what stands behind a `@TaskLocal`.
        var isSilent: Bool { location != nil && !isGiven && !hasSentence }
        /// Whether the comment begins with a sentence. A witness has that of its requirement if it has none itself.
        var hasSentence: Bool {
            let lines = (docComment?.lines ?? []).map { $0.text.trimmingCharacters(in: .whitespaces) }
            let first = lines.prefix { !$0.isEmpty }.joined(separator: " ")
            return first.contains(" ") && [".", ":", "?"].contains(first.last)
        }
        /// A member that a protocol of the standard library or Foundation gives to its adopters.
        var isGiven: Bool { identifier.precise.contains("::SYNTHESIZED::") }
    }
    /// What stands above a declaration.
    struct Comment: Decodable, Sendable {
        let lines: [Line]
        struct Line: Decodable, Sendable { let text: String }
    }
    /// Where a declaration stands; its line counts from 0.
    struct Location: Decodable, Sendable {
        let uri: String
        let position: Position
        struct Position: Decodable, Sendable { let line: Int }
    }
    struct Identifier: Decodable, Sendable { let precise: String }
    struct Kind: Decodable, Sendable { let identifier: String }
    struct Fragment: Decodable, Sendable {
        let spelling: String
        let preciseIdentifier: String?
    }
    struct Version: Decodable, Sendable {
        let major: Int
        let minor: Int?
        var text: String { "\(major).\(minor ?? 0)" }
    }
    struct Availability: Decodable, Sendable {
        let domain: String?
        let introduced: Version?
        let deprecated: Version?
        let isUnconditionallyUnavailable: Bool?
        let message: String?
    }
    struct Relationship: Decodable, Sendable {
        let kind: String
        let source: String
        let target: String
        let targetFallback: String?
        /// `NSObject`, whichever module it comes from.
        var targetName: String {
            (targetFallback ?? target).split(separator: ".").last.map(String.init) ?? ""
        }
    }

    /// Extracts the graph of a module that this test was built with.
    static func extract(_ module: String = "FaradayCoreBluetooth") throws -> SymbolGraph {
        guard let graph = try extractAll(module)[module] else {
            throw Toolchain.NotFound(description: "no symbol graph of \(module)")
        }
        return graph
    }

    /// The graphs of a module by the module whose types they are about: its own, and those of modules that it extends.
    static func extractAll(_ module: String) throws -> [String: SymbolGraph] {
        let output = FileManager.default.temporaryDirectory
            .appendingPathComponent("faraday-parity-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: output) }
        let modules = try Toolchain.modules(of: module)
        var arguments = [
            "-module-name", module, "-I", modules.path, "-target", try Toolchain.target(),
            "-minimum-access-level", "public", "-output-dir", output.path,
        ]
        arguments += try Toolchain.moduleMaps(beside: modules)
        if let sdk = try Toolchain.sdk() { arguments += ["-sdk", sdk] }
        _ = try Toolchain.run(Toolchain.symbolGraphExtract(), arguments)
        var graphs: [String: SymbolGraph] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: output, includingPropertiesForKeys: nil) {
            let name = file.lastPathComponent.replacingOccurrences(of: ".symbols.json", with: "")
            let extended = name.split(separator: "@").last.map(String.init) ?? name
            graphs[extended] = try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file))
        }
        return graphs
    }
}
#endif
