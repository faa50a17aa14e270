import Foundation
import Testing

/// Each difference that the page for those who move over names is proven by a test that bears its name.
///
/// The form of a display name: `Migrating: reading descriptor 2902`, with the row's topic, or several behind semicolons.
struct MigratingRowsTests {
    private static let page = "Documentation/MigratingFromCoreBluetoothMock.md"

    /// Rows that no test on Linux can prove, and why.
    private static let unproven = [
        "key-value observing of isScanning and state": "Linux has no key-value observing."
    ]

    /// The topics of the tables behind *What is different*.
    private static let topics: [String] = {
        let url = HouseTests.root.appendingPathComponent(page)
        guard let text = try? String(contentsOf: url, encoding: .utf8),
            let start = text.range(of: "\n## What is different\n")
        else { return [] }
        return text[start.upperBound...].split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
            let cell = line.split(separator: "|")[0].trimmingCharacters(in: .whitespaces)
            return cell.replacingOccurrences(of: "`", with: "")
        }.filter { $0 != "topic" }
    }()

    /// The topics that tests say they prove.
    private static let proven: Set<String> = {
        var proven: Set<String> = []
        for file in HouseTests.everything
        where file.path.hasPrefix("Tests/") && !file.path.hasSuffix("/MigratingRowsTests.swift") {
            for piece in file.text.components(separatedBy: "\"Migrating: ").dropFirst() {
                let name = piece.prefix { $0 != "\"" }
                proven.formUnion(name.components(separatedBy: "; "))
            }
        }
        return proven
    }()

    @Test func topicsAreNamedOnce() {
        #expect(Self.topics.count > 80)
        #expect(Set(Self.topics).count == Self.topics.count)
    }

    @Test(arguments: topics) func aRowIsProven(topic: String) {
        if Self.unproven[topic] != nil {
            #expect(!Self.proven.contains(topic), "there is a test after all")
        } else {
            #expect(Self.proven.contains(topic), "no test is named \"Migrating: \(topic)\"")
        }
    }

    @Test func aTestNamesARowThatIsThere() {
        #expect(Self.proven.subtracting(Self.topics).sorted() == [])
        #expect(Set(Self.unproven.keys).subtracting(Self.topics) == [])
    }
}
