import Foundation

/// Where generated files go.
struct SeamPlacement {
    let options: SeamOptions
    let command: String
    let module: String

    struct Placed {
        /// By path.
        var texts: [String: String]
        /// Files of an earlier run of the same command that are no longer made.
        var stale: [String]

        /// Writes what has changed, and says what.
        func write() throws -> Bool {
            let written = try Writer.write(texts)
            for path in stale { try FileManager.default.removeItem(atPath: path) }
            let folder = FileManager.default.currentDirectoryPath + "/"
            for path in written + stale {
                let name = path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
                print(stale.contains(path) ? "removed \(name)" : "wrote \(name)")
            }
            if written.isEmpty, stale.isEmpty { print("nothing has changed") }
            return true
        }

        /// Prints what would change; whether nothing would.
        func check() -> Bool {
            var isSame = true
            for (path, text) in texts.sorted(by: { $0.key < $1.key }) {
                let old = try? String(contentsOfFile: path, encoding: .utf8)
                let difference = Difference.unified(path, from: old, to: text)
                if !difference.isEmpty { isSame = false }
                print(difference, terminator: "")
            }
            for path in stale {
                isSame = false
                print(
                    Difference.unified(
                        path, from: try? String(contentsOfFile: path, encoding: .utf8), to: nil),
                    terminator: "")
            }
            if !isSame {
                SeamCommand.complain("the module and its seam differ: run the command without --check")
            }
            return isSame
        }
    }

    /// The files by path; `nil` if they go to standard output.
    func place(_ files: [GeneratedFile], _ texts: [String]) throws -> Placed? {
        guard let output = options.output else { return nil }
        var placed: [String: String] = [:]
        for (file, text) in zip(files, texts) {
            let directory = file.isForTests ? options.tests ?? output : output
            let path = directory + "/" + file.name
            if file.facade == nil, isElsewhere(file.name, directory, path) { continue }
            try checkOwner(path)
            placed[path] = text
        }
        let stale = Set([output, options.tests ?? output]).sorted().flatMap(generated).filter {
            placed[$0] == nil
        }
        return Placed(texts: placed, stale: stale)
    }

    /// Support files are needed once in a target.
    private func isElsewhere(_ name: String, _ directory: String, _ path: String) -> Bool {
        let parts = directory.split(separator: "/", omittingEmptySubsequences: false)
        guard let root = parts.lastIndex(where: { $0 == "Sources" || $0 == "Tests" }), root + 2 < parts.count,
            !FileManager.default.fileExists(atPath: path)
        else { return false }
        let target = parts[...(root + 1)].joined(separator: "/")
        let all = FileManager.default.enumerator(atPath: target)?.compactMap { $0 as? String } ?? []
        return all.contains { $0.hasSuffix("/" + name) && Writer.isGenerated(target + "/" + $0) }
    }

    /// A file of another module's seam is not overwritten.
    private func checkOwner(_ path: String) throws {
        guard Writer.isGenerated(path), let line = firstLine(of: path),
            let range = line.range(of: "--module ")
        else { return }
        let owner = line[range.upperBound...].prefix { $0 != " " && $0 != "`" }
        if owner != module {
            throw SeamError(
                "\(path) is of the seam of \(owner): give another --output, or another --protocol")
        }
    }

    /// Files of this command, or of one that it has grown out of: with the same module, and no type that this one lacks.
    private func generated(in directory: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.sorted().map { directory + "/" + $0 }.filter { path in
            guard Writer.isGenerated(path), let line = firstLine(of: path) else { return false }
            let (old, new) = (Self.words(of: line), Self.words(of: "`\(command)`"))
            guard old["--module"] == new["--module"], old["--module"] != nil else { return false }
            return old["--type", default: []].isSubset(of: new["--type", default: []])
                && (old["--type"] == nil) == (new["--type"] == nil)
        }
    }

    /// The values of each option in a header.
    private static func words(of line: String) -> [String: Set<String>] {
        let command = line.split(separator: "`").dropFirst(line.hasPrefix("`") ? 0 : 1).first ?? ""
        let words = command.split(separator: " ").map(String.init)
        var found: [String: Set<String>] = [:]
        for (option, value) in zip(words, words.dropFirst()) where option.hasPrefix("--") {
            found[option, default: []].insert(value)
        }
        return found
    }

    private func firstLine(of path: String) -> String? {
        (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n").first.map(String.init)
    }

    /// All files, one after the other.
    func listing(_ files: [GeneratedFile], _ texts: [String]) -> String {
        zip(files, texts).map { "// File: \($0.name)\n\($1)\n" }.joined()
    }
}
