import BluetoothWire

/// The bytes of a literal of Python, from its quotation mark on; `nil` if it does not end.
struct PythonBytes {
    private(set) var bytes: [UInt8]?

    init(_ literal: Substring) {
        guard let quote = literal.first else { return }
        var rest = literal.dropFirst()
        var found: [UInt8] = []
        while let letter = rest.popFirst(), found.count <= ATT.maximumValueLength {
            if letter == quote {
                bytes = found
                return
            }
            guard letter == "\\" else {
                guard let byte = letter.asciiValue else { return }
                found.append(byte)
                continue
            }
            guard let escaped = Self.escaped(&rest) else { return }
            found.append(escaped)
        }
    }

    private static func escaped(_ rest: inout Substring) -> UInt8? {
        switch rest.popFirst() {
        case "x":
            let digits = rest.prefix(2)
            rest = rest.dropFirst(2)
            return digits.count == 2 ? UInt8(digits, radix: 16) : nil
        case "n": return 10
        case "r": return 13
        case "t": return 9
        case "\\": return UInt8(ascii: "\\")
        case "'": return UInt8(ascii: "'")
        case "\"": return UInt8(ascii: "\"")
        default: return nil
        }
    }
}
