import Testing

@testable import FaradaySeam

/// What can't be done is one line, and nothing is written.
@Suite struct ShapeErrorTests {
    struct Mistake: Sendable {
        let module: ShapeModule
        var types: [String] = []
        var name: String?
        var renames: [(String, String)] = []
        let line: String
    }

    static let mistakes = [
        Mistake(
            module: .wrapped, types: ["Engin"],
            line: "Wrapped has no public type 'Engin'; the nearest is 'Engine'"),
        Mistake(
            module: .wrapped, types: ["Engine", "engineprotocol"],
            line: "Wrapped has no public type 'engineprotocol'"),
        Mistake(
            module: .values, types: ["Outer.Iner"],
            line: "Values has no public type 'Outer.Iner'; the nearest is 'Outer.Inner'"),
        Mistake(
            module: .wrapped, types: ["Empty"],
            line: "Empty has nothing to wrap: no public method, property or initialiser"),
        Mistake(
            module: .values, types: ["Counter.Kind"],
            line: "Counter.Kind has nothing to wrap: no public method, property or initialiser"),
        Mistake(
            module: .protocols, types: ["Ops"],
            line: "no spy can stand in for Ops: it requires the operator +, which a spy can't record"),
        Mistake(
            module: .wrapped, types: ["Engine", "Part"], name: "Machine",
            line: "--protocol names one facade, and there would be several: Engine, Part; give one --type"),
        Mistake(
            module: .wrapped, types: ["EngineDelegate"], name: "Machine",
            line: "--protocol names a facade, and EngineDelegate is a protocol, which needs none"),
        Mistake(
            module: .wrapped, types: ["Engine"], name: "Part",
            line: "Wrapped has a type of its own that is named Part: give another --protocol"),
        Mistake(
            module: .wrapped, types: ["Engine"], name: "Result",
            line: "Swift has a type named Result: give another --protocol"),
        Mistake(
            module: .clash,
            line:
                "the facades of Outer.Inner and OuterInner would both be named OuterInnerProtocol: give one --type"
        ),
        Mistake(
            module: .wrapped, types: ["Engine"], renames: [("strt()", "go()")],
            line: "no facade has a member 'strt()' to rename; the nearest is 'start()'"),
        Mistake(
            module: .wrapped, types: ["Engine"], renames: [("start()", "finish()")],
            line: "'start()' can't be renamed: EngineProtocol has a 'finish()' already"),
        Mistake(
            module: .wrapped, types: ["Engine"], renames: [("start()", "go()"), ("finish()", "go()")],
            line: "'start()' can't be renamed: EngineProtocol has a 'go()' already"),
        Mistake(
            module: .wrapped, types: ["Engine"], renames: [("name", "delegate")],
            line: "'name' can't be renamed: EngineProtocol has a 'delegate' already"),
        Mistake(
            module: .members, types: ["Box"], renames: [("old()", "new()")],
            line: "'old()' is left out, so it can't be renamed: is deprecated"),
        Mistake(
            module: .members, types: ["Box"],
            renames: [("overloaded(_:)", "put(_:)"), ("sum(_:)", "put(_:)")],
            line: "'overloaded(_:)' can't be renamed: BoxProtocol has a 'put(_:)' already"),
    ]

    @Test(arguments: mistakes.indices) func aMistakeIsOneLine(index: Int) throws {
        let mistake = Self.mistakes[index]
        let interface = Interface(try Shapes.bench().graph(mistake.module))
        var request = SeamRequest(module: mistake.module.name, types: mistake.types)
        request.protocolName = mistake.name
        request.renames = mistake.renames.map { SeamRequest.Rename(old: $0.0, new: $0.1) }
        var planner = Planner(interface, request)
        let line = message { _ = try planner.plan() }
        #expect((line ?? "") == mistake.line)
    }

    /// Overloads of one name are renamed together; they still differ by their types.
    @Test func overloadsAreRenamedTogether() throws {
        let interface = Interface(try Shapes.bench().graph(.members))
        var request = SeamRequest(module: "Members", types: ["Box"])
        request.renames = [SeamRequest.Rename(old: "overloaded(_:)", new: "kind(of:)")]
        var planner = Planner(interface, request)
        let titles = try planner.plan()[0].members.map(\.facade.title)
        #expect(titles.filter { $0 == "kind(of:)" }.count == 3)
        #expect(!titles.contains("overloaded(_:)"))
    }

    /// What only the compiler finds out is told in the same way.
    @Test func aTypeThatTheCompilerRefusesIsOneLine() throws {
        let bench = try Shapes.bench()
        let line = message { _ = try bench.seam(.values) { $0.types = ["Token"] } }
        #expect(line == "no facade can stand in front of Token: it can't be copied")
    }

    @Test func anUnknownModuleHasANearestMatch() throws {
        let bench = try Shapes.bench()
        let extractor = Extractor(toolchain: bench.toolchain, search: bench.search)
        let line = message { _ = try extractor.extraction(of: "Wraped") }
        #expect(line == "there is no module named Wraped; did you mean Wrapped?")
    }
}
