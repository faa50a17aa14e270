/// Reads the text of an expression, by the strength of its operators.
struct ExpressionParser {
    /// Deeper ones are refused: they would need a deep stack.
    private static let deepest = 64

    private let text: [UInt8]
    private var place = 0
    private var depth = 0

    init(_ text: String) { self.text = Array(text.utf8) }

    /// The expression that the text is.
    mutating func whole() throws(DeviceExpression.Problem) -> DeviceExpression {
        let result = try expression(atLeast: 0)
        skipSpace()
        guard place == text.count else { throw wrong("an operator") }
        return result
    }

    private mutating func expression(atLeast strength: Int) throws(DeviceExpression.Problem)
        -> DeviceExpression
    {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.deepest else { throw .init("it is nested more than \(Self.deepest) deep") }
        var left = try operand()
        while let sign = infix(), sign.strength >= strength {
            place += sign.rawValue.utf8.count
            left = .infix(left, sign, try expression(atLeast: sign.strength + 1))
        }
        return left
    }

    private mutating func operand() throws(DeviceExpression.Problem) -> DeviceExpression {
        skipSpace()
        guard place < text.count else { throw wrong("a value") }
        switch text[place] {
        case UInt8(ascii: "("):
            place += 1
            let inner = try expression(atLeast: 0)
            try take(")")
            return inner
        case UInt8(ascii: "-"), UInt8(ascii: "~"), UInt8(ascii: "!"): return try prefixed()
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case let byte where Self.beginsName(byte): return try named()
        default: throw wrong("a value")
        }
    }

    private mutating func prefixed() throws(DeviceExpression.Problem) -> DeviceExpression {
        guard let sign = DeviceExpression.Prefix(rawValue: String(UnicodeScalar(text[place]))) else {
            throw wrong("a value")
        }
        place += 1
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.deepest else { throw .init("it is nested more than \(Self.deepest) deep") }
        let inner = try operand()
        if sign == .minus, case .number(let number) = inner { return .number(0 &- number) }
        return .prefix(sign, inner)
    }

    private mutating func number() throws(DeviceExpression.Problem) -> DeviceExpression {
        let digits = word()
        let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
        let number =
            isHexadecimal
            ? UInt64(digits.dropFirst(2), radix: 16).map(Int64.init(bitPattern:)) : Int64(digits)
        guard let number else { throw .init("'\(digits.asciiText)' is no number of 64 bits") }
        return .number(number)
    }

    private mutating func named() throws(DeviceExpression.Problem) -> DeviceExpression {
        let name = word()
        skipSpace()
        guard place < text.count, text[place] == UInt8(ascii: "(") else { return .name(name) }
        place += 1
        var operands = [try expression(atLeast: 0)]
        skipSpace()
        while place < text.count, text[place] == UInt8(ascii: ",") {
            place += 1
            operands.append(try expression(atLeast: 0))
            skipSpace()
        }
        try take(")")
        return .call(name, operands)
    }

    /// The operator at the place, the longest that it can be.
    private mutating func infix() -> DeviceExpression.Infix? {
        skipSpace()
        for count in [2, 1] where place + count <= text.count {
            let sign = String(decoding: text[place..<(place + count)], as: UTF8.self)
            if let found = DeviceExpression.Infix(rawValue: sign) { return found }
        }
        return nil
    }

    private mutating func word() -> String {
        let start = place
        while place < text.count, Self.beginsName(text[place]) || 0x30...0x39 ~= text[place] { place += 1 }
        return String(decoding: text[start..<place], as: UTF8.self)
    }

    private static func beginsName(_ byte: UInt8) -> Bool {
        0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == UInt8(ascii: "_")
    }

    private mutating func skipSpace() {
        while place < text.count, text[place] == 0x20 || text[place] == 0x09 { place += 1 }
    }

    private mutating func take(_ sign: Character) throws(DeviceExpression.Problem) {
        skipSpace()
        guard place < text.count, text[place] == sign.asciiValue else { throw wrong("'\(sign)'") }
        place += 1
    }

    private func wrong(_ expected: String) -> DeviceExpression.Problem {
        let rest = String(decoding: text[place...].prefix(12), as: UTF8.self)
        return .init(
            place == text.count
                ? "it ends where \(expected) is expected"
                : "'\(rest.asciiText)' is where \(expected) is expected")
    }
}
