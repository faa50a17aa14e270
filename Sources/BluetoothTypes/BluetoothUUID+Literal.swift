extension BluetoothUUID: ExpressibleByStringLiteral {
    /// Creates a UUID from a literal: `"180D"`. Text that is not a UUID gives a value with `isMalformed` set, which
    /// equals no UUID.
    ///
    /// A literal cannot throw, and must not end the process, which also runs all other tests. A method that gets such a
    /// value from a test reports it, as `World.add` does.
    public init(stringLiteral text: String) { self = BluetoothUUID(text) ?? BluetoothUUID(malformed: text) }
}

extension BluetoothUUID {
    /// How many bytes of a malformed literal are stored.
    private static let keptLength = 16

    private init(malformed text: String) {
        var bytes = Array(text.utf8.prefix(Self.keptLength))
        bytes += Array(repeating: 0, count: Self.keptLength - bytes.count)
        let words = bytes.reduce(into: (high: UInt64(0), low: UInt64(0))) { words, byte in
            words.high = words.high << 8 | words.low >> 56
            words.low = words.low << 8 | UInt64(byte)
        }
        self.init(malformedHigh: words.high, low: words.low)
    }

    /// The first 16 bytes of the literal's text.
    var malformedText: String {
        var bytes: [UInt8] = []
        for word in [high, low] {
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        let isCut = bytes.last != 0
        while bytes.last == 0 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self) + (isCut ? "..." : "")
    }
}
