import Foundation
import Testing

/// What Package.swift must be to suit the packages that depend on this one.
@Suite struct ManifestTests {
    /// A target as the manifest declares it.
    private struct Target {
        let name: String
        let text: String
        /// The names in its list of dependencies, and in its settings.
        var words: Set<String> {
            Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init))
        }
    }

    private static func manifest() throws -> String {
        try String(contentsOf: HouseTests.root.appendingPathComponent("Package.swift"), encoding: .utf8)
    }

    private static func targets(of manifest: String) -> [Target] {
        var targets: [Target] = []
        for piece in manifest.components(separatedBy: "arget(").dropFirst() {
            guard let quote = piece.range(of: "name: \"") else { continue }
            let name = String(piece[quote.upperBound...].prefix { $0 != "\"" })
            targets.append(Target(name: name, text: beforeItsEnd(piece)))
        }
        return targets
    }

    /// What stands inside the parentheses that `text` begins in.
    private static func beforeItsEnd(_ text: String) -> String {
        var depth = 1
        return String(
            text.prefix { character in
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
                return depth > 0
            })
    }

    private static func libraries(of manifest: String) -> [String] {
        manifest.components(separatedBy: ".library(name: \"").dropFirst().map { piece in
            String(piece.prefix { $0 != "\"" })
        }
    }

    /// Packages that ask for a version can't use a product whose targets have unsafe flags.
    @Test("Regression 126: no library needs unsafe flags, and deployment targets are no newer than needed")
    func librariesHaveNoUnsafeFlags() throws {
        let manifest = try Self.manifest()
        for flag in ["-Werror", "treatAllWarnings", "-strict-concurrency"] {
            #expect(!manifest.contains(flag), "\(flag)")
        }
        #expect(manifest.components(separatedBy: "unsafeFlags").count == 2)
        #expect(manifest.contains("let asAppCode: [SwiftSetting] = [.unsafeFlags("))
        #expect(
            manifest.contains(
                "platforms: [.macOS(.v12), .iOS(.v15), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)]"))
        let targets = Self.targets(of: manifest)
        var unsafe = Set(targets.filter { $0.words.contains("asAppCode") }.map(\.name))
        #expect(unsafe.contains("HeartRate") && !unsafe.contains("FaradayTesting"))
        while true {
            let more = targets.filter { !unsafe.contains($0.name) && !$0.words.isDisjoint(with: unsafe) }
            if more.isEmpty { break }
            unsafe.formUnion(more.map(\.name))
        }
        #expect(unsafe.contains("ScenarioTests"), "what needs HeartRate has its flags")
        let libraries = Self.libraries(of: manifest)
        #expect(libraries.count > 6)
        #expect(unsafe.intersection(libraries).isEmpty)
    }

    /// A stranger on a Mac finds what README and HANDBOOK name: one list of products and of targets for every host.
    @Test func appleHostsHaveEveryProduct() throws {
        let manifest = try Self.manifest()
        #expect(
            manifest.components(separatedBy: "#if").count == 2, "one difference between hosts, in one place")
        #expect(!manifest.contains("removeAll") && !manifest.contains("exclude: [\"Demo\"]"))
    }
}
