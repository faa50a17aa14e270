extension String {
    /// The text in ASCII: any other character is written as in a Swift literal, `L\u{F6}ck`. Line ends and tabs stay.
    ///
    /// All output of tests uses this property. Test runners read the output in pieces of 4,096 bytes, and some drop a
    /// piece whose edge splits a character of several bytes.
    package var asciiText: String {
        if utf8.allSatisfy(Self.isPlain) { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isASCII, Self.isPlain(UInt8(scalar.value)) {
                text.unicodeScalars.append(scalar)
            } else {
                text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            }
        }
        return text
    }

    /// `asciiText` on one line.
    package var asciiLine: String {
        let text = asciiText
        guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x09 }) else { return text }
        var line = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": line += "\\n"
            case "\t": line += "\\t"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) || byte == 0x0A || byte == 0x09
    }
}
