import Foundation

/// One run of the command, from its options to files.
struct SeamRun {
    private var options: SeamOptions
    private let toolchain: Toolchain

    init(_ options: SeamOptions) throws {
        self.options = options
        toolchain = try Toolchain.find()
    }

    /// Does what was asked; `false` if `--check` has found differences.
    func run() throws -> Bool {
        var found = try module()
        var request = SeamRequest(
            module: found.interface.module, types: options.types, wantsFunctions: options.wantsFunctions,
            protocolName: options.protocolName, renames: options.renames,
            delegateStyle: options.delegateStyle,
            isPublic: options.isPublic)
        request.platform = Self.platform(of: options.search.target ?? toolchain.target)
        request.usage = try usage(found.search)
        try reexport(&found, request)
        addParents(&found)
        var named = options
        named.module = request.module
        let seam = Seam(
            toolchain: toolchain, search: found.search, interface: found.interface, request: request,
            command: named.header, testableModule: testable)
        let outcome = try seam.run()
        let texts = try Formatter(toolchain, for: options.output).format(outcome.files.map(\.text))
        let placement = SeamPlacement(options: options, command: named.header, module: request.module)
        guard let placed = try placement.place(outcome.files, texts) else {
            print(placement.listing(outcome.files, texts), terminator: "")
            return true
        }
        report(outcome)
        return options.checks ? placed.check() : try placed.write()
    }

    // MARK: The module

    private struct Found {
        var interface: Interface
        var search: ModuleSearch
        var extractor: Extractor
        var extraction: Extractor.Extraction?
    }

    private var packageOptions: PackageOptions {
        PackageOptions(scratch: options.scratchPath, builds: !options.skipsBuild) { SeamCommand.complain($0) }
    }

    private func module() throws -> Found {
        let extractor = Extractor(toolchain: toolchain, search: options.search)
        if let file = options.symbolGraph {
            let graph = try Extractor.extraction(inFile: file).graph
            if !options.module.isEmpty, options.module != graph.module.name {
                throw SeamError("\(file) is of the module \(graph.module.name), not of \(options.module)")
            }
            return Found(interface: Interface(graph), search: options.search, extractor: extractor)
        }
        let package = packageOptions.package(around: options.packagePath ?? ".", toolchain)
        if options.packagePath != nil, package == nil {
            throw SeamError("there is no package at \(options.packagePath ?? "")")
        }
        let (wider, extraction) = try extractor.locate(options.module, in: package)
        return Found(
            interface: Interface(extraction.graph), search: wider.search, extractor: wider,
            extraction: extraction)
    }

    /// A module can have types of others that it passes on: `FileManager` of Foundation, everything of a module that has nothing else.
    private func reexport(_ found: inout Found, _ request: SeamRequest) throws {
        guard options.symbolGraph == nil else { return }
        var missing = request.types.filter { found.interface.type(named: $0) == nil }
        let isEmpty = found.interface.types.isEmpty && found.interface.functions.isEmpty
        guard !missing.isEmpty || isEmpty else { return }
        for name in try found.extractor.reexports(of: found.interface.module) {
            guard let extraction = try? found.extractor.extraction(of: name) else { continue }
            let other = Interface(extraction.graph)
            guard isEmpty || missing.contains(where: { other.type(named: $0) != nil }) else { continue }
            found.interface.merge(extraction.graph)
            if let added = try found.extraction?.extensions(of: name) { found.interface.merge(added) }
            missing.removeAll { other.type(named: $0) != nil }
        }
    }

    /// What the module's classes inherit from other modules.
    private func addParents(_ found: inout Found) {
        guard options.symbolGraph == nil else { return }
        var tried: Set<String> = []
        while let name = found.interface.parentModules.sorted().first(where: { !tried.contains($0) }) {
            tried.insert(name)
            guard let extraction = try? found.extractor.extraction(of: name) else { continue }
            found.interface.mergeParents(extraction.graph)
        }
    }

    private func usage(_ search: ModuleSearch) throws -> Usage? {
        guard !options.usedIn.isEmpty else { return nil }
        let finder = UsageFinder(toolchain: toolchain, search: search, package: packageOptions)
        let usage = try finder.usage(in: options.usedIn, generated: options.output)
        if let warning = usage.warnings.first, hasSeam {
            throw SeamError("\(warning); nothing was changed, since what they hide would be lost")
        }
        for warning in usage.warnings { SeamCommand.complain(warning) }
        return usage
    }

    /// Whether there are files of an earlier run. The sources may have moved to them.
    private var hasSeam: Bool {
        guard let output = options.output else { return false }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: output)) ?? []
        return names.contains { $0.hasSuffix(".swift") && Writer.isGenerated(output + "/" + $0) }
    }

    /// The module that spies have to import: none if they are in it.
    private var testable: String? {
        guard let output = options.output, options.tests != nil else { return nil }
        if let testable = options.testable { return testable }
        let parts = output.split(separator: "/").map(String.init)
        guard let sources = parts.lastIndex(of: "Sources"), sources + 1 < parts.count else {
            return parts.last
        }
        return parts[sources + 1]
    }

    /// The name that availability has for the platform of a triple: `arm64-apple-ios17.0`.
    static func platform(of target: String) -> String? {
        let names = [
            "macos": "macOS", "ios": "iOS", "tvos": "tvOS", "watchos": "watchOS", "xros": "visionOS",
        ]
        guard let system = target.split(separator: "-").dropFirst(2).first else { return nil }
        return names[String(system.prefix { $0.isLetter })]
    }

    // MARK: What it says

    private func report(_ outcome: Seam.Outcome) {
        for omission in outcome.leftOut {
            SeamCommand.complain("leaves out \(omission.title): \(omission.reason)")
        }
        for facade in outcome.facades where !facade.omissions.isEmpty {
            let count = facade.omissions.count
            SeamCommand.complain(
                "\(facade.name) is without \(count) member\(count == 1 ? "" : "s") of \(facade.realName); "
                    + "its file says which and why")
        }
    }
}
