import Foundation
import Testing

/// What pages of the documentation show is code of a folder of tests, which is compiled and run.
@Suite struct DocumentationTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ url: URL) throws -> [Substring] {
        try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
            line.drop { $0 == " " }
        }
    }

    @Test(
        arguments: [
            ("README.md", ["Tests/FaradayTestingTests/ReadmePage", "Tests/ScenarioTests/AppLife"]),
            (
                "Documentation/Shipping.md",
                ["Tests/PortConformanceTests/Shipping", "Examples/Doorbell", "Examples/Thermometer"]
            ),
            ("Documentation/AppLife.md", ["Tests/ScenarioTests/AppLife"]),
            ("Documentation/MigratingFromCoreBluetoothMock.md", ["Tests/CoreBluetoothMockTests/Migrating"]),
            (
                "Documentation/Seams.md",
                [
                    "Examples/Seams/Sources/AcmeSdk", "Examples/Seams/Sources/RoadRunner",
                    "Examples/Seams/Sources/RoadRunner/Seam",
                    "Examples/Seams/Sources/Compass", "Examples/Seams/Tests/RoadRunnerTests",
                    "Examples/Seams/Tests/CompassTests",
                    "Examples/Seams/Tests/BluetoothManagerTests",
                ]
            ),
            ("Documentation/YourOwnProfile.md", ["Tests/FaradayClientTests/YourOwnProfile"]),
            ("Documentation/Linux.md", ["Tests/FaradayTestingTests/LinuxPage"]),
            (
                "Documentation/XCTest.md",
                ["Tests/FaradayTestingTests/XCTestPage", "Tests/CoreBluetoothMockTests/Migrating"]
            ),
        ])
    func everyBlockOfSwiftIsCompiled(page: String, folders: [String]) throws {
        var blocks: [[Substring]] = []
        var isInside = false
        for line in try Self.text(Self.root.appendingPathComponent(page)) {
            if line == "```swift" {
                blocks.append([])
                isInside = true
            } else if line.hasPrefix("```") {
                isInside = false
            } else if isInside {
                blocks[blocks.count - 1].append(line)
            }
        }
        // A manifest is tried by CI, as README's is in a package of its own.
        blocks.removeAll { $0.first?.hasPrefix("// swift-tools-version") == true }
        #expect(blocks.count >= 2)
        let files = try folders.flatMap { folder in
            try FileManager.default.contentsOfDirectory(
                at: Self.root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
        }
        let sources = try files.filter { $0.pathExtension == "swift" }.map(Self.text)
        for block in blocks {
            let isThere = sources.contains { source in
                source.indices.contains { source[$0...].starts(with: block) }
            }
            #expect(isThere, "no file of \(folders) has: \(block.joined(separator: "\n"))")
        }
    }
}
