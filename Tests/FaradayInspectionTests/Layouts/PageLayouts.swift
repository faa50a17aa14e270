#if os(macOS) || os(Linux)
import Foundation

/// The layouts by which the browser's page reads packets, out of its scripts. A layout is a text: fields divided by `;`, each
/// a name and a type (`Inspector/Page/layouts.js` has the notation).
struct PageLayouts {
    /// The texts of a row: a name, and one or two layouts.
    typealias Row = [String]

    private var words: [Word]
    private var at = 0
    private var constants: [String: String] = [:]
    private(set) var tables: [String: [Int: Row]] = [:]

    private enum Word: Equatable {
        case text(String)
        case name(String)
        case mark(Character)
    }

    /// Reads scripts of the page; a later one uses the constants of its own only.
    static func read(_ scripts: String...) throws -> [String: [Int: Row]] {
        var all: [String: [Int: Row]] = [:]
        for script in scripts {
            let url = PageFilesTests.root.appendingPathComponent("Inspector/Page/\(script)")
            var reader = Self(try String(contentsOf: url, encoding: .utf8))
            reader.readAll()
            all.merge(reader.tables) { first, _ in first }
        }
        return all
    }

    init(_ script: String) { words = Self.words(in: script) }

    private static func words(in script: String) -> [Word] {
        var words: [Word] = []
        var rest = Substring(script)
        while let first = rest.first {
            if rest.hasPrefix("//") {
                rest = rest.drop { $0 != "\n" }
            } else if first == "\"" {
                let text = rest.dropFirst().prefix { $0 != "\"" }
                words.append(.text(String(text)))
                rest = rest[text.endIndex...].dropFirst()
            } else if first.isLetter || first.isNumber {
                let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
                words.append(.name(String(name)))
                rest = rest[name.endIndex...]
            } else {
                if !first.isWhitespace { words.append(.mark(first)) }
                rest = rest.dropFirst()
            }
        }
        return words
    }

    /// `const name = text;` and `[const] name = { number: [text, …], … };`; everything else is passed over.
    private mutating func readAll() {
        while at + 2 < words.count {
            guard case .name(let name) = words[at], words[at + 1] == .mark("=") else {
                at += 1
                continue
            }
            at += 2
            if words[at] == .mark("{") {
                at += 1
                let rows = readRows()
                let isTable = !rows.isEmpty
                if isTable { tables[name.split(separator: ".").last.map(String.init) ?? name] = rows }
            } else if let text = readText() {
                constants[name] = text
            }
        }
    }

    private mutating func readRows() -> [Int: Row] {
        var rows: [Int: Row] = [:]
        while at + 2 < words.count, case .name(let key) = words[at], words[at + 1] == .mark(":"),
            words[at + 2] == .mark("["), let number = Self.number(key)
        {
            at += 3
            var row: Row = []
            while let text = readText() {
                row.append(text)
                if words[at] == .mark(",") { at += 1 }
            }
            guard words[at] == .mark("]") else { return rows }
            at += 1
            if words[at] == .mark(",") { at += 1 }
            rows[number] = row
        }
        return rows
    }

    /// Texts and constants with `+` between them.
    private mutating func readText() -> String? {
        var whole: String?
        while at < words.count {
            switch words[at] {
            case .text(let text): whole = (whole ?? "") + text
            case .name(let name):
                guard let text = constants[name] else { return whole }
                whole = (whole ?? "") + text
            case .mark: return whole
            }
            at += 1
            guard at < words.count, words[at] == .mark("+") else { return whole }
            at += 1
        }
        return whole
    }

    private static func number(_ text: String) -> Int? {
        text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
    }
}
#endif
