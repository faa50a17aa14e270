extension BluetoothUUID: CustomStringConvertible, LosslessStringConvertible {
    /// Creates a UUID from 4 or 8 hexadecimal digits, or from the dashed form of 36 characters;
    /// `nil` for any other text.
    public init?(_ text: String) {
        var text = text
        guard let uuid = text.withUTF8(Self.init(digits:)) else { return nil }
        self = uuid
    }

    private init?(digits: UnsafeBufferPointer<UInt8>) {
        switch digits.count {
        case 4:
            guard let value = Self.number(digits, 0..<4) else { return nil }
            self.init(UInt16(truncatingIfNeeded: value))
        case 8:
            guard let value = Self.number(digits, 0..<8) else { return nil }
            self.init(bits32: UInt32(truncatingIfNeeded: value))
        case 36:
            let hyphen = UInt8(ascii: "-")
            guard digits[8] == hyphen, digits[13] == hyphen, digits[18] == hyphen, digits[23] == hyphen,
                let first = Self.number(digits, 0..<8), let second = Self.number(digits, 9..<13),
                let third = Self.number(digits, 14..<18), let fourth = Self.number(digits, 19..<23),
                let fifth = Self.number(digits, 24..<36)
            else { return nil }
            self.init(high: first << 32 | second << 16 | third, low: fourth << 48 | fifth)
        default: return nil
        }
    }

    /// The number that at most 16 digits in a row mean.
    private static func number(_ digits: UnsafeBufferPointer<UInt8>, _ places: Range<Int>) -> UInt64? {
        var value: UInt64 = 0
        for place in places {
            guard let digit = digit(digits[place]) else { return nil }
            value = value << 4 | UInt64(digit)
        }
        return value
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

    @inline(__always)
    private static func digit(_ character: UInt8) -> UInt8? {
        let number = character &- UInt8(ascii: "0")
        if number < 10 { return number }
        // The fifth bit tells lower case.
        let letter = (character | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? letter + 10 : nil
    }
}
