import BluetoothWire

/// Numbers as text in reports.
enum Hexadecimal {
    static func digits(_ value: UInt64, _ count: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    /// `0x002A`.
    static func word(_ value: UInt16) -> String { hexadecimal(value) }

    /// `01 02 FF`; a long one is cut, and says how long it is.
    static func bytes(_ bytes: [UInt8], most: Int = 32) -> String {
        if bytes.isEmpty { return "no bytes" }
        let text = bytes.prefix(most).map { digits(UInt64($0), 2) }.joined(separator: " ")
        return bytes.count > most ? text + " ... (\(bytes.count) bytes)" : text
    }
}
