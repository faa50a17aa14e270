#if os(Linux)
import Foundation

@testable import FaradaySeam

/// What the toolchain's own tools say, asked when a test runs: symbol graphs of its modules, and complaints about a source.
enum ToolchainTools {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// The symbols of a module and of its extensions of other modules, or those of a graph in a file.
    static func symbols(of module: String) throws -> [Symbol] {
        if module.hasSuffix(".json") { return try symbols(at: URL(fileURLWithPath: module)) }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "graph-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let options = [
            "-module-name", module, "-target", try target(), "-output-dir", folder.path,
            "-minimum-access-level", "public",
        ]
        _ = try run("swift-symbolgraph-extract", options)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.sorted { $0.path < $1.path }.flatMap { try symbols(at: $0) }
    }

    private static func symbols(at file: URL) throws -> [Symbol] {
        try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file)).symbols
    }

    /// What the compiler says of a source; empty if nothing.
    static func complaints(about source: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "source-\(UUID().uuidString).swift")
        try source.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let said = try run("swiftc", ["-typecheck", "-swift-version", "6", file.path], mayFail: true)
        return String(decoding: said, as: UTF8.self)
    }

    /// The triple of the machine on which the tests run.
    private static func target() throws -> String {
        struct Information: Decodable {
            struct Target: Decodable { var unversionedTriple: String }
            var target: Target
        }
        return try JSONDecoder().decode(Information.self, from: run("swiftc", ["-print-target-info"])).target
            .unversionedTriple
    }

    /// Runs a tool of the toolchain whose `swiftc` is in the path, and returns what it prints.
    private static func run(_ tool: String, _ arguments: [String], mayFail: Bool = false) throws -> Data {
        let process = Process()
        process.executableURL = try toolchain().appendingPathComponent(tool)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        if mayFail { process.standardError = output }
        try process.run()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard mayFail || process.terminationStatus == 0 else { throw Failure(description: "\(tool) failed") }
        return printed
    }

    private static func toolchain() throws -> URL {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map {
            URL(fileURLWithPath: String($0))
        }
        let found = folders.first {
            FileManager.default.isExecutableFile(atPath: $0.appendingPathComponent("swiftc").path)
        }
        guard let found else { throw Failure(description: "swiftc is not in the path") }
        return found
    }
}
#endif
