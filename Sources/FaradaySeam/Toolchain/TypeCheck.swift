import Foundation

/// What the compiler said about a line.
struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    enum Severity: String, Sendable {
        case error, warning, note, remark
    }

    /// The name of the file as it was given; empty if the compiler names none.
    var file: String
    /// From 1 on; 0 if the compiler names none.
    var line: Int
    /// From 1 on, in bytes.
    var column: Int
    var severity: Severity
    var message: String

    var description: String {
        file.isEmpty ? "\(severity): \(message)" : "\(file):\(line):\(column): \(severity): \(message)"
    }
}

/// Asks the compiler whether sources compile.
struct TypeCheck {
    var toolchain: Toolchain
    var search: ModuleSearch
    /// `5` or `6`.
    var languageMode = "6"
    /// Whether errors count that show only once all types are right: a value that is sent to where it is used
    /// twice, a missing return.
    var checksFlow = true
    /// Files with functions that run straight through: where there are many files, their types alone are checked.
    var straight: Set<String> = []

    /// What the compiler says about the sources, as one module. It writes nothing.
    ///
    /// Errors in the flow of a function appear only when no type is wrong, so whoever mends errors has to ask again.
    ///
    /// - Parameter sources: The texts by their files' names, which differ in their last component.
    func diagnostics(_ sources: [String: String]) throws -> [Diagnostic] {
        let place = try TemporaryDirectory()
        var names: [String: String] = [:]
        for (name, text) in sources { names[try place.write(text, to: name)] = name }
        guard !names.isEmpty else { return [] }
        let files = names.keys.sorted()
        let results = try check(files, names, checksFlow: checksFlow)
        if let found = diagnostics(in: results, names) { return found }
        // A compiler that crashes on the way has still said what is wrong with the types.
        let ofTypes = checksFlow ? try check(files, names, checksFlow: false) : results
        guard let found = diagnostics(in: ofTypes, names) else {
            let failed = ofTypes.first { $0.status != 0 }
            throw SeamError("the compiler can't check what was generated: \(failed?.firstError ?? "")")
        }
        return found
    }

    /// Runs as many compilers as there are processors, if there is work for them. Each looks at its share of the files.
    private func check(_ files: [String], _ names: [String: String], checksFlow: Bool) throws -> [Tool.Result]
    {
        let shares = shares(of: files, names)
        var results = [Result<Tool.Result, any Error>?](repeating: nil, count: shares.count)
        results.withUnsafeMutableBufferPointer { buffer in
            // Each compiler writes to a place of its own.
            nonisolated(unsafe) let buffer = buffer
            DispatchQueue.concurrentPerform(iterations: shares.count) { number in
                let (share, isStraight) = shares[number]
                buffer[number] = Result { try check(files, of: share, checksFlow: checksFlow && !isStraight) }
            }
        }
        return try results.compactMap { try $0?.get() }
    }

    private func shares(of files: [String], _ names: [String: String]) -> [(Set<String>, isStraight: Bool)] {
        let count = min(ProcessInfo.processInfo.activeProcessorCount, files.count / Self.share, 4)
        guard count > 1 else { return [(Set(files), false)] }
        let (easy, others) = (
            files.filter { straight.contains(names[$0] ?? "") },
            files.filter { !straight.contains(names[$0] ?? "") }
        )
        let half = easy.isEmpty ? 0 : others.isEmpty ? count : count / 2
        return Self.split(others, count - half).map { ($0, false) }
            + Self.split(easy, half).map { ($0, true) }
    }

    private static func split(_ files: [String], _ count: Int) -> [Set<String>] {
        (0..<count).map { number in
            Set(files.indices.filter { $0 % count == number }.map { files[$0] })
        }.filter { !$0.isEmpty }
    }

    /// So many files, at least, make another compiler worth its start.
    private static let share = 20

    private func check(_ files: [String], of share: Set<String>, checksFlow: Bool) throws -> Tool.Result {
        let isWhole = share.count == files.count
        var arguments = ["-frontend", checksFlow ? "-emit-sil" : "-typecheck"]
        for file in files {
            let isOwn = share.contains(file)
            arguments += isOwn && !isWhole ? ["-primary-file", file] : [file]
            if checksFlow, isOwn, !isWhole { arguments += ["-o", "/dev/null"] }
        }
        if checksFlow, isWhole { arguments += ["-o", "/dev/null"] }
        arguments += [
            "-module-name", "FaradaySeamTypeCheck", "-parse-as-library", "-swift-version", languageMode,
        ]
        arguments += ["-diagnostic-style", "llvm", "-no-color-diagnostics"]
        arguments += toolchain.frontendDefaults + search.arguments(toolchain)
        return try toolchain.swiftc.run(arguments)
    }

    /// What the compiler said; `nil` if it failed without an error.
    private func diagnostics(in results: [Tool.Result], _ names: [String: String]) -> [Diagnostic]? {
        var found: [Diagnostic] = []
        for result in results {
            let own = Diagnostic.all(in: result.errors + result.text) { names[$0] ?? $0 }
            guard result.status == 0 || own.contains(where: { $0.severity == .error }) else { return nil }
            found += own.filter { !found.contains($0) }
        }
        return found
    }
}

extension Diagnostic {
    /// The diagnostics in what the compiler prints with `-diagnostic-style llvm`: `/path/a.swift:3:9: error: cannot find ...`.
    static func all(in text: String, name: (String) -> String = { $0 }) -> [Diagnostic] {
        text.split(separator: "\n").compactMap { Diagnostic(line: $0, name: name) }
    }

    private init?(line text: Substring, name: (String) -> String) {
        for severity in [Severity.error, .warning, .note, .remark] {
            guard
                let mark = text.range(of: ": \(severity.rawValue): ")
                    ?? text.prefixRange("\(severity.rawValue): ")
            else { continue }
            var place = text[..<mark.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
            guard place.count >= 3, let column = Int(place.removeLast()), let line = Int(place.removeLast())
            else {
                // `<unknown>:0: error: ...`, `error: ...`
                guard text[..<mark.lowerBound].hasPrefix("<unknown>") || mark.lowerBound == text.startIndex
                else {
                    continue
                }
                self.init(
                    file: "", line: 0, column: 0, severity: severity,
                    message: String(text[mark.upperBound...]))
                return
            }
            self.init(
                file: name(place.joined(separator: ":")), line: line, column: column, severity: severity,
                message: String(text[mark.upperBound...]))
            return
        }
        return nil
    }
}

extension Substring {
    fileprivate func prefixRange(_ prefix: String) -> Range<Index>? {
        hasPrefix(prefix) ? startIndex..<index(startIndex, offsetBy: prefix.count) : nil
    }
}
