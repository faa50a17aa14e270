import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// What a line of a list of attributes says.
enum ListedFact: Hashable {
    case service(ATT.Handle, BluetoothUUID, isPrimary: Bool)
    /// `declaration` is the handle of the declaration; the value has the next one, unless the list says otherwise.
    /// Properties are `nil` if the list does not say them.
    case characteristic(
        declaration: ATT.Handle, value: ATT.Handle, BluetoothUUID, properties: GATT.Properties?)
    /// An attribute that is neither, or of which only the type is known.
    case attribute(ATT.Handle, BluetoothUUID)
    case value(ATT.Handle, [UInt8])
    /// What the list says later of a characteristic that it has.
    case property(declaration: ATT.Handle, GATT.Properties)
}

/// Reads the lines of one tool; a line of another tool gives nothing.
protocol ListedLines {
    mutating func facts(in line: ListedLine) -> [ListedFact]
}

/// A line without colours, and what can be found in it.
struct ListedLine {
    let text: String
    /// The same without the blanks at its ends.
    let trimmed: Substring

    /// Escape sequences of terminals (`ESC [ ... letter`) are left out.
    init(_ raw: Substring) {
        var text = ""
        var rest = raw
        while let first = rest.first {
            rest.removeFirst()
            if first == "\u{1B}", rest.first == "[" {
                let end = rest.dropFirst().firstIndex { $0.isLetter }
                rest = end.map { rest[rest.index(after: $0)...] } ?? ""
            } else if first != "\u{1}", first != "\u{2}" {
                text.append(first)
            }
        }
        self.text = text
        trimmed = text.trimmed
    }

    /// What stands behind a word and `=` or `:`, up to a blank, a comma or a bracket.
    func field(_ name: String) -> Substring? {
        var rest = text[...]
        while let range = rest.range(of: name) {
            rest = rest[range.upperBound...]
            let value = rest.drop { $0 == " " || $0 == "\t" }
            guard let sign = value.first, sign == "=" || sign == ":" else { continue }
            return value.dropFirst().drop { $0 == " " || $0 == "\t" }.prefix { !" ,\t()".contains($0) }
        }
        return nil
    }

    /// A handle behind a word: `0x0010`, or a decimal number.
    func handle(_ name: String) -> ATT.Handle? { field(name).flatMap(Self.handle) }

    static func handle(_ text: Substring) -> ATT.Handle? {
        text.hasPrefix("0x") ? ATT.Handle(text.dropFirst(2), radix: 16) : ATT.Handle(text)
    }

    /// The bytes of hexadecimal digits with blanks between them; nil if something else stands there.
    static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let digits = text.filter { $0 != " " && $0 != "\t" }
        guard digits.count.isMultiple(of: 2), digits.allSatisfy(\.isHexDigit), digits.allSatisfy(\.isASCII),
            digits.count <= 2 * ATT.maximumValueLength
        else { return nil }
        let values = digits.map { UInt8($0.hexDigitValue ?? 0) }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}

extension StringProtocol {
    /// Without the blanks at both ends.
    var trimmed: Substring {
        let head = self[...].drop { $0.isWhitespace }
        guard let last = head.lastIndex(where: { !$0.isWhitespace }) else { return Substring(head) }
        return Substring(head[...last])
    }

    /// Where a text stands for the first time.
    func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start != endIndex {
            if self[start...].hasPrefix(text) {
                return start..<index(start, offsetBy: text.count)
            }
            start = index(after: start)
        }
        return nil
    }
}

extension GATT.Properties {
    /// A property by the name that tools give it: `read`, `WRITE_WITHOUT_RESPONSE`, `write-without-response`.
    init?(listed name: some StringProtocol) {
        let letters = name.lowercased().filter(\.isLetter)
        guard let found = Self.listedNames[letters] else { return nil }
        self = found
    }

    private static let listedNames: [String: GATT.Properties] = [
        "broadcast": .broadcast, "read": .read, "writewithoutresponse": .writeWithoutResponse,
        "write": .write, "notify": .notify, "indicate": .indicate,
        "authenticatedsignedwrites": .authenticatedSignedWrites, "extendedproperties": .extendedProperties,
    ]
}
