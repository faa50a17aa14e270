import Foundation

/// A SwiftPM package: what its modules are and how SwiftPM compiles them.
struct SwiftPackage: Sendable {
    /// A target of this package itself.
    struct Target: Decodable, Hashable, Sendable {
        var name: String
        /// The name of its module.
        var c99name: String
        /// `SwiftTarget`, `ClangTarget`, `SystemLibraryTarget`, ...
        var module_type: String
        /// From the package's directory.
        var path: String
        /// From the target's directory.
        var sources: [String]
    }

    /// How SwiftPM calls the compiler, as it notes it beside what it built.
    struct Plan: Decodable, Sendable {
        /// The compiler's command line by the module's name, for the targets of dependencies too.
        var swiftTargetScanArgs: [String: [String]]
    }

    /// The directory with `Package.swift`.
    let root: String
    /// Where SwiftPM builds.
    let scratch: String
    /// Whether SwiftPM may be run. It may not inside a plugin, which SwiftPM runs while it holds its lock; there, the plugin has built already.
    let builds: Bool
    let toolchain: Toolchain
    /// Takes a line that tells what is going on.
    let report: @Sendable (String) -> Void

    /// The package in whose directory, or below it, a path is.
    init?(
        around path: String, scratch: String? = nil, builds: Bool = true, toolchain: Toolchain,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        var place = URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL
        while !FileManager.default.fileExists(atPath: place.appendingPathComponent("Package.swift").path) {
            guard place.path != "/" else { return nil }
            place.deleteLastPathComponent()
        }
        root = place.path
        self.scratch = scratch ?? root + "/.build"
        self.builds = builds
        self.toolchain = toolchain
        self.report = report
    }

    /// Where the built modules are.
    private var products: String {
        URL(fileURLWithPath: scratch + "/debug").resolvingSymlinksInPath().path
    }

    /// The targets that the manifest declares.
    func targets() throws -> [Target] {
        struct Description: Decodable {
            var targets: [Target]
        }
        guard builds else { return [] }
        let result = try run("swift-package", ["describe", "--type", "json"])
        guard result.status == 0,
            let description = try? JSONDecoder().decode(Description.self, from: result.output)
        else { throw SeamError("SwiftPM can't read the package at \(root): \(result.firstError)") }
        return description.targets
    }

    /// SwiftPM's plan; `nil` if it has made none yet.
    func plan() -> Plan? {
        FileManager.default.contents(atPath: products + "/description.json")
            .flatMap { try? JSONDecoder().decode(Plan.self, from: $0) }
    }

    /// Where the compiler finds a module of this package or of one that it depends on. SwiftPM builds it first.
    func search(for module: String) throws -> ModuleSearch {
        let targets = try targets()
        let target = targets.first { $0.c99name == module }
        if let target, target.module_type == "SystemLibraryTarget" { return try systemSearch(target) }
        if builds { try build(target?.name ?? module) }
        let plan = plan()?.swiftTargetScanArgs ?? [:]
        var search = ModuleSearch(includes: [products + "/Modules"])
        if let own = plan[module] { return search.adding(Self.search(in: own)) }
        for (_, words) in plan.sorted(by: { $0.key < $1.key }) {
            search = search.adding(Self.search(in: words))
        }
        // A C target on which no Swift target depends.
        let map = "\(products)/\(module).build/module.modulemap"
        if FileManager.default.fileExists(atPath: map) { search.addModuleMap(map) }
        if let target { search.addModuleMap("\(root)/\(target.path)/include/module.modulemap") }
        return search
    }

    /// Builds a target with what it depends on, or the whole package if it has no such target, as is the case for products of system libraries in
    /// dependencies.
    private func build(_ target: String) throws {
        report("building \(target) in \(root)")
        let result = try run("swift-build", ["--target", target])
        guard result.status != 0 else { return }
        if (result.errors + result.text).lowercased().contains("no target named '\(target.lowercased())") {
            let whole = try run("swift-build", [])
            // What was built may be enough; if not, the module can't be seen.
            if whole.status != 0 { report("the package does not build: \(whole.firstError)") }
            return
        }
        throw SeamError("SwiftPM can't build \(target): \(result.firstError)")
    }

    /// Builds what a target needs. Errors in the target itself are not told: who compiles it meets them.
    func buildDependencies(of target: Target) throws {
        guard builds else { return }
        report("building what \(target.name) needs in \(root)")
        _ = try run("swift-build", ["--target", target.name])
    }

    /// Where the header of a system library is, if the library says so.
    private func systemSearch(_ target: Target) throws -> ModuleSearch {
        struct Manifest: Decodable {
            struct Target: Decodable {
                var name: String
                var pkgConfig: String?
            }

            var targets: [Target]
        }
        var search = ModuleSearch()
        search.addModuleMap("\(root)/\(target.path)/module.modulemap")
        let dump = try run("swift-package", ["dump-package"])
        let manifest = try? JSONDecoder().decode(Manifest.self, from: dump.output)
        if let name = manifest?.targets.first(where: { $0.name == target.name })?.pkgConfig,
            let path = Toolchain.search("pkg-config", in: ProcessInfo.processInfo.environment["PATH"] ?? "")
        {
            let result = try Tool(path: path).run(["--cflags", name])
            if result.status == 0 { search.clang += Toolchain.words(of: result.text) }
        }
        return search
    }

    private func run(_ name: String, _ arguments: [String]) throws -> Tool.Result {
        let places = ["--package-path", root, "--scratch-path", scratch]
        return try toolchain.tool(name).run(places + arguments, in: root)
    }
}

extension ModuleSearch {
    fileprivate mutating func addModuleMap(_ path: String) {
        let option = "-fmodule-map-file=" + path
        if FileManager.default.fileExists(atPath: path), !clang.contains(option) { clang.append(option) }
    }
}

extension SwiftPackage {
    /// What in a compiler's command line says where modules are; the tools that aren't compilers know nothing else.
    static func search(in words: [String]) -> ModuleSearch {
        var search = ModuleSearch()
        var clang: [String] = []
        var index = 1
        func next() -> String? {
            index += 1
            return index < words.count ? words[index] : nil
        }
        while index < words.count {
            switch words[index] {
            case "-I": if let path = next() { search.includes.append(path) }
            case "-F", "-Fsystem": if let path = next() { search.frameworks.append(path) }
            case "-Xcc": if let option = next() { clang.append(option) }
            case "-target": search.target = next()
            case "-sdk": search.sdk = next()
            case "-resource-dir": search.resourceDirectory = next()
            case let word where word.hasPrefix("-cxx-interoperability-mode="): search.other.append(word)
            case let word where word.hasPrefix("-I") && word.count > 2:
                search.includes.append(String(word.dropFirst(2)))
            case let word where word.hasPrefix("-F") && word.count > 2:
                search.frameworks.append(String(word.dropFirst(2)))
            default: break
            }
            index += 1
        }
        search.clang = clangSearch(in: clang)
        return search
    }

    /// The options of Clang that say where headers and module maps are, and what is defined; each in one word.
    private static func clangSearch(in options: [String]) -> [String] {
        let joined = ["-I", "-F", "-isystem", "-iframework", "-iquote", "-D", "-U"]
        var kept: [String] = []
        var pending: String?
        for option in options {
            if let name = pending {
                kept.append(name + option)
                pending = nil
            } else if joined.contains(option) {
                pending = option
            } else if (joined + ["-fmodule-map-file=", "-std="]).contains(where: option.hasPrefix) {
                kept.append(option)
            }
        }
        return kept
    }
}
