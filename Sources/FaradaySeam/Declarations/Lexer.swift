/// Cuts the text of a declaration into tokens.
struct Lexer {
    typealias Problem = DeclarationError.Problem

    /// How deeply strings may stand in the interpolations of strings.
    static let deepestString = 16

    private let text: [UInt8]
    private var place = 0

    init(_ text: [UInt8]) { self.text = text }

    /// The next token, or `nil` at the end.
    mutating func next() throws(Problem) -> Token? {
        let before = place
        try skipSpace()
        guard let byte = byte(0) else { return nil }
        let start = place
        let kind = try skipToken(byte)
        return Token(
            kind: kind, text: String(decoding: text[start..<place], as: UTF8.self), range: start..<place,
            isAttached: start == before && start > 0)
    }

    private func byte(_ offset: Int) -> UInt8? {
        place + offset < text.count ? text[place + offset] : nil
    }

    private func starts(with mark: StaticString) -> Bool {
        guard text.count - place >= mark.utf8CodeUnitCount else { return false }
        return (0..<mark.utf8CodeUnitCount).allSatisfy { mark.utf8Start[$0] == text[place + $0] }
    }

    private mutating func skipToken(_ byte: UInt8) throws(Problem) -> Token.Kind {
        switch byte {
        case _ where byte.startsWord:
            skipWord()
            return .word
        case UInt8(ascii: "`"):
            try skipQuotedWord()
            return .word
        case _ where byte.isDigit:
            skipNumber()
            return .literal
        case UInt8(ascii: "\""):
            try skipString(hashes: 0, depth: 0)
            return .literal
        case UInt8(ascii: "#"):
            return try skipHash()
        default:
            let isLong = starts(with: "->") || starts(with: "==")
            place += starts(with: "...") ? 3 : isLong ? 2 : 1
            return .mark
        }
    }

    private mutating func skipSpace() throws(Problem) {
        while let byte = byte(0) {
            if byte.isSpace {
                place += 1
            } else if starts(with: "//") {
                while let byte = self.byte(0), !byte.isNewline { place += 1 }
            } else if starts(with: "/*") {
                try skipComment()
            } else {
                return
            }
        }
    }

    private mutating func skipComment() throws(Problem) {
        var depth = 0
        repeat {
            if starts(with: "/*") {
                depth += 1
                place += 2
            } else if starts(with: "*/") {
                depth -= 1
                place += 2
            } else if place < text.count {
                place += 1
            } else {
                throw .unclosed("a comment")
            }
        } while depth > 0
    }

    private mutating func skipWord() {
        while let byte = byte(0), byte.startsWord || byte.isDigit { place += 1 }
    }

    private mutating func skipQuotedWord() throws(Problem) {
        place += 1
        let start = place
        while let byte = byte(0), byte != UInt8(ascii: "`"), !byte.isNewline { place += 1 }
        guard byte(0) == UInt8(ascii: "`"), place > start else { throw .unclosed("a name in backticks") }
        place += 1
    }

    /// `1`, `0x1F`, `1_000.5e3`; but of `1...5` only the `1`.
    private mutating func skipNumber() {
        while let byte = byte(0) {
            let isFraction = byte == UInt8(ascii: ".") && self.byte(1)?.isDigit == true
            guard isFraction || byte.isDigit || byte.startsWord else { return }
            place += 1
        }
    }

    /// `#line`, or a string that starts with `#"`.
    private mutating func skipHash() throws(Problem) -> Token.Kind {
        let hashes = countHashes()
        if byte(hashes) == UInt8(ascii: "\"") {
            try skipString(hashes: hashes, depth: 0)
            return .literal
        }
        place += hashes
        guard hashes == 1, byte(0)?.startsWord == true else { return .mark }
        skipWord()
        return .word
    }

    private func countHashes() -> Int {
        var count = 0
        while byte(count) == UInt8(ascii: "#") { count += 1 }
        return count
    }

    /// A string of one line or of several, with interpolations; `place` is at its first `#` or quotation mark.
    private mutating func skipString(hashes: Int, depth: Int) throws(Problem) {
        guard depth < Self.deepestString else { throw .nestedTooDeeply }
        place += hashes
        let quotes = starts(with: "\"\"\"") ? 3 : 1
        place += quotes
        while let byte = byte(0) {
            if byte == UInt8(ascii: "\\"), isFollowed(after: 1, UInt8(ascii: "#"), hashes) {
                place += 1 + hashes
                if self.byte(0) == UInt8(ascii: "(") {
                    try skipInterpolation(depth: depth)
                } else {
                    place += 1
                }
            } else if isFollowed(after: 0, UInt8(ascii: "\""), quotes),
                isFollowed(after: quotes, UInt8(ascii: "#"), hashes)
            {
                place += quotes + hashes
                return
            } else if quotes == 1, byte.isNewline {
                break
            } else {
                place += 1
            }
        }
        throw .unclosed("a string")
    }

    private func isFollowed(after offset: Int, _ expected: UInt8, _ count: Int) -> Bool {
        (0..<count).allSatisfy { byte(offset + $0) == expected }
    }

    private mutating func skipInterpolation(depth: Int) throws(Problem) {
        var open = 0
        repeat {
            guard let byte = byte(0) else { throw .unclosed("a string") }
            let hashes = countHashes()
            if self.byte(hashes) == UInt8(ascii: "\"") {
                try skipString(hashes: hashes, depth: depth + 1)
                continue
            }
            open += byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
            place += max(1, hashes)
        } while open > 0
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isNewline: Bool { self == 10 || self == 13 }
    fileprivate var isSpace: Bool { self == 32 || (9...13).contains(self) }

    /// A letter, `_`, `$`, or part of a character that isn't ASCII.
    fileprivate var startsWord: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
            || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self >= 0x80
    }
}
