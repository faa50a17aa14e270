import Testing

/// Each kind of misuse is reported by something, and a test names it.
struct MisuseKindsTests {
    private static let kinds: [String] = {
        let file = HouseTests.sources.first { $0.path == "Sources/BluetoothPort/Misuse.swift" }
        return (file?.lines ?? []).compactMap { line in
            let words = line.split(separator: " ")
            return words.count == 2 && words[0] == "case" && words[1].allSatisfy(\.isLetter)
                ? String(words[1]) : nil
        }.filter { !["logged", "dropped", "thrown"].contains($0) }
    }()

    /// What stands behind a dot in these files.
    private static func members(of files: [HouseTests.SourceFile]) -> Set<String> {
        var members: Set<String> = []
        for file in files {
            for piece in file.text.utf8.split(separator: UInt8(ascii: ".")) {
                // Letters only: between `Z` and `a` stand brackets.
                let word = piece.prefix { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
                if let name = String(word) { members.insert(name) }
            }
        }
        return members
    }

    private static let reported = members(
        of: HouseTests.sources.filter { $0.path != "Sources/BluetoothPort/Misuse.swift" })
    private static let tested = members(of: HouseTests.everything.filter { $0.path.hasPrefix("Tests/") })

    @Test func thereAreKinds() { #expect(Self.kinds.count > 20) }

    @Test(arguments: kinds) func aKindIsReportedAndTested(kind: String) {
        #expect(Self.reported.contains(kind), "nothing reports .\(kind)")
        #expect(Self.tested.contains(kind), "no test names .\(kind)")
    }
}
