/// Reads a declaration by recursive descent over its tokens. Whatever the input, it throws rather than traps.
struct DeclarationParser {
    typealias Problem = DeclarationError.Problem

    /// How deeply types may be nested: far more than anyone writes, far less than a stack holds.
    static let deepest = 24
    /// How many `?`, `!` or `.Type` may follow each other.
    static let longestSuffix = 4

    private let text: [UInt8]
    private let tokens: [Token]
    private var place = 0
    private var depth = 0

    init(_ fragments: [Fragment]) throws(Problem) {
        (text, tokens) = try Token.all(fragments)
    }

    /// The token at this distance, or `nil` after the last.
    func peek(_ distance: Int = 0) -> Token? {
        place + distance < tokens.count ? tokens[place + distance] : nil
    }

    /// Whether the next token is this keyword or mark.
    func isNext(_ text: String) -> Bool { peek()?.is(text) == true }

    /// Whether the next token is this mark, and follows the last one without a gap.
    func isAttached(_ text: String) -> Bool { isNext(text) && peek()?.isAttached == true }

    /// Goes past the next token if it is this keyword or mark.
    mutating func skip(_ text: String) -> Bool {
        guard isNext(text) else { return false }
        place += 1
        return true
    }

    mutating func expect(_ text: String) throws(Problem) {
        guard skip(text) else { throw unexpected("'\(text)'") }
    }

    /// Goes past the next token, which must be a word.
    mutating func word(_ role: String) throws(Problem) -> Token {
        guard let token = peek(), token.kind == .word else { throw unexpected(role) }
        place += 1
        return token
    }

    /// Goes past the next token; there must be one.
    mutating func any(_ role: String) throws(Problem) -> Token {
        guard let token = peek() else { throw unexpected(role) }
        place += 1
        return token
    }

    /// The error for the token that stands where something else should.
    func unexpected(_ expected: String) -> Problem {
        .expected(expected, found: peek().map { "'\($0.text)'" } ?? "the end")
    }

    /// Does what takes the parser one level deeper.
    mutating func nested<Result>(
        _ body: (inout DeclarationParser) throws(Problem) -> Result
    ) throws(Problem) -> Result {
        guard depth < Self.deepest else { throw .nestedTooDeeply }
        depth += 1
        let result = try body(&self)
        depth -= 1
        return result
    }

    /// What `body` goes past, as it stands in the declaration.
    mutating func raw(
        _ body: (inout DeclarationParser) throws(Problem) -> Void
    ) throws(Problem) -> String {
        let start = place
        try body(&self)
        guard start < place else { return "" }
        return String(
            decoding: text[tokens[start].range.lowerBound..<tokens[place - 1].range.upperBound], as: UTF8.self
        )
    }

    /// Goes past a bracket and all up to the one that closes it.
    mutating func skipBrackets() throws(Problem) {
        let closers = ["(": ")", "[": "]", "{": "}"]
        var open: [String] = []
        repeat {
            let token = try any("a closing bracket")
            if token.kind == .mark, let closer = closers[token.text] {
                open.append(closer)
            } else if token.kind == .mark, closers.values.contains(token.text), open.popLast() != token.text {
                throw .expected("a closing bracket", found: "'\(token.text)'")
            }
        } while !open.isEmpty
    }
}

extension Declaration {
    /// Reads the fragments of a symbol graph's function, method, property, subscript or initialiser.
    static func parse(_ fragments: [Fragment]) throws(DeclarationError) -> Declaration {
        do throws(DeclarationError.Problem) {
            let name = fragments.first { $0.kind == "identifier" }?.spelling
            if let name, Name.isOperator(name) { throw .operator(name) }
            var parser = try DeclarationParser(fragments)
            return try parser.declaration()
        } catch {
            let text = fragments.map(\.spelling).joined()
            throw DeclarationError(
                problem: error, declaration: text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            )
        }
    }
}
