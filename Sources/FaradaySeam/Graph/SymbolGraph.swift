/// A module's interface, as the compiler's symbol-graph extractor writes it.
struct SymbolGraph: Decodable {
    struct Module: Decodable {
        var name: String
    }

    var module: Module
    var symbols: [Symbol]
    var relationships: [Relationship]
}

/// One declaration of the interface.
struct Symbol: Decodable {
    struct Identifier: Decodable {
        var precise: String
    }

    struct Kind: Decodable {
        var identifier: String
    }

    struct Names: Decodable {
        var title: String
    }

    struct Availability: Decodable {
        struct Version: Decodable {
            var major: Int
            var minor: Int?
            var patch: Int?
        }

        var domain: String?
        var introduced: Version?
        var deprecated: Version?
        var obsoleted: Version?
        var message: String?
        var renamed: String?
        var isUnconditionallyDeprecated: Bool?
        var isUnconditionallyUnavailable: Bool?
    }

    struct Generics: Decodable {
        struct Parameter: Decodable {
            var name: String
            var depth: Int
        }

        struct Constraint: Decodable {
            var kind: String
            var lhs: String
            var rhs: String
        }

        var parameters: [Parameter]?
        var constraints: [Constraint]?
    }

    struct Extension: Decodable {
        var extendedModule: String
        var constraints: [Generics.Constraint]?
    }

    var identifier: Identifier
    var kind: Kind
    var names: Names
    var pathComponents: [String]
    var declarationFragments: [Fragment]
    var accessLevel: String
    var availability: [Availability]?
    var swiftGenerics: Generics?
    var swiftExtension: Extension?
    /// The whole name of a symbol with a function of C: `App.Database.each(@convention(c) (Swift.Int32) -> ()) -> ()`. It is not in the
    /// file: see `DemangledNames`.
    var demangledName: String?
}

/// A piece of a declaration's text; a type's name carries the symbol it stands for.
struct Fragment: Decodable, Hashable {
    var kind: String
    var spelling: String
    var preciseIdentifier: String?
}

/// How two declarations stand to each other: `memberOf`, `inheritsFrom`, `conformsTo`, `requirementOf`,
/// `optionalRequirementOf`, `defaultImplementationOf`, `overrides`.
struct Relationship: Decodable {
    var kind: String
    var source: String
    var target: String
    /// The target's name, where the target is in another module.
    var targetFallback: String?
}
