extension BluetoothUUID: CustomStringConvertible, LosslessStringConvertible {
    /// Creates a UUID from 4 or 8 hexadecimal digits, or from the dashed form of 36 characters;
    /// `nil` for any other text.
    public init?(_ text: String) {
        let characters = Array(text.utf8)
        guard [4, 8, 36].contains(characters.count) else { return nil }
        var bytes: [UInt8] = []
        var pending: UInt8?
        for (index, character) in characters.enumerated() {
            if characters.count == 36, [8, 13, 18, 23].contains(index) {
                guard character == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = Self.digit(character) else { return nil }
            if let high = pending {
                bytes.append(high << 4 | digit)
                pending = nil
            } else {
                pending = digit
            }
        }
        self.init(bigEndian: bytes)
    }

    /// The UUID in upper-case hexadecimal: 4, 8 or 36 characters, by its width. For a malformed one, the text
    /// of the literal.
    public var description: String {
        if isMalformed { return malformedText }
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        for (index, byte) in bigEndianBytes.enumerated() {
            if width == .bits128, [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
