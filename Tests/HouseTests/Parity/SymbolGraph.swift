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

        var path: String { pathComponents.joined(separator: ".") }
        var declaration: String { declarationFragments.map(\.spelling).joined() }
        /// A member that a protocol of the standard library or Foundation gives to its adopters.
        var isGiven: Bool { identifier.precise.contains("::SYNTHESIZED::") }
    }
    /// What stands above a declaration; its text is of no interest here.
    struct Comment: Decodable, Sendable {}
    struct Identifier: Decodable, Sendable { let precise: String }
    struct Kind: Decodable, Sendable { let identifier: String }
    struct Fragment: Decodable, Sendable { let spelling: String }
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

    /// Extracts the graph of the module that this test was built with.
    static func extract(_ module: String = "FaradayCoreBluetooth") throws -> SymbolGraph {
        let output = FileManager.default.temporaryDirectory
            .appendingPathComponent("faraday-parity-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: output) }
        let tool = try Toolchain.symbolGraphExtract()
        var arguments = [
            "-module-name", module, "-I", try Toolchain.modules(of: module).path,
            "-target", try Toolchain.target(), "-minimum-access-level", "public",
            "-output-dir", output.path,
        ]
        if let sdk = try Toolchain.sdk() { arguments += ["-sdk", sdk] }
        _ = try Toolchain.run(tool, arguments)
        let file = output.appendingPathComponent("\(module).symbols.json")
        return try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file))
    }
}
#endif
