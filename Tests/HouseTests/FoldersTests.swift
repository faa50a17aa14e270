import Testing

/// Folders inside a target point one way: what a folder needs of the others can be read without them.
///
/// What counts are the names of types; a method that an extension in another folder adds is not seen. Files at a target's
/// root are a folder like the others: what joins the others is there, or what all of them need, but not both.
@Suite struct FoldersTests {
    private static let targets: [String: Folders] = Dictionary(grouping: HouseTests.sources, by: \.target)
        .mapValues { Folders($0) }

    /// Folders that name each other, and why that is so.
    private static let exceptions: [String: (folders: Set<String>, reason: String)] = [
        "FaradayCoreBluetooth": (
            ["Attributes", "Delegates", "Managers", "Peers"],
            "Apple's classes name each other: a service its peripheral, a delegate its manager"
        ),
        "CoreBluetoothMock": (
            ["Air", "Attributes", "Central", "Direct", "Peripheral", "Simulation", "Specification"],
            "that library's classes name each other, and the phone of mocks makes what is behind them"
        ),
    ]

    @Test("Folders inside a target point one way", arguments: targets.keys.sorted())
    func pointOneWay(_ target: String) throws {
        let folders = try #require(Self.targets[target])
        let exception = Self.exceptions[target]
        for loop in folders.loops {
            if let exception, loop.isSubset(of: exception.folders) { continue }
            let uses = folders.uses(in: loop).prefix(12).map(\.text)
            Issue.record("\(target): \(loop.sorted()) name each other: \(uses.joined(separator: "; "))")
        }
    }

    @Test("Every exception is still needed", arguments: exceptions.keys.sorted())
    func exceptionsAreNeeded(_ target: String) throws {
        let exception = try #require(Self.exceptions[target])
        let inLoops = try #require(Self.targets[target]).loops.reduce(into: Set<String>()) {
            $0.formUnion($1)
        }
        let free = exception.folders.subtracting(inLoops).sorted()
        #expect(free.isEmpty, "\(target): \(free) and the others no longer name each other")
        #expect(!inLoops.isEmpty, "\(target): all its folders point one way")
    }

    @Test("There are targets with folders, and folders that use others")
    func thereAreFolders() {
        let count = Self.targets.values.reduce(0) { $0 + $1.uses.count }
        #expect(Self.targets.count > 20)
        #expect(count > 1000)
    }

    // MARK: The measure

    private static func folders(_ files: [String: String]) -> Folders {
        Folders(
            files.sorted { $0.key < $1.key }.map { .init(path: "Sources/T/\($0.key).swift", text: $0.value) })
    }

    @Test("A loop of three folders is found, with files and words")
    func findsLongLoops() {
        let folders = Self.folders([
            "A/One": "struct One { var two: Two }", "B/Two": "final class Two { let three: [Three] = [] }",
            "C/Three": "enum Three { case one(One) }", "D/Four": "struct Four { var one: One }",
            "Five": "struct Five { var four: Four }",
        ])
        let loop: Set = ["A", "B", "C"]
        #expect(folders.loops == [loop])
        let texts = folders.uses(in: loop).map(\.text)
        #expect(
            texts == [
                "Sources/T/A/One.swift names Two, which is in B",
                "Sources/T/B/Two.swift names Three, which is in C",
                "Sources/T/C/Three.swift names One, which is in A",
            ])
    }

    @Test(
        "What names no type of another folder",
        arguments: [
            "// One", "/// `One`", "let text = \"One\"", "import One", "let one = Other.One",
            "let one = .One",
            "struct Two { struct One {}; var one: One }", "#if One\n#endif", "private struct One {}",
            "extension One { struct Inner {} }",
        ])
    func whatIsNoUse(_ text: String) {
        let uses = Self.folders(["A/One": "struct One {}", "B/Two": text]).uses.filter { $0.from == "B" }
        #expect(uses.isEmpty)
    }

    @Test(
        "What names a type of another folder",
        arguments: [
            "var one: One?", "func f() -> [One] { [] }", "extension One { func f() {} }",
            "extension One: P {}",
            "let one = One.make()", "struct Two: One {}", "let one = One.Inner()", "@One var two",
        ])
    func whatIsAUse(_ text: String) {
        let words = Self.folders(["A/One": "struct One {}", "B/Two": text]).uses.map(\.word)
        #expect(words == ["One"])
    }

    @Test(
        "A type that an extension adds is in that extension's folder, by its full name and by its short one")
    func nestedTypesHaveFolders() {
        let folders = Self.folders([
            "A/One": "struct One {}", "B/Inner": "extension One { struct Inner {} }",
            "C/Full": "let inner: One.Inner",
            "D/Short": "extension One { func inner() -> Inner { Inner() } }",
        ])
        let uses = folders.uses.map { "\($0.from) \($0.to) \($0.word)" }
        #expect(uses == ["C B One.Inner", "D B One.Inner", "D A One"])
    }
}
