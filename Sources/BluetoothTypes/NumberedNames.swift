/// Names by number, in one text: a line for each, which is four hexadecimal digits, a space and the name, in ascending
/// order.
///
/// The text is searched where it lies in the program. Nothing is built when a program starts or asks for a name.
package struct NumberedNames: Sendable {
    private let lines: StaticString

    package init(_ lines: StaticString) { self.lines = lines }

    /// The name of `number`, if it has one.
    package subscript(number: UInt16) -> String? {
        lines.withUTF8Buffer { Self.name(of: number, in: $0) }
    }

    private static func name(of number: UInt16, in text: UnsafeBufferPointer<UInt8>) -> String? {
        let newline = UInt8(ascii: "\n")
        // Both are where a line begins, or the end.
        var lower = 0
        var upper = text.count
        while lower < upper {
            var start = (lower + upper) / 2
            while start > lower, text[start - 1] != newline { start -= 1 }
            let end = text[start..<upper].firstIndex(of: newline) ?? upper
            let found = self.number(text[start..<start + 4])
            if found == number { return String(decoding: text[start + 5..<end], as: UTF8.self) }
            if found < number { lower = end + 1 } else { upper = start }
        }
        return nil
    }

    private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt16 {
        digits.reduce(0) { value, digit in
            let isLetter = digit >= UInt8(ascii: "A")
            return value << 4 | UInt16(isLetter ? digit - UInt8(ascii: "A") + 10 : digit - UInt8(ascii: "0"))
        }
    }
}
