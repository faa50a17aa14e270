import Foundation
import Testing

/// The rules of HANDBOOK.md, held against the sources.
struct HouseTests {
    static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    struct SourceFile: CustomTestStringConvertible, Sendable {
        let path: String
        let text: String
        let target: String
        var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
        var testDescription: String { path }

        init(path: String, text: String) {
            (self.path, self.text) = (path, text)
            target = String(path.split(separator: "/")[1])
        }

        /// The world's loop is a driver: it alone may wait for queues and threads.
        var isPartOfTheDriver: Bool { path.hasPrefix("Sources/FaradaySimulation/World/") }
        /// Modules this file imports.
        var imports: Set<String> {
            var modules: Set<String> = []
            for line in lines where line.contains("import ") {
                var words = line.split(separator: " ")
                while let first = words.first, first.hasPrefix("@") { words.removeFirst() }
                guard words.first == "import", words.count > 1 else { continue }
                let kinds: Set<Substring> = [
                    "struct", "class", "enum", "protocol", "func", "typealias", "var",
                ]
                let name = kinds.contains(words[1]) && words.count > 2 ? words[2] : words[1]
                modules.insert(String(name.split(separator: ".")[0]))
            }
            return modules
        }
    }

    static let sources = swiftFiles(below: ["Sources"])
    static let everything = swiftFiles(below: ["Sources", "Tests", "Examples", "Benchmarks", "Fuzzing"])

    private static func swiftFiles(below folders: [String]) -> [SourceFile] {
        folders.flatMap { folder -> [SourceFile] in
            let base = root.appendingPathComponent(folder)
            let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
            return paths.sorted().filter { $0.hasSuffix(".swift") && !$0.contains(".build/") }.compactMap {
                path in
                guard let text = try? String(contentsOf: base.appendingPathComponent(path), encoding: .utf8)
                else { return nil }
                return SourceFile(path: "\(folder)/\(path)", text: text)
            }
        }
    }

    /// Each floor's row of the table in HANDBOOK.md.
    static let floors: [String: Set<String>] = [
        "BluetoothTypes": [],
        "BluetoothWire": ["BluetoothTypes"],
        "BluetoothCryptography": [],
        "BluetoothHost": ["BluetoothWire", "BluetoothCryptography", "BluetoothTypes"],
        "BluetoothPort": ["BluetoothTypes"],
        "CoreBluetoothModel": ["BluetoothPort", "BluetoothHost", "BluetoothWire", "BluetoothTypes"],
        "BluetoothProfiles": ["BluetoothWire", "BluetoothTypes"],
        "FaradayEngine": ["BluetoothWire", "BluetoothCryptography", "BluetoothTypes"],
        "CInterposition": [],
        "FaradayAppTime": ["CInterposition", "BluetoothPort"],
        "FaradaySimulation": [
            "FaradayEngine", "CoreBluetoothModel", "BluetoothHost", "BluetoothProfiles", "BluetoothPort",
            "BluetoothWire", "BluetoothTypes", "FaradayAppTime", "CInterposition",
        ],
        "FaradayProtocol": ["FaradaySimulation", "BluetoothWire", "BluetoothTypes"],
        "FaradayLive": [
            "CoreBluetoothModel", "BluetoothHost", "BluetoothPort", "BluetoothWire", "BluetoothTypes",
        ],
        "FaradayBridge": [
            "FaradayInspection", "FaradaySimulation", "FaradayLive", "BluetoothHost", "BluetoothPort",
            "BluetoothWire",
            "BluetoothTypes",
        ],
        "FaradayCoreBluetooth": ["BluetoothPort", "BluetoothTypes"],
        "FaradayAccessorySetup": ["FaradayCoreBluetooth", "BluetoothPort", "BluetoothTypes"],
        "AccessorySetupKit": ["FaradayAccessorySetup"],
        "FaradayNearbyInteraction": ["FaradayCoreBluetooth", "BluetoothPort"],
        "NearbyInteraction": ["FaradayNearbyInteraction"],
        "FaradayClient": [
            "BluetoothProfiles", "BluetoothPort", "BluetoothWire", "BluetoothTypes", "FaradayNative",
            "CoreBluetooth",
        ],
        "FaradayRecording": ["BluetoothPort", "BluetoothWire", "BluetoothTypes"],
        "FaradayAttachment": ["FaradayLive", "FaradayRecording", "BluetoothPort"],
        "CoreBluetooth": ["FaradayCoreBluetooth"],
        "FaradayNative": ["FaradayRecording", "BluetoothPort", "BluetoothTypes", "CoreBluetooth"],
        "PortableCoreBluetooth": ["FaradayCoreBluetooth", "CoreBluetooth"],
        "CoreBluetoothMock": [
            "FaradayCoreBluetooth", "FaradayDeviceFiles", "FaradaySimulation", "FaradayNative",
            "BluetoothPort", "BluetoothTypes",
        ],
        "CInspectionPage": [],
        "FaradayInspection": [
            "CInspectionPage", "FaradaySimulation", "CoreBluetoothModel", "BluetoothHost",
            "BluetoothProfiles", "BluetoothPort",
            "BluetoothWire", "BluetoothTypes",
        ],
        "FaradayDeviceFiles": ["FaradaySimulation", "BluetoothHost", "BluetoothWire", "BluetoothTypes"],
        "FaradayImport": [
            "FaradaySimulation", "BluetoothHost", "BluetoothWire", "BluetoothCryptography", "BluetoothTypes",
        ],
        "FaradayExploration": ["FaradayInspection", "FaradaySimulation", "BluetoothPort", "BluetoothTypes"],
        "FaradayTesting": [
            "FaradayDeviceFiles", "FaradayBridge", "FaradayExploration", "FaradayInspection",
            "FaradaySimulation",
            "FaradayCoreBluetooth", "BluetoothPort",
            "BluetoothTypes",
        ],
    ]

    private static let noFoundation: Set<String> = [
        "BluetoothTypes", "BluetoothCryptography", "BluetoothWire", "BluetoothHost", "BluetoothPort",
        "BluetoothProfiles", "CoreBluetoothModel", "FaradayEngine", "FaradaySimulation",
        "FaradayInspection", "FaradayImport", "FaradayRecording",
    ]

    @Test func thereAreSources() {
        #expect(Self.sources.count > 100)
    }

    @Test(arguments: sources) func importsPointDown(_ file: SourceFile) {
        guard let allowed = Self.floors[file.target] else { return }
        let ours = file.imports.filter { Self.floors[$0] != nil || $0 == "CAttach" }
        #expect(ours.subtracting(allowed).isEmpty, "\(file.target) may not import these")
        if Self.noFoundation.contains(file.target) {
            #expect(!file.imports.contains("Foundation"))
            #expect(!file.imports.contains("Dispatch") || file.isPartOfTheDriver)
        }
    }

    /// The client finds Apple's framework by itself, and needs it nowhere else.
    @Test func theClientImportsTheNativePortOnlyOnApplesPlatforms() {
        let importing = Self.sources.filter {
            $0.target == "FaradayClient" && !$0.imports.isDisjoint(with: ["FaradayNative", "CoreBluetooth"])
        }
        #expect(!importing.isEmpty)
        for file in importing {
            #expect(file.text.contains("#if canImport(Darwin)\nimport FaradayNative\n#endif"), "\(file.path)")
        }
    }

    /// Text that has no place on a floor, and what stands there instead.
    private static let banned: [(text: String, floors: Set<String>, instead: String)] = [
        ("Date(", noFoundation, "the time comes as an argument"),
        (".random(", noFoundation, "draw from the world's entropy"),
        (".shuffled(", noFoundation, "draw from the world's entropy"),
        ("Task.sleep", noFoundation, "schedule on the world"),
        ("print(", noFoundation, "record a trace"),
        ("UUID()", noFoundation, "derive identifiers from the seed"),
        ("DispatchQueue", noFoundation, "a sink owns its queue"),
        ("fatalError(", noFoundation, "a precondition that names the state"),
        ("try!", noFoundation, "handle the error"),
    ]

    @Test(arguments: sources) func nothingBannedStandsThere(_ file: SourceFile) {
        // Most files have none of these words anywhere.
        let rules = Self.banned.filter { $0.floors.contains(file.target) && file.text.contains($0.text) }
        guard !rules.isEmpty || file.text.contains("@unchecked Sendable") else { return }
        for (index, line) in file.lines.enumerated() {
            let code = line.drop { $0 == " " }
            guard !code.hasPrefix("//") else { continue }
            for rule in rules where code.contains(rule.text) {
                let before = code.range(of: rule.text).map { code[..<$0.lowerBound].last } ?? nil
                if let before, before.isLetter, rule.text.first!.isLetter { continue }
                if rule.text == "DispatchQueue", file.isPartOfTheDriver { continue }
                Issue.record("\(file.path):\(index + 1): \(rule.text) — \(rule.instead)")
            }
            // What the generator writes is not our code.
            if code.contains("@unchecked Sendable"), !file.path.hasPrefix("Sources/FaradaySeam/Writing/") {
                let isAllowed =
                    file.path == "Sources/BluetoothPort/Lock.swift"
                    || file.target == "FaradayAccessorySetup" && code.hasPrefix("open class ")
                    // A subclass has to repeat what Foundation's class says.
                    || code.contains(": OperationQueue, @unchecked Sendable")
                #expect(isAllowed, "\(file.path):\(index + 1)")
            }
        }
    }

    /// Who switches over a type that has more cases than can come needs a narrower type.
    @Test(arguments: sources) func noDefaultCaseTraps(_ file: SourceFile) {
        guard file.text.contains("default: ") else { return }
        for (index, line) in file.lines.enumerated() {
            let isTrap = ["preconditionFailure(", "fatalError("].contains { line.contains("default: \($0)") }
            #expect(!isTrap, "\(file.path):\(index + 1): write a type without the cases that can't come")
        }
    }

    @Test(arguments: everything) func filesStaySmall(_ file: SourceFile) {
        // A table that a test has written is as long as the table that it is written from.
        guard !file.text.hasPrefix(AssignedNumbersFile.mark) else { return }
        let limit = file.path.hasPrefix("Tests/") ? 900 : 500
        #expect(file.lines.count <= limit, "\(file.path) has \(file.lines.count) lines")
    }

    /// A limit also counts the time until a test has its turn, which on a busy machine is most of it. The trait is
    /// also newer than the oldest iOS that the tests compile for.
    @Test(arguments: everything) func noTestHasATimeLimit(_ file: SourceFile) {
        guard file.path.hasPrefix("Tests/"), !file.path.hasSuffix("/HouseTests.swift") else { return }
        #expect(!file.text.contains(".timeLimit(.minutes("))
    }

    @Test func theHandbookNamesEveryTarget() throws {
        let handbook = try String(
            contentsOf: Self.root.appendingPathComponent("HANDBOOK.md"), encoding: .utf8)
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: Self.root.appendingPathComponent("Sources").path)
        for target in folders where !target.hasPrefix(".") {
            #expect(handbook.contains("`\(target)`"), "HANDBOOK.md does not name \(target)")
            let page = "Sources/\(target)/README.md"
            let hasPage = FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(page).path)
            #expect(handbook.contains("](\(page))") == hasPage, "HANDBOOK.md and \(page)")
        }
        // A map is read as a whole: what is about one target's inside stands on the page of its folder.
        #expect(handbook.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
    }

}
