import Testing

@testable import FaradaySeam

/// Declarations and types in the usual style.
@Suite struct DeclarationPrintingTests {
    @Test(arguments: [
        (
            "func f<T, each U>(_ x: T, y: repeat each U) where T : P, T.E == [Int], repeat each U : P",
            "func f<T, each U>(_ x: T, y: repeat each U) where T: P, T.E == [Int], repeat each U: P"
        ),
        (
            "func f<T : ~Copyable & P, let N : Int>(_ x: borrowing T)",
            "func f<T: ~Copyable & P, let N: Int>(_ x: borrowing T)"
        ),
        ("func f() -> some P & Sendable\n", "func f() -> some P & Sendable"),
        ("func f() async throws(MyError) -> sending Int", "func f() async throws(MyError) -> sending Int"),
        ("func f(_ body: () throws -> Void) rethrows -> ()", "func f(_ body: () throws -> Void) rethrows"),
        (
            "func default(_ repeat: Int, var: Int, extension x: Int)",
            "func `default`(_ `repeat`: Int, `var`: Int, extension x: Int)"
        ),
        ("func `raw name`(`a b` `1`: Int)", "func `raw name`(`a b` `1`: Int)"),
        ("convenience init?<T>(x: T) throws where T : P", "convenience init?<T>(x: T) throws where T: P"),
        ("init!(x: Int)", "init!(x: Int)"),
        ("weak var d: (any D)? { get set }", "weak var d: (any D)? { get set }"),
        ("static let shared: Thing", "static var shared: Thing { get }"),
        ("var a: [String : Any]!", "var a: [String: Any]! { get set }"),
        (
            "@preconcurrency subscript<T>(_: T.Type) -> T.Value? where T : K { get nonmutating set }",
            "@preconcurrency subscript<T>(_: T.Type) -> T.Value? where T: K { get nonmutating set }"
        ),
        ("optional func f(_ x: Int)", "optional func f(_ x: Int)"),
    ])
    func aDeclarationIsPrinted(text: String, printed: String) throws {
        #expect(try Declaration.read(text).description == printed)
    }

    @Test(arguments: [
        "Int", "Result<Int, any Error>", "T.Element", "Self", "()", "[Int]", "[String: [Int?]]", "Int??",
        "Int!", "any P", "any P & Q<Int>",
        "(any P)?", "some P<Int>", "any P.Type", "(any P).Type", "any ~Copyable",
        "(a: Int, b: (c: Int, Int))", "(Int) -> Void",
        "@convention(c) (Int) -> Void", "(inout T) throws(E) -> R", "(Int...) -> Void", "((Int) -> Void)?",
        "() -> () -> Int",
        "@Sendable (Int) async throws -> @MainActor () -> Void", "(repeat each T)",
        "Box<repeat (each T).Output, Int>", "(Int)",
        "repeat (each T) -> Void", "InlineArray<4, Int>", "InlineArray<-1, Int>", "Owner.`Type`",
        "(isolated A, sending B) -> sending C",
        "[any P]", "O<repeat each S>.N", "any (P & Q).Type", "(() -> Void).Type", "Any.Type",
    ])
    func aTypeIsPrintedAsItStands(text: String) throws {
        #expect(try TypeExpression.read(text).description == text)
    }

    @Test(arguments: [
        ("[4 of Int]", "InlineArray<4, Int>"), ("[N of [2 of Int]]", "InlineArray<N, InlineArray<2, Int>>"),
        ("(_ count: Int, _ done: inout Bool) -> Void", "(Int, inout Bool) -> Void"),
    ])
    func aTypeIsPrintedInItsLongerForm(text: String, printed: String) throws {
        #expect(try TypeExpression.read(text).description == printed)
    }

    /// Where one type replaces another, it gets the parentheses that it needs.
    @Test(arguments: [
        ("X?", "(any P)?"), ("X.Type", "(any P).Type"), ("[X]", "[any P]"), ("any X", "any P"),
        ("(X, Int)", "(any P, Int)"),
        ("(X) -> X", "(any P) -> any P"), ("Result<X, E>", "Result<any P, E>"),
        ("[X: X?]", "[any P: (any P)?]"), ("(X)?", "(any P)?"),
    ])
    func aReplacedTypeGetsParentheses(text: String, printed: String) throws {
        let new = TypeExpression.any(.named([.init(name: "P")]))
        let old = try TypeExpression.read("X")
        #expect(try TypeExpression.read(text).map { $0 == old ? new : $0 }.description == printed)
    }

    @Test func aMapGoesFromTheInsideOut() throws {
        var seen: [String] = []
        let type = try TypeExpression.read("(A?, inout B) throws(C) -> [D: E<F>]")
        _ = type.map { part in
            seen.append(part.description)
            return part
        }
        #expect(seen == ["A", "A?", "B", "C", "D", "F", "E<F>", "[D: E<F>]", type.description])
        var visited: [TypeExpression] = []
        type.visit { visited.append($0) }
        #expect(Set(visited.map(\.description)) == Set(seen))
        #expect(visited.first == type)
    }

    @Test func aDeclarationsTypesAreReplaced() throws {
        let declaration = try Declaration.read("func f(_ x: A, y: [A]) throws(A) -> (A) -> B")
        let mapped = declaration.mapTypes { $0.description == "A" ? .named([.init(name: "Z")]) : $0 }
        #expect(mapped.description == "func f(_ x: Z, y: [Z]) throws(Z) -> (Z) -> B")
        #expect(declaration.types.map(\.description) == ["A", "[A]", "A", "(A) -> B"])
    }

    @Test func aNameGetsBackticksWhereItNeedsThem() {
        #expect(
            ["default", "`default`", "self", "a b", "get", "_", "\u{E9}"].map(Name.escaped) == [
                "`default`", "`default`", "`self`", "`a b`", "get", "_", "\u{E9}",
            ])
        #expect(
            ["default", "`default`", "self", "init", "Type", "`a b`"].map(Name.member) == [
                "default", "default", "`self`", "`init`", "`Type`", "`a b`",
            ])
        #expect(
            ["default", "`in`", "inout", "`var`", "1"].map(Name.label) == [
                "default", "in", "`inout`", "`var`", "`1`",
            ])
    }
}
