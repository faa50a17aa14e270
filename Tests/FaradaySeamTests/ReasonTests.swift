import Testing

@testable import FaradaySeam

/// Why something is left out is said in words that need no knowledge of the tool.
@Suite struct ReasonTests {
    @Test(arguments: [
        (
            "let sqlite3_version: _", "has a type that Swift has no name for: let sqlite3_version: _"
        ),
        ("func f(a: Int", "is declared in a way that this tool can't read: func f(a: Int"),
        ("func + (a: Int, b: Int) -> Int", "is an operator"),
    ])
    func ofADeclaration(_ text: String, _ reason: String) {
        let error = #expect(throws: DeclarationError.self) {
            _ = try Declaration.parse([Fragment(kind: "text", spelling: text)])
        }
        #expect(error?.reasonForUsers == reason)
    }

    @Test(arguments: [
        (
            "invalid redeclaration of 'heldObject'",
            "has the name of something that the generated code needs itself; --rename gives another"
        ),
        (
            "a C function pointer can only be formed from a reference to a 'func' or a literal closure",
            "takes a function of C that takes or returns facades, which no facade can make"
        ),
        (
            "cannot find type 'X' in scope",
            "names the type X, which is not in sight where the module is imported"
        ),
    ])
    func ofTheCompiler(_ message: String, _ reason: String) {
        #expect(RefusalWords.reason(message) == reason)
    }
}
