import FaradayTesting
import Foundation
import Testing

/// The page about a recipe: it has the name of the recipe's folder of tests.
struct RecipePage {
    /// Tests run side by side, and a page may show what several of them print.
    private static let writing = World.Lock(())

    let path: String
    private let file: URL

    init(ofTest test: Test) {
        let folder = URL(fileURLWithPath: test.sourceLocation.filePath).deletingLastPathComponent()
        path = "Documentation/Recipes/\(folder.lastPathComponent).md"
        file = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent(path)
    }

    /// The text of the block that begins so. With `FARADAY_WRITE_DOCS=1` it is written first.
    func block(beginning words: String, writing text: String) throws -> String {
        try Self.writing.withLock { _ in
            var lines = try String(contentsOf: file, encoding: .utf8)
                .split(separator: "\n", omittingEmptySubsequences: false)
            guard let start = lines.firstIndex(where: { $0.hasPrefix(words) }),
                let end = lines[start...].firstIndex(where: { $0.hasPrefix("```") })
            else { return "" }
            if ProcessInfo.processInfo.environment["FARADAY_WRITE_DOCS"] == "1" {
                let written = text.split(separator: "\n", omittingEmptySubsequences: false)
                if Array(lines[start..<end]) != written {
                    lines.replaceSubrange(start..<end, with: written)
                    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
                }
                return text
            }
            return lines[start..<end].joined(separator: "\n")
        }
    }
}
