import BluetoothWire

/// The checksum with which some medical services protect a value from end to end, *E2E-CRC*.
///
/// ```swift
/// assert(EndToEndChecksum.of(Array("123456789".utf8)) == 0x6F91)
/// ```
///
/// Source: Continuous Glucose Monitoring Service 1.0.2, *E2E-CRC*: CRC-CCITT, the lowest bit first, starting with 0xFFFF.
public enum EndToEndChecksum {
    /// The checksum of bytes; it is sent after them, the lower byte first.
    public static func of(_ bytes: some Sequence<UInt8>) -> UInt16 {
        bytes.reduce(0xFFFF) { sum, byte in
            (0..<8).reduce(sum ^ UInt16(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0x8408 : sum >> 1 }
        }
    }

    /// Takes the checksum off the end of a value that has `length` bytes without one. A wrong checksum is an error, and
    /// so is every length other than `length` and `length` + 2.
    static func split(
        _ bytes: [UInt8], length: Int
    ) throws(DecodeError) -> (reader: ByteReader, hasChecksum: Bool) {
        var reader = ByteReader(bytes, layer: .value)
        let payload = try reader.array(length)
        let hasChecksum = !reader.isAtEnd
        if hasChecksum {
            let found = try reader.uint16()
            guard found == of(payload) else { throw reader.invalid(field, Int(found)) }
        }
        try reader.finish()
        return (ByteReader(payload, layer: .value), hasChecksum)
    }

    /// The field that a decoding error names.
    static let field: StaticString = "E2E-CRC"
}

extension DecodeError {
    /// Whether a value was refused since its end-to-end checksum is wrong.
    public var isWrongChecksum: Bool {
        if case .invalidValue(field: "\(EndToEndChecksum.field)", _) = reason { true } else { false }
    }
}

extension Array where Element == UInt8 {
    /// Appends the checksum of the bytes from `start` on.
    mutating func appendChecksum(from start: Int, if isWanted: Bool = true) {
        if isWanted { append(littleEndian: EndToEndChecksum.of(self[start...])) }
    }
}
