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
        /// In front of its name: a result builder or a property wrapper.
        var attributes: [String] = []
        /// What a caller writes in front of the argument; `nil` for `_`. With backticks where a declaration needs them; a call needs fewer, see
        /// ``Name/argument(_:)``.
        var label: String?
        /// The name inside, with backticks where it needs them; never empty, but `_` if the declaration gives none, see ``Declaration/naming()``.
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
    /// What stands between `<` and `>`, split at commas: `T`, `each T`, `T: Decodable`.
    var generics: [String] = []
    /// What stands after `where`, split at commas.
    var requirements: [String] = []
    var parameters: [Parameter] = []
    var effects = Effects()
    /// In front of the result: `sending`.
    var resultSpecifiers: [String] = []
    /// The type of a property, or what a function or subscript returns; `()` if nothing or for an initialiser.
    var result: TypeExpression
    /// Whether a property or subscript can be set.
    var isSettable = false
    /// Whether a property is a `let`.
    var isConstant = false
    /// Whether reading a property or subscript changes the value that has it.
    var hasMutatingGetter = false
    /// Whether setting a property or subscript leaves the value that has it as it is.
    var hasNonmutatingSetter = false
}
