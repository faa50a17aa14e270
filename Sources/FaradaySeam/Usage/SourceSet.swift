import Foundation

/// Swift files that are compiled together as one module.
struct SourceSet: Hashable {
    /// What the compilation is called in messages.
    var name: String
    /// All files.
    var files: [String]
    /// Those of which the user asked what they use.
    var wanted: Set<String>
    /// The options of the compiler's driver.
    var options: [String]
}

extension SourceSet {
    /// Sorts the Swift files under directories into compilations: by package target where a package has them, and
    /// all others together.
    static func sets(
        for directories: [String], besides others: [String] = [], toolchain: Toolchain, search: ModuleSearch,
        package options: PackageOptions
    ) throws -> [SourceSet] {
        let wanted = try directories.flatMap { try swiftFiles(under: $0) }
        guard !wanted.isEmpty else {
            throw SeamError("there are no Swift files in \(directories.joined(separator: ", "))")
        }
        let more = try others.flatMap {
            FileManager.default.fileExists(atPath: $0) ? try swiftFiles(under: $0) : []
        }
        var open = Set(wanted)
        var sets: [SourceSet] = []
        let packages = directories.compactMap { options.package(around: $0, toolchain) }
        let byRoot = Dictionary(packages.map { ($0.root, $0) }, uniquingKeysWith: { first, _ in first })
        for (_, package) in byRoot.sorted(by: { $0.key < $1.key }) {
            for set in try package.sourceSets(touching: open, besides: Set(more), search: search) {
                sets.append(set)
                open.subtract(set.wanted)
            }
        }
        // What no target compiles: manifests, fixtures, examples. It counts only where nothing else does.
        guard sets.isEmpty else { return sets }
        let files = Array(Set(wanted + more)).sorted()
        let options =
            ["-module-name", "FaradaySeamUsage", "-swift-version", "5"] + search.arguments(toolchain)
        return [
            SourceSet(
                name: directories.joined(separator: ", "), files: files, wanted: open,
                options: options + (isScript(files) ? [] : ["-parse-as-library"]))
        ]
    }

    /// A file that is called main.swift, or a lone one without `@main`, may have statements outside of functions.
    private static func isScript(_ files: [String]) -> Bool {
        if files.contains(where: { $0.hasSuffix("/main.swift") }) { return true }
        guard files.count == 1, let text = try? String(contentsOfFile: files[0], encoding: .utf8) else {
            return false
        }
        return !text.contains("@main")
    }

    /// All Swift files under a directory, or the file itself; by real path, in order.
    static func swiftFiles(under path: String) throws -> [String] {
        let files = FileManager.default
        let real = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        var isDirectory: ObjCBool = false
        guard files.fileExists(atPath: real.path, isDirectory: &isDirectory) else {
            throw SeamError("there is no directory \(path)")
        }
        guard isDirectory.boolValue else { return real.pathExtension == "swift" ? [real.path] : [] }
        var found: [String] = []
        for name in files.enumerator(atPath: real.path)?.compactMap({ $0 as? String }) ?? [] {
            let parts = name.split(separator: "/")
            guard name.hasSuffix(".swift"), parts.last != "Package.swift",
                !parts.contains(where: { $0.hasPrefix(".") })
            else { continue }
            found.append(real.appendingPathComponent(name).resolvingSymlinksInPath().path)
        }
        return found.sorted()
    }
}

/// How the packages in which sources lie are treated.
struct PackageOptions: Sendable {
    var scratch: String?
    var builds = true
    var report: @Sendable (String) -> Void = { _ in }

    func package(around path: String, _ toolchain: Toolchain) -> SwiftPackage? {
        SwiftPackage(around: path, scratch: scratch, builds: builds, toolchain: toolchain, report: report)
    }
}

extension SwiftPackage {
    /// The targets of this package that compile some of the files. Files that came since SwiftPM has built belong to the target in whose folder they are.
    func sourceSets(
        touching files: Set<String>, besides generated: Set<String> = [], search: ModuleSearch
    ) throws -> [SourceSet] {
        for target in try targets() where target.kind == .swift {
            let paths = target.sources.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
            if !files.isDisjoint(with: paths) { try buildDependencies(of: target) }
        }
        let commands = (plan()?.swiftTargetScanArgs ?? [:]).sorted { $0.key < $1.key }
        return commands.compactMap { module, words in
            let options = Self.driverOptions(in: words)
            let built = options.files.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
            let folder = Self.commonFolder(of: built)
            let new = files.union(generated).filter { $0.hasPrefix(folder) }
            let sources = Set(built).union(new).filter { FileManager.default.fileExists(atPath: $0) }.sorted()
            let wanted = files.intersection(sources)
            guard !wanted.isEmpty else { return nil }
            let more =
                search.includes.flatMap { ["-I", $0] } + search.frameworks.flatMap { ["-F", $0] }
                + search.clang.flatMap { ["-Xcc", $0] }
            return SourceSet(
                name: module, files: sources, wanted: wanted,
                options: options.others + ["-module-cache-path", toolchain.moduleCache] + more)
        }
    }

    /// The deepest folder in which all files are, with a slash behind it.
    private static func commonFolder(of paths: [String]) -> String {
        guard var folder = paths.first.map({ ($0 as NSString).deletingLastPathComponent + "/" }) else {
            return "/dev/null/"
        }
        while !paths.allSatisfy({ $0.hasPrefix(folder) }) {
            folder = (String(folder.dropLast()) as NSString).deletingLastPathComponent + "/"
        }
        return folder
    }

    /// Takes a command line of SwiftPM apart: the sources, and the options that tell what the sources mean.
    static func driverOptions(in words: [String]) -> (files: [String], others: [String]) {
        let dropped: Set = [
            "-c", "-incremental", "-enable-batch-mode", "-serialize-diagnostics", "-parseable-output",
            "-emit-objc-header", "-emit-module",
            "-emit-dependencies", "-whole-module-optimization", "-wmo", "-color-diagnostics", "-v",
            "-use-frontend-parseable-output",
            "-explicit-module-build", "-save-temps", "-warnings-as-errors",
        ]
        let droppedWithValue: Set = [
            "-index-store-path", "-emit-objc-header-path", "-module-cache-path", "-driver-use-frontend-path",
            "-output-file-map", "-o",
            "-emit-module-path", "-num-threads", "-j", "-clang-scanner-module-cache-path",
        ]
        var files: [String] = []
        var others: [String] = []
        var rest = words.dropFirst()
        while let word = rest.popFirst() {
            if dropped.contains(word) || (word.hasPrefix("-j") && Int(word.dropFirst(2)) != nil) { continue }
            if droppedWithValue.contains(word) {
                rest = rest.dropFirst()
            } else if word.hasPrefix("-"), let value = rest.first, Self.takesValue(word) {
                others += [word, value]
                rest = rest.dropFirst()
            } else if word.hasSuffix(".swift"), !word.hasPrefix("-") {
                files.append(word)
            } else {
                others.append(word)
            }
        }
        return (files, others)
    }

    /// Options whose value might be taken for a source file.
    private static func takesValue(_ option: String) -> Bool {
        [
            "-Xcc", "-Xfrontend", "-I", "-F", "-L", "-module-name", "-package-name", "-Xlinker",
            "-Xclang-linker",
        ].contains(option)
    }
}
