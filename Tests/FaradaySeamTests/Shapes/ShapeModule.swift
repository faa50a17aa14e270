import Foundation
import Testing

@testable import FaradaySeam

/// A module that nobody has seen, made of a few lines of Swift.
struct ShapeModule: Sendable, CustomTestStringConvertible {
    let name: String
    /// In which the module itself is compiled.
    let languageMode: String
    let source: String

    var testDescription: String { name }

    static let all = [members, names, wrapped, isolation, values, protocols, functions, edges, vendor]
}

/// The modules, compiled once for all tests, and what `faraday seam` makes of them.
enum Shapes {
    private static let compiled = Result { try Bench() }

    static func bench() throws -> Bench { try compiled.get() }

    /// Where the modules are, and their symbol graphs.
    struct Bench {
        let directory = try! TemporaryDirectory()
        let toolchain: Toolchain
        private(set) var graphs: [String: SymbolGraph] = [:]

        init() throws {
            toolchain = try Machine.toolchain()
            let modules = ShapeModule.all + [.clash]
            let results = Parallel.map(modules) { [self] module in
                Result {
                    try compile(module)
                    let extractor = Extractor(toolchain: toolchain, search: search)
                    return try extractor.extraction(of: module.name).graph
                }
            }
            for (module, result) in zip(modules, results) { graphs[module.name] = try result.get() }
        }

        var search: ModuleSearch { ModuleSearch(includes: [directory.path]) }

        /// Makes the module's interface and its object file, for programs that run.
        private func compile(_ module: ShapeModule) throws {
            let path = "\(directory.path)/\(module.name)"
            let file = try directory.write(module.source, to: "\(module.name).swift")
            var arguments = [
                "-c", "-wmo", "-parse-as-library", "-module-name", module.name, file, "-o", path + ".o",
            ]
            arguments += ["-emit-module", "-emit-module-path", path + ".swiftmodule"]
            arguments += ["-swift-version", module.languageMode, "-I", directory.path]
            let result = try toolchain.swiftc.run(arguments)
            guard result.status == 0 else { throw SeamError(result.errors) }
        }

        func graph(_ module: ShapeModule) throws -> SymbolGraph { try #require(graphs[module.name]) }

        /// Runs the generator.
        func seam(
            _ module: ShapeModule, _ configure: (inout SeamRequest) -> Void = { _ in }
        ) throws -> Seam.Outcome {
            var request = SeamRequest(module: module.name)
            configure(&request)
            return try Seam(
                toolchain: toolchain, search: search, interface: Interface(try graph(module)),
                request: request, command: "faraday seam --module \(module.name)"
            ).run()
        }

        /// What the compiler says about generated files in an older language mode.
        func diagnostics(_ files: [GeneratedFile]) throws -> [Diagnostic] {
            var check = TypeCheck(toolchain: toolchain, search: search)
            check.languageMode = "5"
            check.checksFlow = false
            return try check.diagnostics(Dictionary(files.map { ($0.name, $0.text) }) { first, _ in first })
        }

        /// Builds a program of these sources and the modules.
        func program(_ sources: [String: String]) throws -> String {
            let place = try directory.directory("Program")
            let files = try sources.map { try directory.write($1, to: "Program/\($0)") }.sorted()
            let objects = ShapeModule.all.map { "\(directory.path)/\($0.name).o" }
            let result = try toolchain.swiftc.run(
                files + objects + [
                    "-wmo", "-module-name", "Program", "-swift-version", "5", "-I", directory.path,
                    "-o", place + "/program",
                ])
            guard result.status == 0 else { throw SeamError(result.errors) }
            return place + "/program"
        }
    }
}

/// Work on as many threads as there are processors.
enum Parallel {
    static func map<Element, Value>(_ elements: [Element], _ body: @escaping (Element) -> Value) -> [Value] {
        nonisolated(unsafe) let (elements, body) = (elements, body)
        nonisolated(unsafe) var values = [Value?](repeating: nil, count: elements.count)
        let lock = NSLock()
        DispatchQueue.concurrentPerform(iterations: elements.count) { index in
            let value = body(elements[index])
            lock.withLock { values[index] = value }
        }
        return values.compactMap { $0 }
    }
}
