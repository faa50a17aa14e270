@testable import FaradaySeam

/// A run of the generator, and all that it may leave out: the member, and why.
struct ShapeRun: CustomStringConvertible {
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

    /// What was made, and what the compiler says about it in language modes 5 and 6.
    struct Made {
        var files: [GeneratedFile] = []
        var leftOut: [String: String] = [:]
        var words: [String] = []
    }

    /// All runs, once for all tests.
    static let made = Result {
        let bench = try Shapes.bench()
        return Parallel.map(all) { run in Result { try run.make(bench) } }
    }

    private func make(_ bench: Shapes.Bench) throws -> Made {
        let outcome = try bench.seam(module) { request in
            request.types = types
            request.wantsFunctions = functions
            request.isPublic = isPublic
            request.delegateStyle = delegates
        }
        var made = Made(files: outcome.files)
        for omission in outcome.leftOut { made.leftOut[omission.title] = omission.reason }
        for facade in outcome.facades {
            for omission in facade.omissions {
                made.leftOut["\(facade.realName).\(omission.title)"] = omission.reason
            }
        }
        made.words = (outcome.warnings + (try bench.diagnostics(outcome.files))).map(\.description)
        return made
    }
}

extension ShapeRun {
    static let all = [
        ShapeRun(module: .members, leftOut: members),
        ShapeRun(
            module: .names,
            leftOut: [
                "Names.heldObject":
                    "has the name of something that the generated code needs itself; --rename gives another"
            ]),
        ShapeRun(module: .wrapped),
        ShapeRun(
            module: .wrapped, delegates: .async,
            leftOut: [
                "Engine.EngineDelegate.engine(_:shouldStop:)":
                    "wants an answer, which an event can't give: it is false",
                "Pump.PumpDelegate.limit": "wants an answer, which an event can't give: it is 0",
                "Robot.events()":
                    "the delegate has to answer robot(_:wants:), which no reader of a stream can",
            ]),
        ShapeRun(module: .isolation, isPublic: true),
        ShapeRun(module: .values, leftOut: values),
        ShapeRun(
            module: .values, types: ["Counter", "Light", "Settings", "Generic"],
            leftOut: [
                "Counter.+(_:_:)": "is an operator",
                "Generic.init(_:)": "is called on a generic type, whose arguments a factory doesn't know",
            ]),
        ShapeRun(module: .protocols, leftOut: protocols),
        ShapeRun(
            module: .functions, functions: true,
            leftOut: [
                "Functions.ancient()": "is deprecated",
                "Functions.<+>(_:_:)": "is an operator",
            ]),
        ShapeRun(module: .edges),
        ShapeRun(module: .edges, types: ["Query"]),
        ShapeRun(module: .vendor, functions: true),
    ]

    private static let members = [
        "Box.subscript(many:)": "is a subscript with a variadic list, which Swift can't pass on",
        "Box.pack(_:)": "has a parameter pack",
        "Box.returnsNever()": "never returns, so no test double can answer it",
        "Box.==(_:_:)": "is an operator",
        "Box.+(_:_:)": "is an operator",
        "Box.old()": "is deprecated",
    ]

    private static let values: [String: String] = {
        let generic = "is called on a generic type, whose arguments a factory doesn't know"
        let superclass = "is of the generic class Cache, and the symbol graph doesn't say what its "
        let copyable = "has to do with Token, which can't be copied"
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
}
