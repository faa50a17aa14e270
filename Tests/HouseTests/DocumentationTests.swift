import Foundation
import Testing

/// What pages of the documentation show is code of a folder of tests, which is compiled and run.
@Suite struct DocumentationTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The page names a test in each row: `Server/RequestScenarios.longReads`, below one of the folders.
    @Test func everyTestThatThePageOfRZBluetoothNamesIsThere() throws {
        let folders = ["FaradayClientTests/MigratingFromRZBluetooth/", "ScenarioTests/", ""]
        let page = "Documentation/MigratingFromRZBluetooth.md"
        let text = try String(contentsOf: Self.root.appendingPathComponent(page), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| there") }
        #expect(rows.count > 170)
        for row in rows {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let names = (cells.last ?? "").split(separator: "`").map(String.init).filter { $0.contains(".") }
            #expect(!names.isEmpty, "no test in: \(row)")
            for name in names { #expect(Self.isTest(name, in: folders), "\(name) is not there: \(row)") }
        }
    }

    @Test func everyTestThatThePageOfFaultsNamesIsThere() throws {
        let text = try String(
            contentsOf: Self.root.appendingPathComponent("Documentation/Faults.md"), encoding: .utf8)
        let names = text.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("Tests/") }
            .flatMap { $0.split(separator: "`").filter { $0.contains("Tests/") }.map(String.init) }
        #expect(names.count > 6)
        for name in names { #expect(Self.isTest(name, in: [""]), "\(name) is not there") }
    }

    /// Whether `folder/File.function` is a function of a file of tests, below one of the folders.
    private static func isTest(_ name: String, in folders: [String]) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        let (path, function) = (name[..<dot], name[dot...].dropFirst())
        for folder in folders {
            let url = root.appendingPathComponent("Tests/\(folder)\(path).swift")
            guard let text = try? String(contentsOf: url, encoding: .utf8) else { continue }
            return text.contains("func \(function)(")
        }
        return false
    }

    /// Each page of recipes has a folder of tests of the same name; the index shows what they share.
    private static let recipes: [(String, [String])] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: recipeFolder.path)) ?? []
        return names.sorted().filter { $0.hasSuffix(".md") }.map { name in
            let folder = name == "README.md" ? "" : "/" + name.dropLast(3)
            return (
                "Documentation/Recipes/\(name)",
                ["Tests/RecipeTests\(folder)"] + (borrowing[name] ?? [])
            )
        }
    }()

    /// Pages that also show code of other folders.
    private static let borrowing = [
        "InYourProject.md": ["Tests/PortConformanceTests/Shipping", "Examples/Doorbell"],
        "TestStyles.md": [
            "Examples/BlinkyTests", "Examples/Seams/Tests/RoadRunnerTests",
            "Examples/Seams/Tests/CompassTests", "Examples/Seams/Tests/BluetoothManagerTests",
            "Tests/ScenarioTests/FakeDevices",
        ],
    ]

    private static let recipeFolder = root.appendingPathComponent("Documentation/Recipes")

    @Test("The index of the recipes links each page, and each page has a folder of tests")
    func everyRecipeIsInTheIndex() throws {
        let index = try String(
            contentsOf: Self.recipeFolder.appendingPathComponent("README.md"), encoding: .utf8)
        let tests = Self.root.appendingPathComponent("Tests/RecipeTests").path
        let folders = Set(try FileManager.default.contentsOfDirectory(atPath: tests))
        let pages = Self.recipes.map { String($0.0.dropFirst("Documentation/Recipes/".count).dropLast(3)) }
            .filter { $0 != "README" }
        #expect(!pages.isEmpty)
        for page in pages { #expect(index.contains("](\(page).md"), "the index does not link \(page)") }
        for folder in folders where folder != "Harness" && !folder.hasSuffix(".swift") {
            #expect(pages.contains(folder), "no page for Tests/RecipeTests/\(folder)")
        }
        #expect(Set(pages).isSubset(of: folders))
    }

    private static func text(_ url: URL) throws -> [Substring] {
        try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
            line.drop { $0 == " " }
        }
    }

    @Test(
        arguments: [
            ("README.md", ["Tests/FaradayTestingTests/ReadmePage"]),
            (
                "Documentation/Tour.md",
                [
                    "Tests/ScenarioTests/AppLife", "Tests/FaradayClientTests/ClientPage",
                    "Tests/ScenarioTests/FaultsPage",
                ]
            ),
            (
                "Documentation/Shipping.md",
                ["Tests/PortConformanceTests/Shipping", "Examples/Doorbell", "Examples/Thermometer"]
            ),
            ("Documentation/ServedPhones.md", ["Tests/PortConformanceTests/Shipping"]),
            ("Documentation/AppLife.md", ["Tests/ScenarioTests/AppLife"]),
            (
                "Documentation/AccessorySetup.md",
                [
                    "Tests/FaradayAccessorySetupTests/AccessoryPage", "Tests/FaradayAccessorySetupTests",
                ]
            ),
            ("Documentation/ChannelSounding.md", ["Tests/FaradayAccessorySetupTests/RangingPage"]),
            ("Documentation/Faults.md", ["Tests/ScenarioTests/FaultsPage"]),
            (
                "Documentation/MigratingFromRZBluetooth.md",
                ["Tests/FaradayClientTests/MigratingFromRZBluetooth", "Tests/ScenarioTests/FakeDevices"]
            ),
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
            (
                "Documentation/Client.md",
                ["Tests/FaradayClientTests/ClientPage", "Tests/FaradayClientTests/Styles"]
            ),
            (
                "Documentation/ForAssistants.md",
                ["Tests/ScenarioTests/AssistantsPage", "Tests/FaradayClientTests/ClientPage"]
            ),
            ("Documentation/AppTime.md", ["Tests/FaradayTestingTests/AppTimePage"]),
            ("Documentation/Schedules.md", ["Tests/FaradayTestingTests/SchedulesPage"]),
            ("Documentation/YourOwnProfile.md", ["Tests/FaradayClientTests/YourOwnProfile"]),
            (
                "Documentation/Seeing.md",
                ["Tests/FaradayBridgeTests/SeeingPage", "Tests/FaradayTestingTests/SeeingPage"]
            ),
            ("Documentation/Linux.md", ["Tests/FaradayTestingTests/LinuxPage"]),
            ("Documentation/Exploration.md", ["Tests/FaradayTestingTests/ExplorationPage"]),
            (
                "Documentation/XCTest.md",
                ["Tests/FaradayTestingTests/XCTestPage", "Tests/CoreBluetoothMockTests/Migrating"]
            ),
        ] + recipes)
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
        #expect(blocks.count >= (page.hasSuffix("README.md") ? 1 : 2))
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

    @Test("Campaigns.md shows the files of its folder as they are, and these agree on the number of shards")
    func everyFileOfACampaignIsShown() throws {
        let folder = Self.root.appendingPathComponent("Documentation/campaigns")
        let page = try String(
            contentsOf: Self.root.appendingPathComponent("Documentation/Campaigns.md"), encoding: .utf8)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(files == ["array.slurm", "github-actions.yml", "indexed-job.yaml", "merge-job.yaml"])
        for name in files {
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            let language = name.hasSuffix(".slurm") ? "bash" : "yaml"
            #expect(page.contains("```\(language)\n\(text)```\n"), "the page has another \(name)")
            let numbers: [String: [String]] = [
                "array.slurm": ["--array=0-63\n", "FARADAY_SHARD=$SLURM_ARRAY_TASK_ID/64\n"],
                "indexed-job.yaml": ["completions: 64\n", "value: $(SHARD)/64\n"],
            ]
            for part in numbers[name] ?? [] { #expect(text.contains(part), "\(name) lacks \(part)") }
        }
    }
}
