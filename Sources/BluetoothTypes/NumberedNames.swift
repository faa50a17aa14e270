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

    /// By addresses: in a build for debugging, the generic functions of collections took most of a search.
    private static func name(of number: UInt16, in buffer: UnsafeBufferPointer<UInt8>) -> String? {
        guard let text = buffer.baseAddress else { return nil }
        // Both are where a line begins, or the end.
        var lower = 0
        var upper = buffer.count
        while lower < upper {
            var start = (lower + upper) / 2
            while start > lower, text[start - 1] != newline { start -= 1 }
            let found = self.number(text + start)
            if found > number {
                upper = start
                continue
            }
            var end = start
            while end < upper, text[end] != newline { end += 1 }
            if found == number {
                return String(decoding: buffer[start + 5..<end], as: UTF8.self)
            }
            lower = end + 1
        }
        return nil
    }

    private static var newline: UInt8 { 0x0A }

    private static func number(_ digits: UnsafePointer<UInt8>) -> UInt16 {
        digit(digits[0]) << 12 | digit(digits[1]) << 8 | digit(digits[2]) << 4 | digit(digits[3])
    }

    /// The value of one of `0` ... `9` and `A` ... `F`.
    private static func digit(_ letter: UInt8) -> UInt16 {
        UInt16(letter >= 0x41 ? letter - 0x37 : letter - 0x30)
    }
}
