import Foundation

/// One run: plans, writes, asks the compiler, and leaves out what it refuses.
struct Seam {
    let toolchain: Toolchain
    let search: ModuleSearch
    let interface: Interface
    let request: SeamRequest
    let command: String
    var testableModule: String?
    /// Called with a line for the terminal.
    var progress: (String) -> Void = { _ in }

    struct Outcome {
        var facades: [Facade]
        var files: [GeneratedFile]
    }

    /// How often members may be left out before a run gives up: each round leaves out at least one.
    private static let mostRounds = 12

    func run() throws -> Outcome {
        var refused: [String: String] = [:]
        var refusedTypes: [String: String] = [:]
        for _ in 0..<Self.mostRounds {
            var planner = Planner(interface, request, refused: refused, refusedTypes: refusedTypes)
            let facades = try planner.plan()
            let files = Generator(
                interface: interface, request: request, facades: facades, command: command,
                testableModule: testableModule
            ).files()
            let errors = try self.errors(in: files)
            if errors.isEmpty { return Outcome(facades: facades, files: files) }
            var found = 0
            for error in errors {
                let file = files.first { $0.name == error.file }
                if let symbol = file?.owners[error.line] {
                    if refused.updateValue(error.message, forKey: symbol) == nil { found += 1 }
                } else if let type = file?.facade {
                    if refusedTypes.updateValue(error.message, forKey: type) == nil { found += 1 }
                }
            }
            if ProcessInfo.processInfo.environment["SEAM_DEBUG"] != nil { for error in errors { let file = files.first { $0.name == error.file }; print(error, file?.owners[error.line] ?? "-", file.map { $0.text.split(separator: "\n", omittingEmptySubsequences: false)[error.line - 1] } ?? "") } }
            if found == 0 { throw SeamError("what was generated does not compile: \(errors[0])") }
            progress("leaves out \(found) that the compiler refuses")
        }
        throw SeamError("the compiler still refuses members after \(Self.mostRounds) rounds")
    }

    private func errors(in files: [GeneratedFile]) throws -> [Diagnostic] {
        let testable = testableModule.map { "@testable import \($0)\n" } ?? ""
        var sources: [String: String] = [:]
        for file in files {
            sources[file.name] = testable.isEmpty ? file.text : file.text.replacingOccurrences(of: testable, with: "\n")
        }
        return try TypeCheck(toolchain: toolchain, search: search).diagnostics(sources).filter { $0.severity == .error }
    }
}
