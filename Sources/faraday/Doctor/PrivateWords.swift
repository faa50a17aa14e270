import Foundation

/// Takes out of a text what is nobody's business: names, folders, addresses.
struct PrivateWords: Sendable {
    /// What stands in the place of a word, and of what a pattern finds.
    private let words: [(word: String, placeholder: String)]

    /// Names that say nothing of a person.
    private static let common: Set<String> = [
        "root", "runner", "admin", "user", "swift", "build", "localhost",
    ]

    /// What is always taken out, in this order.
    private static let patterns: [(pattern: String, placeholder: String)] = [
        ("/(Users|home)/[^/\\s'\"]+", "HOME"),
        ("(/private)?/var/folders/[^/\\s]+/[^/\\s]+/T", "TEMPORARY"),
        ("/Volumes/[^/\\s]+", "VOLUME"),
        ("[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+", "ADDRESS"),
        ("(?<![\\w:-])([0-9A-Fa-f]{2}[-:]){5}[0-9A-Fa-f]{2}(?![\\w:])", "ADDRESS"),
        ("\\b[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}\\b", "UUID"),
        ("(?<![\\w.-])([0-9]{1,3}\\.){3}[0-9]{1,3}(?![\\w.-])", "ADDRESS"),
        ("(?<![\\w:])([0-9A-Fa-f]{1,4}:){3,7}:?[0-9A-Fa-f]{1,4}(?![\\w:])", "ADDRESS"),
        ("(?<![\\w:])[0-9A-Fa-f]{1,4}:(:[0-9A-Fa-f]{1,4}){1,6}(?![\\w:])", "ADDRESS"),
        // All other folders but those that every Mac and every Linux has.
        (
            "(?<![\\w.:/>*-])/(?!usr/|bin/|lib|etc/|dev/|proc/|System/|Library/Developer/|Applications/|opt/homebrew/)"
                + "[^\\s'\"/]+/([^\\s'\"]*/)?",
            "PATH/"
        ),
    ]

    /// - Parameters:
    ///   - folders: Whole paths, each with what stands in its place.
    ///   - names: Names of people and machines, each with what stands in its place.
    ///   - values: Values of the environment that name a controller, and their parts.
    init(
        folders: [(word: String, placeholder: String)], names: [(word: String, placeholder: String)],
        values: [String] = []
    ) {
        var words: [(word: String, placeholder: String)] = []
        for (path, placeholder) in folders where path.utf8.count > 1 {
            words.append((path, placeholder))
            // A Mac has several names for the same folder.
            if !path.hasPrefix("/private/") { words.append(("/private" + path, placeholder)) }
        }
        for (name, placeholder) in names where name.count > 1 && !Self.common.contains(name.lowercased()) {
            words.append((name, placeholder))
        }
        // `tcp` and numbers of ports say nothing.
        words += values.filter { $0.count > 5 }.map { ($0, "CONTROLLER") }
        // A longer word may have a shorter one in it.
        self.words = words.sorted { $0.word.utf8.count > $1.word.utf8.count }
    }

    func removed(from text: String) -> String {
        var text = text
        for (word, placeholder) in words {
            let pattern = "(?<![\\w])" + Self.pattern(of: word) + "(?![\\w])"
            text = Self.replaced(pattern, by: placeholder, in: text, ignoringCase: true)
        }
        // A word that begins with a slash may follow one: `file:///home/ada`.
        for (pattern, placeholder) in Self.patterns {
            text = Self.replaced(pattern, by: placeholder, in: text)
        }
        return text
    }

    private static func replaced(
        _ pattern: String, by placeholder: String, in text: String, ignoringCase: Bool = false
    ) -> String {
        let options: String.CompareOptions =
            ignoringCase ? [.regularExpression, .caseInsensitive] : [.regularExpression]
        return text.replacingOccurrences(of: pattern, with: placeholder, options: options)
    }

    /// The word as a pattern that finds it alone.
    private static func pattern(of word: String) -> String {
        word.reduce(into: "") { pattern, character in
            if character.isASCII, !character.isLetter, !character.isNumber { pattern.append("\\") }
            pattern.append(character)
        }
    }
}
