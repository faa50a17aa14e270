/// A word, a punctuation mark or a literal of a declaration.
struct Token: Hashable {
    enum Kind: Hashable {
        /// A name or a keyword, also `` `default` `` and `#line`.
        case word
        /// A number or a string.
        case literal
        /// `->`, `...`, `==`, or one character.
        case mark
    }

    var kind: Kind
    var text: String
    /// Where it stands in the text of the declaration, in UTF-8.
    var range: Range<Int>
    /// Whether it follows the token before it without a gap: what tells `@isolated(any)` from `@Sendable (Int)`.
    var isAttached: Bool
    /// Whether the graph says that this is a type's name, and so no keyword whatever its spelling.
    var isType = false
    /// The type's symbol.
    var symbol: String?

    /// Whether it is this keyword or mark.
    func `is`(_ text: String) -> Bool { !isType && kind != .literal && self.text == text }
}

extension Token {
    /// The tokens of a declaration. A fragment may hold several ("@escaping ", ") -> "), and an attribute may come in two ("@", "MainActor"), so the
    /// fragments are read as one text; what they add is which words are types.
    static func all(_ fragments: [Fragment]) throws(DeclarationError.Problem) -> (
        text: [UInt8], tokens: [Token]
    ) {
        var text: [UInt8] = []
        var types: [Int: Fragment] = [:]
        for fragment in fragments {
            if fragment.kind == "typeIdentifier" { types[text.count] = fragment }
            text += fragment.spelling.utf8
        }
        var lexer = Lexer(text)
        var tokens: [Token] = []
        while var token = try lexer.next() {
            if token.kind == .word, let type = types[token.range.lowerBound] {
                token.isType = true
                token.symbol = type.preciseIdentifier
            }
            tokens.append(token)
        }
        return (text, tokens)
    }
}
