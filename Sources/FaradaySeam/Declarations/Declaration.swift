/// A function, property, subscript or initialiser, taken apart.
struct Declaration: Hashable {
    enum Form: Hashable {
        case function
        case property
        case subscripting
        /// `init`, `init?` or `init!`: the mark is empty, `?` or `!`.
        case initializer(mark: String)
    }

    /// One parameter.
    struct Parameter: Hashable {
        /// What a caller writes in front of the argument; `nil` for `_`.
        var label: String?
        /// The name inside; never empty.
        var name: String
        /// `inout`, `isolated`, `consuming`, `borrowing`, `sending`, `@escaping`, `@autoclosure`, `@Sendable`, ...
        /// `@Sendable` and global actors in front of a closure's type are its own attributes, see `FunctionType`.
        var specifiers: [String] = []
        var type: TypeExpression
        var isVariadic = false
        /// The expression after `=`, as the module has it.
        var defaultValue: String?
    }

    /// With the `@`, and with what stands in parentheses: `@MainActor`, `@discardableResult`, `@backDeployed(...)`.
    var attributes: [String] = []
    /// `static`, `class`, `mutating`, `nonisolated`, `override`, `weak`, `unowned(unsafe)`, ...
    var modifiers: [String] = []
    var form: Form
    /// The base name, with backticks where it needs them: `scan`, `init`, `subscript`, `` `default` ``.
    var name: String
    /// What stands between `<` and `>`, split at commas: `T`, `each T`, `T : Decodable`.
    var generics: [String] = []
    /// What stands after `where`, split at commas.
    var requirements: [String] = []
    var parameters: [Parameter] = []
    var effects = Effects()
    /// The type of a property, or what a function or subscript returns; `()` if nothing.
    var result: TypeExpression
    /// Whether a property or subscript can be set.
    var isSettable = false
}
