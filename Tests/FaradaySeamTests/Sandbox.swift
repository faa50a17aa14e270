import Foundation
import Testing

@testable import FaradaySeam

/// What tests that run the compiler share: the toolchain, found once.
enum Machine {
    private static let found = Result { try Toolchain.find() }

    static func toolchain() throws -> Toolchain { try found.get() }
}

/// A directory with modules made of small sources.
struct Sandbox {
    let directory: TemporaryDirectory
    let toolchain: Toolchain

    init() throws {
        directory = try TemporaryDirectory()
        toolchain = try Machine.toolchain()
    }

    var search: ModuleSearch { ModuleSearch(includes: [directory.path]) }

    /// Compiles a module that later ones, and the tools under test, can import.
    func module(_ name: String, _ source: String) throws {
        let file = try directory.write(source, to: "\(name).swift")
        let arguments = [
            "-frontend", "-emit-module", "-o", "\(directory.path)/\(name).swiftmodule", file, "-module-name",
            name,
            "-parse-as-library", "-swift-version", "5",
        ]
        let result = try toolchain.swiftc.run(arguments + search.arguments(toolchain))
        try #require(result.status == 0, "\(result.errors)")
    }
}

extension TemporaryDirectory {
    /// Writes a script that can be started, and returns its path.
    ///
    /// A shell writes it, so that this process never has it open for writing. The system starts no program that is open for
    /// writing anywhere (ETXTBSY), and a child that another test starts just then has what this process has open, until the
    /// child becomes another program: on a busy machine that takes long.
    func program(_ text: String, to name: String) throws -> String {
        let file = "\(path)/\(name)"
        let written = try Tool(path: "/bin/sh").run(
            ["-c", #"cat >"$0" && chmod 755 "$0""#, file], input: text)
        try #require(written.status == 0, "\(written.errors)")
        return file
    }
}

/// The line of a `SeamError` that the body throws.
func message(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return (error as? SeamError)?.message ?? "another error: \(error)"
    }
}
