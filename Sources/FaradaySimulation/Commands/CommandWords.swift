/// The words of a command, and what is left of its line.
///
/// Words are separated by spaces; a word in double quotes may contain spaces, and `\"` and `\\` in it stand for `"` and
/// `\`.
struct CommandWords {
    /// A word, and whether it was quoted.
    struct Word: Hashable {
        var text: String
        var isQuoted = false
    }

    private var left: Substring.UnicodeScalarView

    init(_ line: String) {
        left = Substring(line).unicodeScalars
        skipSpaces()
    }

    /// Whether there is no further word.
    var isAtEnd: Bool { left.isEmpty }

    /// What is left, without the spaces around it.
    var rest: String {
        var text = left
        while let last = text.last, Self.isSpace(last) { text.removeLast() }
        return String(String.UnicodeScalarView(text))
    }

    /// The next word; `nil` at the end.
    mutating func next() throws(WorldCommand.Problem) -> Word? {
        guard let first = left.first else { return nil }
        if first == "\"" { return try quoted() }
        var text = String.UnicodeScalarView()
        while let scalar = left.first, !Self.isSpace(scalar) {
            text.append(scalar)
            left.removeFirst()
        }
        skipSpaces()
        return Word(text: String(text))
    }

    private mutating func quoted() throws(WorldCommand.Problem) -> Word {
        left.removeFirst()
        var text = String.UnicodeScalarView()
        while let scalar = left.popFirst() {
            switch scalar {
            case "\"":
                if let next = left.first, !Self.isSpace(next) {
                    throw .init("a space is missing after \"\(String(text).asciiLine)\"")
                }
                skipSpaces()
                return Word(text: String(text), isQuoted: true)
            case "\\":
                guard let next = left.popFirst() else { break }
                text.append(next)
            default: text.append(scalar)
            }
        }
        throw .init("the quotation mark before \(String(text).asciiLine) has no second one")
    }

    private mutating func skipSpaces() {
        while let first = left.first, Self.isSpace(first) { left.removeFirst() }
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }
}
