import BluetoothPort
import Foundation

/// How many lines of code each type and each function has, over all files: the lines between a type's own braces, without
/// those of the types inside it. The lines of a protocol's extensions belong to the only type that adopts it, if there is no
/// other: `Adoptions` says so.
struct TypeSizes {
    struct Measure: Hashable {
        let name: String
        let lines: Int
        let place: String
    }

    private(set) var types: [Measure] = []
    private(set) var functions: [Measure] = []

    private enum Scope {
        case type(String, isExtension: Bool)
        case function(String, line: Int)
        case other
    }

    private var counts: [String: Int] = [:]
    /// The lines in extensions of each type or protocol, by its name alone.
    private var extensionLines: [String: Int] = [:]

    /// Measures files. Types that adopt protocols are also in `others`.
    init(_ files: [HouseTests.SourceFile], others: [HouseTests.SourceFile] = []) {
        for file in files { read(file) }
        let adoptions = Adoptions(files + others)
        for (name, lines) in extensionLines {
            if let heir = adoptions.heir(of: name) { counts[place(of: heir), default: 0] += lines }
        }
        types = counts.map { Measure(name: $0.key, lines: $0.value, place: "") }
            .sorted { ($0.lines, $1.name) > ($1.lines, $0.name) }
        functions.sort { ($0.lines, $1.place) > ($1.lines, $0.place) }
    }

    /// The name under which a type of a target is counted: with the types around it, which `heir` leaves out.
    private func place(of heir: (target: String, type: String)) -> String {
        let name = "\(heir.target).\(heir.type)"
        let isInside = { (key: String) in
            key.hasPrefix(heir.target + ".") && key.hasSuffix("." + heir.type)
        }
        return counts[name] == nil ? counts.keys.sorted().first(where: isInside) ?? name : name
    }

    private mutating func read(_ file: HouseTests.SourceFile) {
        var scopes: [Scope] = []
        var next: Scope = .other
        for (index, line) in Self.code(of: file.text).enumerated() {
            let number = index + 1
            if let type = TypeDeclaration(line) {
                next = .type(
                    Self.name(type.name, inside: scopes), isExtension: type.word == "extension")
            } else if let name = Self.declaredFunction(in: line) {
                next = .function(name, line: number)
            }
            if line.contains(where: { $0 != " " }), let owner = Self.owner(scopes) {
                counts["\(file.target).\(owner.name)", default: 0] += 1
                if owner.isExtension { extensionLines[owner.name, default: 0] += 1 }
            }
            for character in line {
                if character == "{" {
                    scopes.append(next)
                    next = .other
                } else if character == "}", case .function(let name, let start)? = scopes.popLast() {
                    functions.append(
                        Measure(name: name, lines: number - start + 1, place: "\(file.path):\(start)"))
                }
            }
        }
    }

    private static func owner(_ scopes: [Scope]) -> (name: String, isExtension: Bool)? {
        for case .type(let name, let isExtension) in scopes.reversed() { return (name, isExtension) }
        return nil
    }

    private static func name(_ name: String, inside scopes: [Scope]) -> String {
        owner(scopes).map { "\($0.name).\(name)" } ?? name
    }

    /// What `code(of:)` has found, by the text: six tests ask for the code of each file.
    private static let known = Lock<[String: [String]]>([:])

    /// The lines without comments and texts, whose braces would count.
    static func code(of text: String) -> [String] {
        if let lines = known.withLock({ $0[text] }) { return lines }
        let lines = read(text)
        known.withLock { $0[text] = lines }
        return lines
    }

    private static func read(_ text: String) -> [String] {
        var isInText = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if isInText {
                isInText = !line.contains("\"\"\"")
                return ""
            }
            if line.contains("\"\"\"") {
                isInText = true
                return String(line.prefix { $0 != "\"" })
            }
            return withoutTexts(line)
        }
    }

    private static func withoutTexts(_ line: Substring) -> String {
        let (quote, slash, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "\\"))
        var code: [UInt8] = []
        var isInText = false
        var isEscaped = false
        var last = UInt8(ascii: " ")
        for byte in Array(line.utf8) {
            if isInText {
                if isEscaped {
                    isEscaped = false
                } else if byte == backslash {
                    isEscaped = true
                } else if byte == quote {
                    isInText = false
                }
                continue
            }
            if byte == quote { isInText = true }
            if byte == slash, last == slash {
                code.removeLast()
                break
            }
            if !isInText { code.append(byte) }
            last = byte
        }
        return String(decoding: code, as: UTF8.self)
    }

    static let modifiers: Set<Substring> = [
        "public", "package", "internal", "private", "fileprivate", "final", "open", "indirect", "static",
        "mutating", "nonisolated", "override", "convenience", "required", "private(set)",
    ]

    private static func declaredFunction(in line: String) -> String? {
        let words = line.split(separator: " ").drop { modifiers.contains($0) || $0.hasPrefix("@") }
        guard let first = words.first else { return nil }
        if first == "func" {
            return words.dropFirst().first.map { String($0.prefix { $0 != "(" && $0 != "<" }) }
        }
        return first.hasPrefix("init(") || first.hasPrefix("init?(") || first.hasPrefix("init<")
            ? "init" : nil
    }
}
