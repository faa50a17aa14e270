import Foundation

/// What people edit: one entry for each behaviour, in `Behaviours/*.txt`.
///
///     3.5 high
///       Cancelling a pending connect gives didDisconnect without error.
///       source: bluejay#76
///       os: iOS 13+
///       not modelled: why no test proves it
///
/// A line that begins with `#` is a comment. After the number stands how sure it is; the rule may have several lines.
struct BehaviourCatalogue {
    struct Entry: Equatable {
        /// `3.5`, `CB 6`, `ATT 5`, the number of a regression, or the name of a switch.
        var number: String
        /// What follows the number: the confidence, or what a switch decides.
        var note: String
        var rule = ""
        var source = ""
        var os = ""
        /// Why no test proves it.
        var reason: String?
    }

    struct Failure: Error, Equatable, CustomStringConvertible {
        let file: String
        let line: Int
        let problem: String
        var description: String { "\(file):\(line): \(problem)" }
    }

    private(set) var entries: [Entry] = []
    private let file: String
    private let isNumber: ((String) -> Bool)?

    /// Takes the text apart; throws the first `Failure`. Numbers ascend, which also keeps them unique; names
    /// (no `isNumber`) come in any order.
    init(_ text: String, file: String, isNumber: ((String) -> Bool)? = nil) throws {
        self.file = file
        self.isNumber = isNumber
        var last = 0
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.trimmingCharacters(in: .whitespaces)
            if words.isEmpty || line.hasPrefix("#") { continue }
            if line.hasPrefix("  ") {
                try take(field: words, index + 1)
            } else {
                try checkLast(last)
                last = index + 1
                try begin(words, last)
            }
        }
        try checkLast(last)
    }

    private mutating func begin(_ words: String, _ line: Int) throws {
        var parts = words.split(separator: " ").map(String.init)
        var number = parts.removeFirst()
        if ["CB", "ATT"].contains(number), let code = parts.first {
            number += " " + code
            parts.removeFirst()
        }
        guard isNumber?(number) != false else { throw failure(line, "'\(number)' is no number of this file") }
        if isNumber != nil, let last = entries.last {
            guard last.number.compare(number, options: .numeric) == .orderedAscending || number == "ATT 1"
            else { throw failure(line, "\(number) comes after \(last.number)") }
        }
        entries.append(Entry(number: number, note: parts.joined(separator: " ")))
    }

    private mutating func take(field words: String, _ line: Int) throws {
        guard !entries.isEmpty else { throw failure(line, "a line before the first entry") }
        let last = entries.count - 1
        for key in ["source", "os", "not modelled", "not ours"] where words.hasPrefix(key + ":") {
            let value = words.dropFirst(key.count + 1).trimmingCharacters(in: .whitespaces)
            guard !value.isEmpty else { throw failure(line, "'\(key)' says nothing") }
            switch key {
            case "source": try set(\.source, of: last, value, line)
            case "os": try set(\.os, of: last, value, line)
            default:
                guard entries[last].reason == nil else { throw failure(line, "a second reason") }
                entries[last].reason = value
            }
            return
        }
        guard entries[last].source.isEmpty, entries[last].os.isEmpty, entries[last].reason == nil else {
            throw failure(line, "not a field: '\(words)'")
        }
        entries[last].rule += (entries[last].rule.isEmpty ? "" : " ") + words
    }

    private mutating func set(
        _ field: WritableKeyPath<Entry, String>, of index: Int, _ value: String, _ line: Int
    ) throws {
        guard entries[index][keyPath: field].isEmpty else { throw failure(line, "the field stands twice") }
        entries[index][keyPath: field] = value
    }

    private func checkLast(_ line: Int) throws {
        if let last = entries.last, last.rule.isEmpty { throw failure(line, "\(last.number) has no rule") }
    }

    private func failure(_ line: Int, _ problem: String) -> Failure {
        Failure(file: file, line: line, problem: problem)
    }
}
