extension BluetoothUUID: CustomStringConvertible, LosslessStringConvertible {
    /// Creates a UUID from 4 or 8 hexadecimal digits, or from the dashed form of 36 characters;
    /// `nil` for any other text.
    public init?(_ text: String) {
        var text = text
        guard let uuid = text.withUTF8(Self.init(digits:)) else { return nil }
        self = uuid
    }

    private init?(digits: UnsafeBufferPointer<UInt8>) {
        let count = digits.count
        guard count == 4 || count == 8 || count == 36 else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        for index in 0..<count {
            let character = digits[index]
            if count == 36, index == 8 || index == 13 || index == 18 || index == 23 {
                guard character == UInt8(ascii: "-") else { return nil }
            } else {
                guard let digit = Self.digit(character) else { return nil }
                high = high << 4 | low >> 60
                low = low << 4 | UInt64(digit)
            }
        }
        switch count {
        case 4: self.init(UInt16(truncatingIfNeeded: low))
        case 8: self.init(bits32: UInt32(truncatingIfNeeded: low))
        default: self.init(high: high, low: low)
        }
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
