import Foundation
import Testing

/// What `Documentation/Shipping.md` shows is code of this folder, which is compiled and run.
@Suite struct ShippingDocumentationTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    private static func text(_ url: URL) throws -> [Substring] {
        try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
            line.drop { $0 == " " }
        }
    }

    @Test func everyBlockOfSwiftIsCompiled() throws {
        let page = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Documentation/Shipping.md")
        var blocks: [[Substring]] = []
        var isInside = false
        for line in try Self.text(page) {
            if line == "```swift" {
                blocks.append([])
                isInside = true
            } else if line.hasPrefix("```") {
                isInside = false
            } else if isInside {
                blocks[blocks.count - 1].append(line)
            }
        }
        #expect(blocks.count >= 4)
        let files = try FileManager.default.contentsOfDirectory(
            at: Self.folder, includingPropertiesForKeys: nil)
        let sources = try files.filter { $0.pathExtension == "swift" }.map(Self.text)
        for block in blocks {
            let isThere = sources.contains { source in
                source.indices.contains { source[$0...].starts(with: block) }
            }
            #expect(isThere, "no file here has: \(block.joined(separator: "\n"))")
        }
    }
}
