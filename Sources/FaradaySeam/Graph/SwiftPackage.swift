import Foundation

/// A SwiftPM package: what its modules are and how SwiftPM compiles them.
struct SwiftPackage {
    /// How SwiftPM calls the compiler, as it notes it beside what it built.
    struct Plan: Decodable, Sendable {
        /// The compiler's command line by the module's name, for the targets of dependencies too.
        var swiftTargetScanArgs: [String: [String]]
    }

    /// The directory with `Package.swift`.
    let root: String
    /// Where SwiftPM builds.
    let scratch: String
    /// Whether SwiftPM may be run. It may not inside a plugin, which SwiftPM runs while it holds its lock; there,
    /// the plugin has built already.
    let builds: Bool
    let toolchain: Toolchain
    /// Takes a line that tells what is going on.
    let report: @Sendable (String) -> Void
    private let own = Once<[Target]>()
    private let others = Once<[Target]>()

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

    /// SwiftPM's plan; `nil` if it has made none yet.
    func plan() -> Plan? {
        FileManager.default.contents(atPath: products + "/description.json")
            .flatMap { try? JSONDecoder().decode(Plan.self, from: $0) }
    }

    /// Runs a tool of SwiftPM on this package.
    func run(_ name: String, _ arguments: [String]) throws -> Tool.Result {
        let places = ["--package-path", root, "--scratch-path", scratch]
        return try toolchain.tool(name).run(places + arguments, in: root)
    }
}

extension SwiftPackage {
    /// The names of the modules that this package and its dependencies have.
    func modules() throws -> [String] {
        guard builds else { return plan()?.swiftTargetScanArgs.keys.sorted() ?? [] }
        return (try targets() + dependencyTargets()).map(\.module)
    }

    /// The targets of this package itself.
    func targets() throws -> [Target] {
        guard builds else { return [] }
        return try own.value {
            let result = try run("swift-package", ["describe", "--type", "json"])
            guard result.status == 0, let all = Target.all(inDescription: result.output, root: root) else {
                throw SeamError("SwiftPM can't read the package at \(root): \(result.firstError)")
            }
            return all
        }
    }

    /// The targets of all packages on which this one depends.
    private func dependencyTargets() throws -> [Target] {
        guard builds else { return [] }
        return try others.value {
            let result = try run("swift-package", ["show-dependencies", "--format", "json"])
            let paths = Target.packages(inDependencies: result.output).subtracting([root])
            return try paths.sorted().flatMap { path in
                let manifest = try toolchain.tool("swift-package").run([
                    "--package-path", path, "dump-package",
                ])
                return Target.all(inManifest: manifest.output, root: path)
            }
        }
    }

    /// Where the compiler finds a module of this package or of one that it depends on; `nil` if they have none of
    /// that name. SwiftPM builds it first.
    func search(for module: String) throws -> ModuleSearch? {
        guard builds else { return builtSearch(module) }
        var target = try targets().first { $0.module == module }
        if target == nil { target = try dependencyTargets().first { $0.module == module } }
        if let target, target.kind == .system { return try systemSearch(target) }
        if let target {
            report("building \(target.name) in \(root)")
            let result = try run("swift-build", ["--target", target.name])
            guard result.status == 0 else {
                throw SeamError("SwiftPM can't build \(target.name): \(result.firstError)")
            }
        } else {
            // What a binary target has in it shows only when it has been fetched.
            guard try (targets() + dependencyTargets()).contains(where: { $0.kind == .binary }) else {
                return nil
            }
            report("building \(root)")
            _ = try run("swift-build", [])
        }
        return builtSearch(module, target)
    }

    /// Where what SwiftPM has built is.
    private func builtSearch(_ module: String, _ target: Target? = nil) -> ModuleSearch {
        let plan = plan()?.swiftTargetScanArgs ?? [:]
        var search = ModuleSearch(includes: [products + "/Modules"])
        if let own = plan[module] { return search.adding(Self.search(in: own)) }
        // A C target: it is enough what those need that import it. If none does, its headers may still need those of others.
        for (_, words) in plan.sorted(by: { $0.key < $1.key }) {
            search = search.adding(Self.search(in: words))
        }
        let others = ((try? targets()) ?? []).filter { $0.kind == .clang && $0 != target }
        for other in (target.map { [$0] } ?? []) + others {
            search.addHeaders("\(other.path)/\(other.headers)")
            search.addModuleMap("\(products)/\(other.module).build/module.modulemap")
            search.addModuleMap("\(other.path)/\(other.headers)/module.modulemap")
        }
        return search
    }

    /// Where a system library's module map is, and its headers if `pkg-config` knows.
    private func systemSearch(_ target: Target) throws -> ModuleSearch {
        var search = ModuleSearch()
        search.addModuleMap("\(target.path)/module.modulemap")
        let manifest = try toolchain.tool("swift-package").run([
            "--package-path", target.package, "dump-package",
        ])
        let same = Target.all(inManifest: manifest.output, root: target.package).first {
            $0.name == target.name
        }
        if let name = same?.pkgConfig,
            let path = Toolchain.search("pkg-config", in: ProcessInfo.processInfo.environment["PATH"] ?? "")
        {
            let result = try Tool(path: path).run(["--cflags", name])
            if result.status == 0 { search.clang += Toolchain.words(of: result.text) }
        }
        return search
    }

    /// Builds what a target needs. Errors in the target itself are not told: who compiles it meets them.
    func buildDependencies(of target: Target) throws {
        guard builds else { return }
        report("building what \(target.name) needs in \(root)")
        _ = try run("swift-build", ["--target", target.name])
    }
}

extension ModuleSearch {
    fileprivate mutating func addModuleMap(_ path: String) {
        let option = "-fmodule-map-file=" + path
        if FileManager.default.fileExists(atPath: path), !clang.contains(option) { clang.append(option) }
    }

    fileprivate mutating func addHeaders(_ path: String) {
        if FileManager.default.fileExists(atPath: path), !clang.contains("-I" + path) {
            clang.append("-I" + path)
        }
    }
}
