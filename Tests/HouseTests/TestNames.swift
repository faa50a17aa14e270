import Foundation

/// A test that says in its display name which behaviours it proves.
struct NamedTest: Equatable {
    var path: String
    var line: Int
    /// The name of its function.
    var function: String
    /// What follows the numbers.
    var title: String
    var behaviours: [String] = []
    var regressions: [String] = []
}

/// Finds the display names of tests in Swift sources, and the numbers in them.
///
/// The form: `Behaviour 3.1, CB 6; regression 28, 30: what holds`, either part alone too. Ranges are
/// `3.10–3.14`, within one section, and mean the entries that there are.
struct TestNames {
    /// All numbers of the catalogue.
    let numbers: [String]
    private(set) var tests: [NamedTest] = []
    /// Names that have numbers, but not in the form: `path:line: problem`.
    private(set) var problems: [String] = []

    init(numbers: [String]) { self.numbers = numbers }

    mutating func collect(_ text: String, path: String) {
        var rest = text[...]
        while let start = rest.range(of: "@Test(") {
            rest = rest[start.upperBound...]
            let code = rest.drop { $0.isWhitespace }
            guard code.first == "\"", let name = Self.literal(code) else { continue }
            let function = Self.function(after: code)
            let line = text[..<start.lowerBound].reduce(1) { $1 == "\n" ? $0 + 1 : $0 }
            take(name, of: NamedTest(path: path, line: line, function: function, title: ""))
        }
    }

    /// The string literal at the beginning of `code`; nil for one of several lines.
    private static func literal(_ code: Substring) -> String? {
        var text = ""
        var isEscaped = false
        for character in code.dropFirst() {
            if isEscaped {
                text.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                return text
            } else if character == "\n" {
                return nil
            } else {
                text.append(character)
            }
        }
        return nil
    }

    /// The name of the next function in `code`.
    private static func function(after code: Substring) -> String {
        guard let keyword = code.range(of: "func ") else { return "" }
        return String(code[keyword.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }

    /// Takes a display name apart; `test` has where it is.
    private mutating func take(_ name: String, of test: NamedTest) {
        var test = test
        let words = name.lowercased()
        guard words.hasPrefix("behaviour ") || words.hasPrefix("regression") || Self.beginsWithNumber(name)
        else { return }
        guard let colon = name.range(of: ": ") else { return complain(test, "no colon: \(name)") }
        test.title = String(name[colon.upperBound...])
        for part in name[..<colon.lowerBound].components(separatedBy: "; ") {
            let pieces = part.split(separator: " ", maxSplits: 1).map(String.init)
            guard pieces.count == 2 else { return complain(test, "'\(part)' has no numbers") }
            for item in pieces[1].components(separatedBy: ", ") {
                switch pieces[0].lowercased() {
                case "behaviour":
                    guard let found = expand(item) else {
                        return complain(test, "the catalogue has no \(item)")
                    }
                    test.behaviours += found
                case "regression":
                    guard Int(item) != nil else { return complain(test, "regression \(item)") }
                    test.regressions.append(item)
                default: return complain(test, "neither behaviour nor regression: '\(part)'")
                }
            }
        }
        tests.append(test)
    }

    /// Whether a name begins as an entry is numbered: `3.5: …`.
    private static func beginsWithNumber(_ name: String) -> Bool {
        let parts = name.prefix { $0 != ":" && $0 != "," && $0 != " " }.split(separator: ".")
        return parts.count == 2 && parts.allSatisfy { Int($0) != nil }
    }

    /// The entries that `3.10` or `3.10–3.14` means; nil if there are none.
    private func expand(_ item: String) -> [String]? {
        let ends = item.components(separatedBy: "–")
        guard ends.count == 2 else { return numbers.contains(item) ? [item] : nil }
        let from = ends[0].split(separator: ".")
        let to = ends[1].split(separator: ".")
        guard from.count == 2, to.count == 2, from[0] == to[0], let first = Int(from[1]),
            let last = Int(to[1]), first < last
        else { return nil }
        let found = (first...last).map { "\(from[0]).\($0)" }.filter(numbers.contains)
        return found.isEmpty ? nil : found
    }

    private mutating func complain(_ test: NamedTest, _ problem: String) {
        problems.append("\(test.path):\(test.line): \(problem)")
    }
}
