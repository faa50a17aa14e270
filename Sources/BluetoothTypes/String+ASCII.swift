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

    /// The text on one line of a terminal: letters, marks and signs of any language as they are. What moves the cursor, turns
    /// the line around or is not seen is written as in a Swift literal, `\u{1B}`.
    package var terminalLine: String {
        if utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return self }
        return unicodeScalars.reduce(into: "") { line, scalar in
            if scalar.isSeen {
                line.unicodeScalars.append(scalar)
            } else {
                line += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            }
        }
    }

    /// The text of which this is the `asciiText`; line ends and the like that were not escaped stay.
    package var unescapedASCII: String {
        guard contains("\\" as Character) else { return self }
        var (text, rest) = ("", self[...])
        while let start = rest.firstIndex(of: "\\") {
            text += rest[..<start]
            rest = rest[start...]
            let digits = rest.dropFirst(3).prefix(8).prefix(while: \.isHexDigit)
            if rest.hasPrefix("\\u{"), rest[digits.endIndex...].hasPrefix("}"),
                let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
            {
                text.unicodeScalars.append(scalar)
                rest = rest[digits.endIndex...].dropFirst()
            } else {
                text.append(rest.removeFirst())
            }
        }
        return text + rest
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) || byte == 0x0A || byte == 0x09
    }
}

extension Unicode.Scalar {
    /// Whether it is a sign on a line, and nothing that controls a terminal or the direction of writing.
    fileprivate var isSeen: Bool {
        switch properties.generalCategory {
        // A joiner makes one sign of several, in names with a family or a flag.
        case .format: value == 0x200D
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}

extension String {
    /// A word of a command: in quotation marks, if it would be several words without them.
    package var quotedWord: String {
        let isPlain = !isEmpty && !contains { $0 == " " || $0 == "\"" || $0 == "\\" || $0 == "\t" }
        guard !isPlain else { return self }
        var quoted = "\""
        for character in self {
            if character == "\"" || character == "\\" { quoted += "\\" }
            quoted.append(character)
        }
        return quoted + "\""
    }
}
