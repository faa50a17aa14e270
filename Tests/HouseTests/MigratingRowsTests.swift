import Foundation
import Testing

/// Each row of the page on what one line makes of mocks is proven on both sides: by tests that bear its name.
///
/// The form of a display name: `By default: a read`, `With the line: a read`, with the row's topic, or several behind
/// semicolons.
struct MigratingRowsTests {
    private static let page = "Documentation/MigratingFromCoreBluetoothMock.md"

    /// The two columns, as display names begin.
    enum Side: String, CaseIterable, CustomTestStringConvertible {
        case library = "By default: "
        case coreBluetooth = "With the line: "

        var testDescription: String { rawValue }
    }

    /// Rows that no test on Linux can prove, and why.
    private static let unproven = [
        "key-value observing of isScanning and state": "Linux has no key-value observing."
    ]

    /// The topics of the tables that say what the line gives.
    private static let topics: [String] = {
        let url = HouseTests.root.appendingPathComponent(page)
        guard let text = try? String(contentsOf: url, encoding: .utf8),
            let start = text.range(of: "\n## What one line gives you\n"),
            let end = text.range(of: "\n## What that library leaves out\n")
        else { return [] }
        let lines = text[start.upperBound..<end.lowerBound].split(separator: "\n")
        return lines.filter { $0.hasPrefix("| ") }.map { line in
            let cell = line.split(separator: "|")[0].trimmingCharacters(in: .whitespaces)
            return cell.replacingOccurrences(of: "`", with: "")
        }.filter { $0 != "topic" }
    }()

    /// The topics that tests say they prove.
    private static let proven: [Side: Set<String>] = {
        var proven: [Side: Set<String>] = [:]
        for file in HouseTests.everything
        where file.path.hasPrefix("Tests/") && !file.path.hasSuffix("/MigratingRowsTests.swift") {
            for side in Side.allCases {
                for piece in file.text.components(separatedBy: "\"" + side.rawValue).dropFirst() {
                    let name = String(piece.prefix { $0 != "\"" })
                    proven[side, default: []].formUnion(name.components(separatedBy: "; "))
                }
            }
        }
        return proven
    }()

    @Test func topicsAreNamedOnce() {
        #expect(Self.topics.count > 80)
        #expect(Set(Self.topics).count == Self.topics.count)
    }

    @Test(arguments: Side.allCases) func rowsAreProven(side: Side) {
        let proven = Self.proven[side] ?? []
        let missing = Self.topics.filter { Self.unproven[$0] == nil && !proven.contains($0) }
        #expect(missing == [], "no tests are named \"\(side.rawValue)...\"")
        #expect(Self.unproven.keys.filter { proven.contains($0) } == [], "there is a test after all")
    }

    /// Tests of the default may be about more than there are rows.
    @Test func testsOfTheLineNameRowsThatAreThere() {
        let named = Self.proven[.coreBluetooth] ?? []
        #expect(named.subtracting(Self.topics).sorted() == [])
        #expect(Set(Self.unproven.keys).subtracting(Self.topics) == [])
    }
}
