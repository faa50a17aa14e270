import Foundation

/// One run: plans, writes, asks the compiler, and leaves out what it refuses.
struct Seam {
    let toolchain: Toolchain
    let search: ModuleSearch
    let interface: Interface
    let request: SeamRequest
    let command: String
    var testableModule: String?

    struct Outcome {
        var facades: [Facade]
        var files: [GeneratedFile]
        /// Types without a facade, and why.
        var leftOut: [Facade.Omission] = []
        /// What the compiler finds strange about the files.
        var warnings: [Diagnostic] = []
    }

    /// How often members may be left out before a run gives up: each round leaves out at least one.
    private static let mostRounds = 12

    func run() throws -> Outcome {
        var refusals = Refusals()
        for _ in 0..<Self.mostRounds {
            var planner = Planner(interface, request, refusals)
            let facades = try planner.plan()
            let files = Generator(
                interface: interface, request: request, facades: facades, command: command,
                testableModule: testableModule
            ).files()
            let diagnostics = try diagnostics(in: files)
            let errors = diagnostics.filter { $0.severity == .error }
            if errors.isEmpty {
                let leftOut = planner.leftOut + refusals.leftOut(interface)
                if facades.isEmpty, let first = leftOut.first {
                    throw SeamError("no facade can stand in front of \(first.title): \(first.reason)")
                }
                return Outcome(facades: facades, files: files, leftOut: leftOut, warnings: diagnostics)
            }
            if let missing = errors.first(where: { $0.message == "no such module '\(interface.module)'" }) {
                throw SeamError("what is generated can't be checked: \(missing.message); give -I or -F")
            }
            guard refusals.take(errors, files, facades) else {
                throw SeamError("what was generated does not compile: \(errors[0])")
            }
        }
        throw SeamError("the compiler still refuses members after \(Self.mostRounds) rounds")
    }

    private func diagnostics(in files: [GeneratedFile]) throws -> [Diagnostic] {
        let testable = testableModule.map { "@testable import \($0)\n" } ?? ""
        var sources: [String: String] = [:]
        for file in files {
            sources[file.name] =
                testable.isEmpty ? file.text : file.text.replacingOccurrences(of: testable, with: "\n")
        }
        // Errors in the flow of values show in a round of their own, once all types are right.
        var check = TypeCheck(toolchain: toolchain, search: search)
        check.straight = Set(files.filter(\.isStraight).map(\.name))
        return try check.diagnostics(sources)
    }
}
