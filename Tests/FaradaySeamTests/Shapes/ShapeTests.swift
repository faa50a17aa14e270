import Testing

@testable import FaradaySeam

/// What is generated for modules that nobody has seen compiles without a word of the compiler, and leaves out only what it can't have.
@Suite struct ShapeTests {
    /// A run of the generator, and all that it may leave out: the member, and why.
    struct Run: CustomStringConvertible {
        let module: ShapeModule
        var types: [String] = []
        var functions = false
        var isPublic = false
        var delegates = SeamRequest.DelegateStyle.protocol
        var leftOut: [String: String] = [:]

        var description: String {
            ([module.name] + types + (isPublic ? ["public"] : []) + (delegates == .async ? ["events"] : []))
                .joined(separator: " ")
        }
    }

    static let runs = [
        Run(module: .members, leftOut: members),
        Run(
            module: .names,
            leftOut: ["Names.heldObject": "the compiler refuses it: invalid redeclaration of 'heldObject'"]),
        Run(module: .wrapped),
        Run(
            module: .wrapped, delegates: .async,
            leftOut: [
                "Engine.EngineDelegate.engine(_:shouldStop:)":
                    "wants an answer, which an event can't give: it is false",
                "Robot.events()":
                    "the delegate has to answer robot(_:wants:), which no reader of a stream can",
            ]),
        Run(module: .isolation, isPublic: true),
        Run(module: .values, leftOut: values),
        Run(
            module: .values, types: ["Counter", "Light", "Settings", "Generic"],
            leftOut: [
                "Counter.+(_:_:)": "is an operator",
                "Generic.init(_:)": "is called on a generic type, whose arguments a factory doesn't know",
            ]),
        Run(module: .protocols, leftOut: protocols),
        Run(
            module: .functions, functions: true,
            leftOut: [
                "Functions.ancient()": "is deprecated",
                "Functions.<+>(_:_:)": "is an operator",
                "Functions.opaque()": "returns an opaque type, which a protocol can't name",
            ]),
        Run(module: .vendor, functions: true),
    ]

    private static let members = [
        "Box.subscript(many:)": "is a subscript with a variadic list, which Swift can't pass on",
        "Box.opaque()": "returns an opaque type, which a protocol can't name",
        "Box.pack(_:)": "has a parameter pack",
        "Box.returnsNever()": "never returns, so no test double can answer it",
        "Box.==(_:_:)": "is an operator",
        "Box.+(_:_:)": "is an operator",
        "Box.old()": "is deprecated",
    ]

    private static let values: [String: String] = {
        let generic = "is called on a generic type, whose arguments a factory doesn't know"
        let superclass = "is of the generic class Cache, and the symbol graph doesn't say what its "
        let copyable = "the compiler refuses it: type 'Token' does not conform to protocol 'Copyable'"
        return [
            "Cache.init()": generic, "Cache.make()": generic,
            "Cache.has(_:)": "exists only where Value: Equatable, which a protocol can't say",
            "StringCache.all": superclass + "Key is",
            "StringCache.subscript(_:)": superclass + "Key is",
            "StringCache.map(_:)": superclass + "Value is",
            "StringCache.make()": superclass + "Key is",
            "StringCache.merge(_:)": superclass + "Key is",
            "StringCache.has(_:)":
                "exists only where Key: Hashable, Value: Equatable, which a protocol can't say",
            "Uses.stale": "is deprecated",
            "Vault.take(_:)": copyable, "Vault.look(_:)": copyable, "Vault.issue(_:)": copyable,
        ]
    }()

    private static let protocols = [
        "Sequencing": "it refines Sequence, whose members a spy does not have",
        "Comparing": "it refines Comparable, whose members a spy does not have",
        "Coded": "it refines Decodable, whose members a spy does not have",
        "Ops": "it requires the operator +, which a spy can't record",
        "WithSuper": "only subclasses of Base can conform to it",
    ]

    /// What was made, and what the compiler says about it in language modes 5 and 6.
    private struct Made {
        var leftOut: [String: String] = [:]
        var words: [String] = []
    }

    private static let made = Result {
        let bench = try Shapes.bench()
        return Parallel.map(runs) { run in Result { try make(run, bench) } }
    }

    private static func make(_ run: Run, _ bench: Shapes.Bench) throws -> Made {
        let outcome = try bench.seam(run.module) { request in
            request.types = run.types
            request.wantsFunctions = run.functions
            request.isPublic = run.isPublic
            request.delegateStyle = run.delegates
        }
        var made = Made()
        for omission in outcome.leftOut { made.leftOut[omission.title] = omission.reason }
        for facade in outcome.facades {
            for omission in facade.omissions {
                made.leftOut["\(facade.realName).\(omission.title)"] = omission.reason
            }
        }
        made.words = (outcome.warnings + (try bench.diagnostics(outcome.files))).map(\.description)
        return made
    }

    @Test(arguments: runs.indices) func everythingIsThereAndCompiles(index: Int) throws {
        let run = Self.runs[index]
        let made = try Self.made.get()[index].get()
        #expect(made.leftOut == run.leftOut, "\(run)")
        #expect(made.words == [], "\(run)")
    }
}
