import Testing

/// A generic type holds a closure in its most general form. Swift wraps the closure into that form each time it is put in, and
/// `withLock` takes it out and puts it in again: after a million accesses a call goes through a million layers. A closure that
/// is a property of a type is not wrapped, nor is one in an array.
@Suite struct ClosuresInLocksTests {
    /// A value that a lock guards, as a file says it.
    struct Guarded {
        let type: String
        let line: Int
    }

    /// The types in `Lock<…>` and `Mutex<…>`.
    static func guarded(in text: String) -> [Guarded] {
        guard text.contains("Lock<") || text.contains("Mutex<") else { return [] }
        let characters = Array(TypeSizes.code(of: text).joined(separator: "\n"))
        var found: [Guarded] = []
        var line = 1
        for (index, character) in characters.enumerated() {
            if character == "\n" { line += 1 }
            guard character == "<" else { continue }
            let name = characters[..<index].suffix(5)
            if name.elementsEqual("Mutex") || name.suffix(4).elementsEqual("Lock") {
                found.append(Guarded(type: argument(characters[(index + 1)...]), line: line))
            }
        }
        return found
    }

    /// What stands before the `>` that ends the list of types; an arrow ends nothing.
    private static func argument(_ rest: ArraySlice<Character>) -> String {
        var (type, depth) = ("", 0)
        for character in rest {
            if character == ">", type.last != "-" {
                if depth == 0 { break }
                depth -= 1
            }
            if character == "<" { depth += 1 }
            type.append(character)
        }
        return type
    }

    /// Whether a type is a closure, an optional one, or a tuple with one. `names` are other names of closures.
    static func isClosure(_ type: String, names: Set<String> = []) -> Bool {
        // What stands in brackets is an element of an array, or the argument of another type.
        var (outer, depth, last) = ("", 0, Character(" "))
        for character in type {
            if character == "[" || character == "<" { depth += 1 }
            if depth == 0 { outer.append(character) }
            if character == "]" || character == ">" && last != "-" { depth -= 1 }
            last = character
        }
        let words = outer.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
        return outer.contains("->") || words.contains { names.contains($0) }
    }

    /// Other names that a file gives to closures.
    static func closureNames(in text: String) -> Set<String> {
        var names: Set<String> = []
        for line in TypeSizes.code(of: text) where line.contains("typealias ") && line.contains("->") {
            let halves = line.split(separator: "=", maxSplits: 1)
            guard halves.count == 2, isClosure(String(halves[1])) else { continue }
            let name = halves[0].split(separator: " ").last?.prefix { $0 != "<" }
            if let name { names.insert(String(name)) }
        }
        return names
    }

    @Test("No lock holds a closure itself", arguments: HouseTests.everything)
    func locks(_ file: HouseTests.SourceFile) {
        guard file.path != "Tests/HouseTests/ClosuresInLocksTests.swift" else { return }
        let names = Self.closureNames(in: file.text)
        for guarded in Self.guarded(in: file.text) where Self.isClosure(guarded.type, names: names) {
            Issue.record(
                """
                \(file.path):\(guarded.line): a lock of \(guarded.type). Make the closure a property of a type, and hold that
                """)
        }
    }

    @Test(
        "A closure is found by itself, in an optional, in a tuple and under another name",
        arguments: [
            ("Lock<(@Sendable () -> Void)?>(nil)", true), ("Lock<() -> Void>", true),
            ("Mutex<(Int) throws -> Result<Int, any Error>>", true),
            ("Lock<(name: String, run: () -> Void)>", true), ("Lock<Finish?>(nil)", true),
            ("Lock<Worker.Finish>", true), ("Lock<[Finish]>([])", false),
            ("Lock<[(name: String, run: () -> Void)]>([])", false), ("Lock<[Int: () -> Void]>([:])", false),
            ("Lock<Box<() -> Void>>", false), ("Lock<(any Port)?>(nil)", false), ("Lock<Int>", false),
        ])
    func rule(_ code: String, _ isForbidden: Bool) throws {
        let text = "typealias Finish = @Sendable (Int) -> Void\nlet lock = \(code)"
        let found = Self.guarded(in: text)
        #expect(found.count == 1 && found.first?.line == 2)
        let type = try #require(found.first?.type)
        #expect(Self.isClosure(type, names: Self.closureNames(in: text)) == isForbidden, "\(type)")
    }
}
