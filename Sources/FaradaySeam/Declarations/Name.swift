/// How a name is spelled where it is declared and where it is used.
enum Name {
    /// A name as it is declared, and as it is used without a dot in front of it: in backticks if it would else be read as a keyword.
    static func escaped(_ name: String) -> String {
        reserved.contains(name) || !isIdentifier(name) ? quoted(name) : name
    }

    /// A name after a dot. Few keywords mean anything there.
    static func member(_ name: String) -> String {
        let bare = bare(name)
        return afterDot.contains(bare) || !isIdentifier(bare) ? quoted(bare) : bare
    }

    /// A name as an argument's label where the parameter is declared.
    static func label(_ name: String) -> String {
        let bare = bare(name)
        return notLabels.contains(bare) || !isIdentifier(bare) ? quoted(bare) : bare
    }

    /// A name as an argument's label in a call.
    static func argument(_ name: String) -> String {
        let bare = bare(name)
        return bare == "inout" || !isIdentifier(bare) ? quoted(bare) : bare
    }

    /// A name as that of a type, after a dot or not.
    static func type(_ name: String, isMember: Bool) -> String {
        isMember || isKeyword(name) || !isIdentifier(name) ? escaped(name) : name
    }

    /// Whether this can't be the name of a type without backticks.
    static func isKeyword(_ name: String) -> Bool {
        reserved.contains(name) && !typeNames.contains(name) || name == "_"
    }

    /// A name without backticks.
    static func bare(_ name: String) -> String {
        isQuoted(name) ? String(name.dropFirst().dropLast()) : name
    }

    /// Whether this is the name of an operator, by its first character.
    static func isOperator(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first else { return false }
        return first.isASCII
            ? "/=-+!*%<>&|^~?.".unicodeScalars.contains(first)
            : operators.contains { $0.contains(first.value) }
    }

    private static func isQuoted(_ name: String) -> Bool {
        name.utf8.count > 2 && name.hasPrefix("`") && name.hasSuffix("`")
    }

    private static func quoted(_ name: String) -> String {
        isQuoted(name) || name == "_" ? name : "`\(name)`"
    }

    /// Whether a name needs no backticks for its characters: Swift has names with spaces, too.
    private static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
            return false
        }
        return name.utf8.allSatisfy { byte in
            byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
    }

    /// What can't be the name of a function, property or parameter without backticks, or can't be used in an expression then.
    private static let reserved = Set(
        """
        associatedtype class deinit enum extension fileprivate func import init inout internal let operator precedencegroup
        private protocol public rethrows static struct subscript typealias var
        break case catch continue default defer do else fallthrough for guard if in repeat return switch throw where while
        Any Protocol Self Type as await false is nil self super throws true try unowned unsafe weak
        """
        .split(whereSeparator: \.isWhitespace).map(String.init))

    /// Of these, what can be in the place of a type, or be a type's name.
    private static let typeNames: Set<String> = ["Any", "Self", "await", "unsafe"]

    private static let afterDot: Set<String> = ["Protocol", "Type", "init", "self"]

    private static let notLabels: Set<String> = ["inout", "let", "var"]

    /// The characters beyond ASCII with which an operator may begin (The Swift Programming Language, Lexical Structure, Operators).
    private static let operators: [ClosedRange<UInt32>] = [
        0xA1...0xA7, 0xA9...0xA9, 0xAB...0xAC, 0xAE...0xAE, 0xB0...0xB1, 0xB6...0xB6, 0xBB...0xBB,
        0xBF...0xBF, 0xD7...0xD7, 0xF7...0xF7,
        0x2016...0x2017, 0x2020...0x2027, 0x2030...0x203E, 0x2041...0x2053, 0x2055...0x205E, 0x2190...0x23FF,
        0x2500...0x2775,
        0x2794...0x2BFF, 0x2E00...0x2E7F, 0x3001...0x3003, 0x3008...0x3020, 0x3030...0x3030,
    ]
}
