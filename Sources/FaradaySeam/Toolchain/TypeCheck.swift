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
        let result = try check(names.keys.sorted(), checksFlow: checksFlow)
        if let found = diagnostics(in: result, names) { return found }
        // A compiler that crashes on the way has still said what is wrong with the types.
        let ofTypes = checksFlow ? try check(names.keys.sorted(), checksFlow: false) : result
        guard let found = diagnostics(in: ofTypes, names) else {
            throw SeamError("the compiler can't check what was generated: \(result.firstError)")
        }
        return found
    }

    private func check(_ files: [String], checksFlow: Bool) throws -> Tool.Result {
        var arguments = ["-frontend"] + (checksFlow ? ["-emit-sil", "-o", "/dev/null"] : ["-typecheck"])
        arguments += files
        arguments += [
            "-module-name", "FaradaySeamTypeCheck", "-parse-as-library", "-swift-version", languageMode,
        ]
        arguments += ["-diagnostic-style", "llvm", "-no-color-diagnostics"]
        arguments += toolchain.frontendDefaults + search.arguments(toolchain)
        return try toolchain.swiftc.run(arguments)
    }

    /// What the compiler said; `nil` if it failed without an error.
    private func diagnostics(in result: Tool.Result, _ names: [String: String]) -> [Diagnostic]? {
        let found = Diagnostic.all(in: result.errors + result.text) { names[$0] ?? $0 }
        return result.status == 0 || found.contains { $0.severity == .error } ? found : nil
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
