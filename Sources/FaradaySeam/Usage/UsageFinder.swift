import Foundation

/// Has the compiler say what sources use.
struct UsageFinder {
    var toolchain: Toolchain
    /// Where the modules are that the sources import; a package's targets bring their own places besides.
    var search: ModuleSearch
    var package = PackageOptions()

    /// What the Swift files under some directories use. Files that this tool generated don't count: what they
    /// forward says nothing about what the sources
    /// need.
    ///
    /// - Parameter generated: A directory with generated sources that the others need to compile. It may be missing.
    func usage(in directories: [String], generated: String? = nil) throws -> Usage {
        let sets = try SourceSet.sets(
            for: directories, besides: generated.map { [$0] } ?? [], toolchain: toolchain, search: search,
            package: package)
        var usage = Usage()
        for set in sets { usage.formUnion(try self.usage(of: set)) }
        return usage
    }

    private func usage(of set: SourceSet) throws -> Usage {
        let command = try frontendCommand(set)
        let result = try Tool(path: command[0]).run(Self.dumping(command, set.files))
        guard result.status < 128 else {
            throw SeamError("the compiler crashed on \(set.name): \(result.firstError)")
        }
        let dump = ASTDump(result.output)
        var usage = UsageReader(wanted: set.wanted).usage(in: dump)
        let errors = Diagnostic.all(in: result.errors).filter { $0.severity == .error }
        if let first = errors.first {
            let count = errors.count == 1 ? "1 error" : "\(errors.count) errors"
            usage.warnings = ["\(count) in \(set.name) hid some uses; the first is \(first)"]
        } else if result.status != 0 {
            throw SeamError("the compiler can't read \(set.name): \(result.firstError)")
        }
        return usage
    }

    /// The arguments with which the frontend dumps what it would only check. It dumps primary files only.
    private static func dumping(_ command: [String], _ files: [String]) -> [String] {
        let files = Set(files)
        return command.dropFirst().flatMap { word in
            if word == "-typecheck" {
                return ["-dump-ast", "-dump-ast-format", "json", "-diagnostic-style", "llvm"]
            }
            return files.contains(word) ? ["-primary-file", word] : [word]
        }
    }

    /// The command line of the frontend for a compilation, as the driver would run it. The driver itself can't
    /// dump a module's files at once.
    private func frontendCommand(_ set: SourceSet) throws -> [String] {
        let options = ["-###", "-typecheck", "-wmo", "-driver-filelist-threshold=1000000"]
        let result = try toolchain.swiftc.run(options + set.options + set.files)
        guard result.status == 0,
            let line = result.text.split(separator: "\n").first(where: { $0.contains(" -typecheck ") })
        else {
            throw SeamError("the compiler can't compile \(set.name): \(result.firstError)")
        }
        return Toolchain.words(of: String(line))
    }
}

/// Makes the usage of what a dump says about the files that count.
struct UsageReader {
    /// The paths of the files that count.
    var wanted: Set<String>

    func usage(in dump: ASTDump) -> Usage {
        let files = dump.files()
        let generated = files.filter { Writer.isGenerated($0.path) }
        let counted = files.filter { wanted.contains($0.path) && !Writer.isGenerated($0.path) }
        var usage = Usage()
        for file in counted { usage.symbols.formUnion(dump.references(in: file)) }
        var types: [String: TypeFacts] = [:]
        for type in counted.flatMap(dump.types) { types[type.type, default: TypeFacts()].add(type) }
        for (name, type) in types where !type.isProtocol {
            let members = Self.members(of: name, in: types)
            for conformance in type.protocols {
                usage.implementations[conformance, default: []].formUnion(members)
            }
        }
        usage.symbols.formUnion(usage.implementations.keys)
        usage.symbols = Set(usage.symbols.map(Self.property))
        usage.seams = Self.seams(in: generated.flatMap(dump.types), usage)
        return usage
    }

    /// What all declarations of a type and its extensions have together.
    private struct TypeFacts {
        var members: Set<String> = []
        var protocols: Set<String> = []
        var superclass: String?
        var isProtocol = false

        mutating func add(_ type: ASTDump.TypeDeclaration) {
            members.formUnion(type.members.map(\.title))
            protocols.formUnion(type.protocols)
            superclass = superclass ?? type.superclass
            isProtocol = isProtocol || type.kind == "protocol"
        }
    }

    /// The members of a type and of its superclasses.
    private static func members(of name: String, in types: [String: TypeFacts]) -> Set<String> {
        var members: Set<String> = []
        var seen: Set<String> = []
        var next: String? = name
        while let name = next, seen.insert(name).inserted, let type = types[name] {
            members.formUnion(type.members)
            next = type.superclass
        }
        return members
    }

    /// What is used of generated types.
    private static func seams(in types: [ASTDump.TypeDeclaration], _ usage: Usage) -> [String: Usage.Seam] {
        var names: [String: String] = [:]
        for type in types where !type.name.isEmpty { names[type.type] = type.name }
        var seams: [String: Usage.Seam] = [:]
        for type in types {
            guard let name = names[type.type] else { continue }
            let uses = type.members.filter { usage.symbols.contains($0.usr) }.map(\.title)
            let implementations = usage.implementations[type.usr] ?? []
            guard !uses.isEmpty || !implementations.isEmpty else { continue }
            seams[name, default: Usage.Seam()].uses.formUnion(uses)
            seams[name, default: Usage.Seam()].implementations.formUnion(implementations)
        }
        return seams
    }

    /// The property or subscript of which a symbol is a getter, setter or the like; else the symbol itself.
    ///
    /// `s:1V5ThingC5levelSivg` is the getter (`v` for variable, `g` for getter) of `s:1V5ThingC5levelSivp`; a `Z`
    /// behind marks a static one.
    static func property(_ usr: String) -> String {
        guard usr.hasPrefix("s:") else { return usr }
        let isStatic = usr.hasSuffix("Z")
        let body = isStatic ? usr.dropLast() : usr[...]
        guard let accessor = body.last, "gsmMrwWlauLxyb".contains(accessor), let kind = body.dropLast().last,
            kind == "v" || kind == "i"
        else { return usr }
        return body.dropLast() + "p" + (isStatic ? "Z" : "")
    }
}
