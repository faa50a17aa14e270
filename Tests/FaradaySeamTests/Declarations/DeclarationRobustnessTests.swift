import Foundation
import RandomCases
import Testing

@testable import FaradaySeam

/// Whatever the fragments are, the parser throws an error about this one declaration or returns what it read; it never traps.
@Suite struct DeclarationRobustnessTests {
    static let declarations: [String] = [
        "@MainActor @discardableResult static func scan(for ids: [%String%] = [\"a, b\": 1], _ repeat: %Int% = #line) async throws -> %Int%?",
        "func f<T, each U : %P%, let N : %Int%>(_ x: repeat (each U).%E%, y: inout %A%.%B%<T, 4>...) where T : %P%, T == [N of %Int%], T : ~Copyable",
        "nonisolated(unsafe) weak var d: (any %P% & %Q%<%Int%>)? { mutating get async throws(%E%) nonmutating set }",
        "subscript<T>(a: %T%, b b: sending @escaping @isolated(any) (isolated %A%, %Int%...) async throws(%E%) -> sending T) -> [%K% : %V%] { get set }",
        "init?(@Builder x: @autoclosure @escaping () -> %Void% = { ($0, \"\\(\"x\")\") }(), _: nonisolated(nonsending) () -> ()) rethrows",
        "@available(*, deprecated, message: \"a)\") class func `default`(_ x: @convention(c) ((a: %A%, b: ()) -> some %P%)!, u: %X%.Type.Protocol)",
    ]

    private static let pieces = [
        "(", ")", "[", "]", "{", "}", "<", ">", ":", ",", "?", "!", ".", "...", "->", "=", "==", "&", "~",
        "@", "#", "\"", "\\(", "`", "/*",
        "//", "\n", " ", "_", "-", "any ", "some ", "each ", "repeat ", "async ", "throws ", "inout ",
        "func ", "where ", "get ", "set ", "of ",
        "sending ", "Type", "1", "\u{E9}", "\u{0}", "\u{1F600}", "escaping ", "nonisolated", "init", "var ",
    ]

    @Test(arguments: declarations) func aDeclarationIsReadBeforeItIsMutated(text: String) throws {
        _ = try Declaration.read(text)
    }

    @Test(arguments: declarations) func aMutatedDeclarationIsReadOrRefused(text: String) throws {
        var numbers = SeededNumbers(seed: 12)
        let original = Declaration.fragments(text)
        var read = 0
        for _ in 0..<3000 {
            var fragments = original
            for _ in 0...Int.random(in: 0...2, using: &numbers) { Self.mutate(&fragments, &numbers) }
            guard let declaration = try? Declaration.parse(fragments) else { continue }
            read += 1
            let printed = declaration.description
            let again = try Declaration.parse([Fragment(kind: "text", spelling: printed)])
            #expect(again.description == printed)
        }
        #expect(read > 100)
    }

    @Test(arguments: declarations) func aDeclarationThatIsCutIsReadOrRefused(text: String) {
        let characters = Array(text)
        for start in characters.indices {
            _ = try? Declaration.read(String(characters[start...]))
            _ = try? Declaration.read(String(characters[..<start]))
        }
    }

    private static func mutate(_ fragments: inout [Fragment], _ numbers: inout SeededNumbers) {
        guard let index = fragments.indices.randomElement(using: &numbers) else { return }
        var characters = Array(fragments[index].spelling)
        let place = Int.random(in: 0...characters.count, using: &numbers)
        switch Int.random(in: 0..<6, using: &numbers) {
        case 0: fragments.remove(at: index)
        case 1: fragments.insert(fragments.randomElement(using: &numbers) ?? fragments[index], at: index)
        case 2: fragments[index].kind = fragments[index].kind == "text" ? "typeIdentifier" : "text"
        case 3: fragments.removeLast(fragments.count - index)
        case 4 where place < characters.count:
            characters.remove(at: place)
            fragments[index].spelling = String(characters)
        default:
            characters.insert(contentsOf: pieces.randomElement(using: &numbers) ?? "", at: place)
            fragments[index].spelling = String(characters)
        }
    }

    @Test(arguments: [
        ("((((", ""), ("[", ""), ("A<", ""), ("any ", "P"), ("some ", "P"), ("repeat ", "T"), ("~", "T"),
        ("() -> ", "T"), ("T?", "?"), ("A", ".Type"),
        ("A & ", "A"), ("A.", "A"), ("@A<", "A"), ("@Sendable ", "A"), ("(inout ", "A"), ("Int = ", "{"),
        ("Int = \"", "\\(\""), ("/*", ""),
        ("(A, ", "B"), ("[A : ", "B"), ("throws(", "A"), ("() throws(", "A"), ("Int = ", "#"), ("A", "!"),
        ("(A).B<", "C"),
    ])
    func whatIsRepeatedEndlesslyIsReadOrRefused(piece: String, end: String) async {
        let texts = [
            String(repeating: piece, count: 4000) + end, piece + String(repeating: end, count: 4000),
        ]
        await Self.onSmallStack {
            for text in texts {
                for start in ["var x: ", "func f(_ x: ", "func f() -> ", "func f<T>() where T == "] {
                    guard let declaration = try? Declaration.read(start + text) else { continue }
                    _ = declaration.description
                }
            }
        }
    }

    /// As deep as it may be, a type fits on the stack of a queue's thread on Apple's platforms: parsed, printed, mapped, compared.
    @Test(arguments: [
        ("(", ")"), ("[", "]"), ("A<", ">"), ("() -> ", ""), ("any ", ""), ("((", ") -> Void)"),
        ("(", ")????"), ("(a: Int, b: ", ")?"),
        ("@Sendable () throws(E) -> ", ""), ("A<(", ") -> Void>.Type"),
    ])
    func theDeepestTypeFitsOnASmallStack(opening: String, closing: String) async {
        await Self.onSmallStack {
            var deepest: TypeExpression?
            for depth in 1...DeclarationParser.deepest + 1 {
                let text =
                    String(repeating: opening, count: depth) + "Int"
                    + String(repeating: closing, count: depth)
                guard let type = try? TypeExpression.read(text) else { break }
                deepest = type
            }
            guard let deepest else {
                Issue.record("nothing was read")
                return
            }
            let copy = deepest.map { $0.description.isEmpty ? .tuple([]) : $0 }
            #expect(copy == deepest)
            #expect(copy.hashValue == deepest.hashValue)
            #expect(!copy.components.isEmpty)
        }
    }

    /// Runs `body` on a thread with half a megabyte of stack.
    private static func onSmallStack(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let thread = Thread {
                body()
                continuation.resume()
            }
            thread.stackSize = 512 * 1024
            thread.start()
        }
    }

    @Test(arguments: [
        (
            "func ==(a: Int) -> Bool",
            "a seam can't have the operator ==: func ==(a: Int) -> Bool"
        ),
        ("func \u{221A}(a: Int)", "a seam can't have the operator \u{221A}: func \u{221A}(a: Int)"),
        ("func f(a: Int", "expected ')' but found the end: func f(a: Int"),
        ("func f(a Int)\nthrows", "expected ':' but found ')': func f(a Int) throws"),
        ("func f() reasync", "a seam can't have 'reasync': func f() reasync"),
        ("var x: \"a", "a string is not closed: var x: \"a"),
        (
            "typealias X = Int",
            "expected 'func', 'var', 'let', 'subscript' or 'init' but found 'typealias': typealias X = Int"
        ),
        ("var x: Int { willSet }", "expected 'get' or 'set' but found 'willSet': var x: Int { willSet }"),
        ("func f() -> where", "expected a type but found 'where': func f() -> where"),
        ("", "expected 'func', 'var', 'let', 'subscript' or 'init' but found the end: "),
    ])
    func anErrorIsOneLineAboutTheDeclaration(text: String, message: String) {
        #expect(throws: DeclarationError.self) { try Declaration.read(text) }
        do { _ = try Declaration.read(text) } catch { #expect(error.description == message) }
    }
}
