import Foundation

/// The table of `Documentation/OnAMac.md`, made from the sources, the manifest and the scripts of `.ci`.
struct AppleTable {
    /// A file of which Linux does not compile all.
    struct File {
        let path: String
        let lines: CompiledLines
        /// Whether a check on Linux looks at it as Apple's compilers do.
        let isChecked: Bool
    }

    /// What the checks look at, besides the targets of the manifest.
    private let scripts: String
    private let manifest: String
    let files: [File]

    static let head = "| feature | type-checked | run on Linux in its place | never run |"

    init() throws {
        func text(_ path: String) throws -> String {
            try String(contentsOf: HouseTests.root.appendingPathComponent(path), encoding: .utf8)
        }
        let scripts = try text(".ci/apple") + text(".ci/interposer")
        (self.scripts, manifest) = (scripts, try text("Package.swift"))
        files = try Self.paths().compactMap { path in
            let lines = CompiledLines(try text(path))
            // No target of the manifest is there; the check names the files that it looks at.
            let isApart = Self.apart.contains { path.hasPrefix($0) }
            let isAppleOnly = path.hasPrefix("Examples/XcodeApp/") || path.hasPrefix("Sources/CInterposer/")
            guard lines.apple > 0 || path.contains("/Darwin/") || isAppleOnly else { return nil }
            let folder = path.split(separator: "/").dropLast().joined(separator: "/")
            let isNamed = [path, folder + "/*", "-I " + folder].contains { scripts.contains($0) }
            return File(path: path, lines: lines, isChecked: !isApart || isNamed)
        }
    }

    /// Packages and projects of their own, and C, which no check of Swift's targets sees.
    private static let apart = [
        "Examples/XcodeApp/", "Examples/Thermometer/", "Examples/Seams/", "Interop/outsider/",
        "Interop/programs/",
        "Sources/CInterposition/", "Sources/CInterposer/",
    ]

    private static func paths() -> [String] {
        ["Sources", "Plugins", "Tests", "Examples", "Interop", "Benchmarks", "Fuzzing"].flatMap {
            folder -> [String] in
            let base = HouseTests.root.appendingPathComponent(folder)
            let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
            return paths.sorted().filter { path in
                [".swift", ".c", ".h"].contains { path.hasSuffix($0) } && !path.contains(".build/")
                    // Stubs of Apple's headers, and headers for tests of seams.
                    && !(folder == "Interop" && path.hasPrefix("apple/")) && !path.contains("/ObjectiveC/")
            }.map { "\(folder)/\($0)" }
        }
    }

    /// Files that no row has.
    var uncovered: [String] { files.map(\.path).filter { AppleFeature.of($0) == nil } }

    // MARK: The table

    var lines: [String] {
        var lines = [Self.head, "|---|---|---|---|"]
        for (index, feature) in AppleFeature.all.enumerated() {
            let own = files.filter { AppleFeature.of($0.path) == index }
            lines.append(
                "| \(feature.name) | \(checked(own)) | \(runOnLinux(own, feature)) | \(neverRun(own)) |")
        }
        return lines
    }

    /// For which platforms `.ci/apple` looks at all targets.
    private var platforms: String {
        [("platform macos ", "macOS"), ("platform ios ", "iOS")].filter { scripts.contains($0.0) }.map(\.1)
            .joined(separator: ", ")
    }

    private func checked(_ files: [File]) -> String {
        let unseen = files.reduce(0) { sum, file in
            sum + (file.isChecked ? file.lines.unchecked : Self.appleLines(file))
        }
        let all = files.reduce(0) { $0 + Self.appleLines($1) }
        if unseen == 0 { return platforms }
        return unseen == all
            ? "no: the package's stubs have no SwiftUI" : "\(platforms); not \(Self.number(unseen, "line"))"
    }

    /// Without numbers, which every change of such a file would change.
    private func runOnLinux(_ files: [File], _ feature: AppleFeature) -> String {
        guard files.contains(where: { Self.linuxLines($0) > 0 }) else { return "nothing of these files" }
        let tests = testTargets(of: feature).map { "`\($0)`" }
        return "the rest of these files" + (tests.isEmpty ? "" : ", by " + tests.joined(separator: ", "))
    }

    private func neverRun(_ files: [File]) -> String {
        let most = files.filter { Self.appleLines($0) > 0 }.sorted {
            (Self.appleLines($0), $1.path) > (Self.appleLines($1), $0.path)
        }
        guard let first = most.first else { return "nothing" }
        let count = most.reduce(0) { $0 + Self.appleLines($1) }
        let name = first.path.split(separator: "/").last ?? ""
        return "\(Self.number(count, "line")) in \(Self.number(most.count, "file"))"
            + (most.count > 1 ? ", \(Self.appleLines(first)) of them in `\(name)`" : ", `\(name)`")
    }

    /// The lines that nothing on Linux runs. The interposer's sources are run there in another library; the files of a
    /// project for Xcode are not.
    private static func appleLines(_ file: File) -> Int {
        isWholly(file) ? file.lines.apple + file.lines.linux : file.lines.apple
    }

    private static func linuxLines(_ file: File) -> Int { isWholly(file) ? 0 : file.lines.linux }

    private static func isWholly(_ file: File) -> Bool {
        ["Examples/XcodeApp/", "Sources/CInterposer/", "Sources/CInterposition/Darwin/"].contains {
            file.path.hasPrefix($0)
        }
    }

    /// The test targets that name one of the feature's targets themselves; at most four, those named like a target first.
    private func testTargets(of feature: AppleFeature) -> [String] {
        let targets = Set(
            feature.places.compactMap { place -> String? in
                let parts = place.split(separator: "/")
                return parts.count > 1 && parts[0] == "Sources" ? String(parts[1]) : nil
            })
        let found = manifest.components(separatedBy: ".testTarget(").dropFirst().compactMap {
            piece -> String? in
            let text = piece.components(separatedBy: "arget(").first ?? piece
            let names = text.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }.map {
                String($0.element)
            }
            guard let name = names.first, !targets.isDisjoint(with: names.dropFirst()) else { return nil }
            return name
        }
        let own = found.filter { targets.contains(String($0.dropLast("Tests".count))) }
        return Array((own + found.filter { !own.contains($0) }).prefix(3))
    }

    private static func number(_ count: Int, _ word: String) -> String {
        let digits = "\(count)"
        let text = count < 1000 ? digits : "\(digits.dropLast(3)),\(digits.suffix(3))"
        return "\(text) \(word)\(count == 1 ? "" : "s")"
    }
}
