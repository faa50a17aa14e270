/// Reads JSON (RFC 8259) with the place of each value, so that a message can name the line. Foundation's decoders don't say
/// where a value stood.
struct JSONParser {
    /// Deeper texts are refused: they would need a deep stack.
    static let deepest = 64

    /// Why a text is no JSON.
    struct Problem: Error {
        let text: String
        let place: TextPlace
    }

    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    /// Up to where the columns of the line are counted, and how many there are.
    private var counted = (index: 0, column: 1)
    private var depth = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // The mark that some editors write at the beginning.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (index, counted.index) = (3, 3) }
    }

    /// The value that the text is.
    static func parse(_ bytes: [UInt8]) throws(Problem) -> JSONNode {
        var parser = JSONParser(bytes)
        let value = try parser.value()
        parser.skipSpace()
        guard parser.index == bytes.count else {
            throw parser.wrong("something stands behind the end of the value")
        }
        return value
    }

    private var place: TextPlace {
        mutating get {
            // Bytes that continue a character are no column.
            for byte in bytes[counted.index..<index] where byte & 0xC0 != 0x80 { counted.column += 1 }
            counted.index = index
            return TextPlace(line: line, column: counted.column)
        }
    }

    private mutating func wrong(_ text: String) -> Problem { Problem(text: text, place: place) }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
            index += 1
            if byte == 0x0A { (line, counted) = (line + 1, (index, 1)) }
        }
    }

    private mutating func value() throws(Problem) -> JSONNode {
        skipSpace()
        let start = place
        guard let byte = next else { throw wrong("the text ends where a value is expected") }
        switch byte {
        case UInt8(ascii: "{"): return JSONNode(value: .object(try members()), place: start)
        case UInt8(ascii: "["): return JSONNode(value: .array(try elements()), place: start)
        case UInt8(ascii: "\""): return JSONNode(value: .string(try string()), place: start)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return JSONNode(value: try number(), place: start)
        case UInt8(ascii: "/"): throw wrong("JSON has no comments; use the key \"note\"")
        case UInt8(ascii: "'"): throw wrong("texts stand between \" and \"")
        default: return JSONNode(value: try word(), place: start)
        }
    }

    private mutating func descend() throws(Problem) {
        depth += 1
        guard depth <= Self.deepest else {
            throw wrong("lists and objects are nested more than \(Self.deepest) deep")
        }
    }

    private mutating func members() throws(Problem) -> [JSONNode.Member] {
        try descend()
        defer { depth -= 1 }
        index += 1
        var members: [JSONNode.Member] = []
        skipSpace()
        if next == UInt8(ascii: "}") {
            index += 1
            return members
        }
        while true {
            skipSpace()
            let start = place
            guard next == UInt8(ascii: "\"") else { throw wrong("a key between \" and \" is expected") }
            let key = try string()
            skipSpace()
            guard next == UInt8(ascii: ":") else {
                throw wrong("':' is expected behind the key \"\(key.asciiText)\"")
            }
            index += 1
            members.append(.init(key: key, place: start, value: try value()))
            if try isLast(UInt8(ascii: "}"), "}") { return members }
        }
    }

    private mutating func elements() throws(Problem) -> [JSONNode] {
        try descend()
        defer { depth -= 1 }
        index += 1
        var elements: [JSONNode] = []
        skipSpace()
        if next == UInt8(ascii: "]") {
            index += 1
            return elements
        }
        while true {
            elements.append(try value())
            if try isLast(UInt8(ascii: "]"), "]") { return elements }
        }
    }

    /// Takes the comma behind an element, or the end of the list.
    private mutating func isLast(_ end: UInt8, _ name: String) throws(Problem) -> Bool {
        skipSpace()
        if next == end {
            index += 1
            return true
        }
        guard next == UInt8(ascii: ",") else { throw wrong("',' or '\(name)' is expected") }
        index += 1
        skipSpace()
        if next == end { throw wrong("a comma stands before '\(name)'") }
        return false
    }

    private mutating func word() throws(Problem) -> JSONNode.Value {
        for (word, value) in [("true", JSONNode.Value.bool(true)), ("false", .bool(false)), ("null", .null)]
        where bytes[index...].starts(with: word.utf8) {
            index += word.utf8.count
            return value
        }
        throw wrong(
            "a value is expected: a text between \" and \", a number, true, false, a list or an object")
    }

    private mutating func number() throws(Problem) -> JSONNode.Value {
        let start = index
        let problem = wrong("this is no number of JSON")
        while let byte = next, 0x30...0x39 ~= byte || "+-.eExX".utf8.contains(byte) || 0x41...0x46 ~= byte {
            index += 1
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        if digits.hasPrefix("0x") {
            throw Problem(
                text: "JSON has no hexadecimal numbers; write \"\(text)\" as a text", place: problem.place)
        }
        guard digits == "0" || !digits.hasPrefix("0") || digits.hasPrefix("0.") || digits.hasPrefix("0e")
        else { throw problem }
        if let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite, let last = text.utf8.last, 0x30...0x39 ~= last,
            !text.hasPrefix("+"), !digits.hasPrefix(".")
        else { throw problem }
        return .number(number)
    }

    private mutating func string() throws(Problem) -> String {
        let opening = place
        index += 1
        var text: [UInt8] = []
        while true {
            guard let byte = next else { throw Problem(text: "this text has no end", place: opening) }
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                let valid = String(decoding: text, as: UTF8.self)
                guard valid.utf8.elementsEqual(text) else {
                    throw Problem(text: "this text is not UTF-8", place: opening)
                }
                return valid
            case UInt8(ascii: "\\"): text += Array(String(try escape()).utf8)
            case 0..<0x20: throw wrong("a text has no line breaks and no control characters; write \\n")
            default:
                text.append(byte)
                index += 1
            }
        }
    }

    private static let escapes: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
        UInt8(ascii: "b"): "\u{8}",
        UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]

    private mutating func escape() throws(Problem) -> Unicode.Scalar {
        let problem = wrong("this is no escape of JSON")
        index += 1
        guard let byte = next else { throw problem }
        index += 1
        if let scalar = Self.escapes[byte] { return scalar }
        guard byte == UInt8(ascii: "u"), let first = unit() else { throw problem }
        if let scalar = Unicode.Scalar(first) { return scalar }
        // The first half of a pair.
        guard 0xD800...0xDBFF ~= first, next == UInt8(ascii: "\\") else { throw problem }
        index += 1
        guard next == UInt8(ascii: "u") else { throw problem }
        index += 1
        guard let second = unit(), 0xDC00...0xDFFF ~= second,
            let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
        else { throw problem }
        return scalar
    }

    /// Four hexadecimal digits.
    private mutating func unit() -> UInt16? {
        guard index + 4 <= bytes.count else { return nil }
        let digits = bytes[index..<(index + 4)]
        guard digits.allSatisfy({ 0x30...0x39 ~= $0 || 0x41...0x46 ~= $0 || 0x61...0x66 ~= $0 }) else {
            return nil
        }
        index += 4
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
