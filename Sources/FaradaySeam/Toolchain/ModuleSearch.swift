/// Where the compiler looks for modules, and for what it compiles.
struct ModuleSearch: Hashable, Sendable {
    /// Directories with Swift modules or module maps, as after `-I`.
    var includes: [String] = []
    /// Directories with frameworks, as after `-F`.
    var frameworks: [String] = []
    /// Options for the Clang importer, each of which follows an `-Xcc`. What takes a value has it in the same word: `-I/include`.
    var clang: [String] = []
    /// The triple; `nil` is the toolchain's own.
    var target: String?
    var sdk: String?
    var resourceDirectory: String?
    /// Options of other kinds that a package's targets are compiled with and that every tool knows:
    /// `-cxx-interoperability-mode=default`.
    var other: [String] = []

    /// What the frontend, the extractor and the digester take alike.
    func arguments(_ toolchain: Toolchain) -> [String] {
        var all = ["-target", target ?? toolchain.target, "-module-cache-path", toolchain.moduleCache]
        if let sdk = sdk ?? toolchain.sdk(for: target) { all += ["-sdk", sdk] }
        if let resourceDirectory { all += ["-resource-dir", resourceDirectory] }
        all += includes.flatMap { ["-I", $0] }
        all += frameworks.flatMap { ["-F", $0] }
        all += clang.flatMap { ["-Xcc", $0] }
        return all + other
    }

    /// The search with another one's places behind its own.
    func adding(_ more: ModuleSearch) -> ModuleSearch {
        var all = self
        all.includes += more.includes.filter { !includes.contains($0) }
        all.frameworks += more.frameworks.filter { !frameworks.contains($0) }
        all.clang += more.clang.filter { !clang.contains($0) }
        if target == nil {
            all.target = more.target
            all.sdk = sdk ?? more.sdk
        }
        all.resourceDirectory = resourceDirectory ?? more.resourceDirectory
        all.other += more.other.filter { !other.contains($0) }
        return all
    }
}
