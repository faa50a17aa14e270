/// Why a declaration could not be read. Only this one declaration is left out; the rest of the module is not affected.
struct DeclarationError: Error, Hashable, CustomStringConvertible {
    enum Problem: Error, Hashable {
        /// It declares an operator, and no facade has one.
        case `operator`(String)
        /// Something else stands where this was expected.
        case expected(String, found: String)
        /// It is valid Swift of a kind of which no facade can be made.
        case unsupported(String)
        /// A string, a comment or a bracket isn't closed.
        case unclosed(String)
        /// Types are nested more deeply than ``DeclarationParser/deepest``.
        case nestedTooDeeply
    }

    var problem: Problem
    /// The whole declaration, on one line.
    var declaration: String

    /// One line: what is wrong, and with which declaration.
    var description: String { "\(reason): \(declaration)" }

    /// Why a member is left out, for those who use it: of a declaration that can't be read, its words.
    var reasonForUsers: String {
        switch problem {
        case .operator: "is an operator"
        // A compiler's mark for a type of C that it could not import.
        case .expected(_, found: "'_'"): "has a type that Swift has no name for: \(declaration)"
        case .expected, .unclosed:
            "is declared in a way that this tool can't read: \(declaration)"
        case .unsupported(let what): "is declared with \(what), which a seam can't have"
        case .nestedTooDeeply: "has types within types, more deeply than this tool reads"
        }
    }

    /// What is wrong, without the declaration.
    var reason: String {
        switch problem {
        case .operator(let name): "a seam can't have the operator \(name)"
        case .expected(let expected, let found): "expected \(expected) but found \(found)"
        case .unsupported(let what): "a seam can't have \(what)"
        case .unclosed(let what): "\(what) is not closed"
        case .nestedTooDeeply: "its types are nested too deeply"
        }
    }
}
