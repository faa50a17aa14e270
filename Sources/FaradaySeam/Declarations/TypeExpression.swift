/// A type as a declaration spells it.
indirect enum TypeExpression: Hashable {
    /// `URLSession.AuthChallengeDisposition`, `Result<Int, any Error>`, `T.Element`, `Self`, `Any`.
    case named([Component])
    case optional(TypeExpression)
    /// `T!`
    case unwrapped(TypeExpression)
    case array(TypeExpression)
    case dictionary(TypeExpression, TypeExpression)
    /// A tuple; without elements it is `()`.
    case tuple([Element])
    case function(FunctionType)
    case any(TypeExpression)
    case some(TypeExpression)
    /// `P & Q`
    case composition([TypeExpression])
    /// `T.Type`, or `P.Protocol`.
    case metatype(TypeExpression, String)
    /// A type within one that isn't a name: `(each T).Output`.
    case member(TypeExpression, Component)
    /// `~Copyable`
    case inverse(TypeExpression)
    /// `repeat each T`, `each T`: the keyword and its pattern.
    case pack(String, TypeExpression)
    /// `(T)`
    case parenthesized(TypeExpression)

    /// One name of a qualified name; or, among the arguments of a generic type, a number.
    struct Component: Hashable {
        var name: String
        /// The symbol for which the name stands, if the graph says so.
        var symbol: String?
        var arguments: [TypeExpression] = []
    }

    /// An element of a tuple type.
    struct Element: Hashable {
        var label: String?
        var type: TypeExpression
    }
}

/// The type of a closure.
struct FunctionType: Hashable {
    struct Parameter: Hashable {
        /// `inout`, `isolated`, `sending`, `@escaping`, `@autoclosure`, ... in the order in which they stand.
        var specifiers: [String] = []
        var type: TypeExpression
        var isVariadic = false
    }

    /// `@Sendable`, `@MainActor`, `@convention(c)`, `nonisolated(nonsending)`, ... in front of the parameters.
    var attributes: [String] = []
    var parameters: [Parameter] = []
    var effects = Effects()
    /// In front of the result: `sending`.
    var resultSpecifiers: [String] = []
    var result: TypeExpression
}

/// What calling does besides returning a value.
struct Effects: Hashable {
    enum Throwing: Hashable {
        case never
        case rethrowing
        case any
        case typed(TypeExpression)
    }

    var isAsync = false
    var throwing = Throwing.never
}
