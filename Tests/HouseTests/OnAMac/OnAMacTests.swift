import Foundation
import Testing

/// `Documentation/OnAMac.md` says what nobody has run on a Mac. `FARADAY_WRITE_DOCS=1 swift test --filter OnAMacTests`
/// writes its table.
struct OnAMacTests {
    private static let page = "Documentation/OnAMac.md"

    @Test("The page's table is what the sources, the manifest and the checks say")
    func tableIsTrue() throws {
        let table = try AppleTable()
        let page = try String(contentsOf: HouseTests.root.appendingPathComponent(Self.page), encoding: .utf8)
        var lines = page.components(separatedBy: "\n")
        let start = try #require(lines.firstIndex(of: AppleTable.head))
        let end = lines[start...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
        lines.replaceSubrange(start..<end, with: table.lines)
        let isTrue = try WrittenPage(Self.page).says(lines.joined(separator: "\n"))
        #expect(isTrue, "code has changed: run FARADAY_WRITE_DOCS=1 swift test --filter OnAMacTests")
    }

    @Test("Each file of which Linux does not compile all has a row, and each row has such a file")
    func rowsCoverAll() throws {
        let table = try AppleTable()
        #expect(table.files.count > 100)
        #expect(table.uncovered.isEmpty, "add a row to Tests/HouseTests/OnAMac/AppleFeature.swift")
        for (index, feature) in AppleFeature.all.enumerated() {
            #expect(table.files.contains { AppleFeature.of($0.path) == index }, "\(feature.name)")
        }
        #expect(AppleFeature.of("Sources/SomethingNew/A.swift") == nil)
    }

    @Test(
        "Lines are counted by who compiles them",
        arguments: [
            ("a\n#if canImport(Darwin)\nb\n#else\nc\n#endif\n", [1, 0, 2]),
            ("#if !canImport(Darwin) || os(iOS)\na\n#endif", [0, 0, 1]),
            ("#if os(macOS) || os(Linux)\na\n#elseif os(iOS)\nb\n#endif", [1, 0, 1]),
            ("#if canImport(SwiftUI)\nimport SwiftUI\n\n// words\n#endif", [1, 1, 0]),
            ("#if canImport(Darwin) && !targetEnvironment(simulator)\na\n#endif", [1, 0, 0]),
            ("#if canImport(Darwin)\n#if os(Linux)\na\n#endif\nb\n#endif", [1, 0, 0]),
            (
                "#ifndef A\n#if defined(__APPLE__) && FARADAY_INTERPOSES\na\n#elif defined(__linux__)\nb\n#endif\n#endif",
                [1, 0, 1]
            ),
            ("#if !(canImport(Glibc) || os(Linux)) // why\na\n#endif", [1, 0, 0]),
        ])
    func counts(text: String, expected: [Int]) {
        let lines = CompiledLines(text)
        #expect([lines.apple, lines.unchecked, lines.linux] == expected)
    }
}
