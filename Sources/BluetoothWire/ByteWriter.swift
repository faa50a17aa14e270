/// Bytes being written for the air: integers little-endian (Core 6.0, Vol 1, Part E, 2.9).
extension Array where Element == UInt8 {
    /// Appends two bytes.
    @inlinable package mutating func append(littleEndian value: UInt16) {
        append(UInt8(truncatingIfNeeded: value))
        append(UInt8(truncatingIfNeeded: value >> 8))
    }

    /// Appends the lower three bytes.
    @inlinable package mutating func append(littleEndian24 value: UInt32) {
        append(littleEndian: UInt16(truncatingIfNeeded: value))
        append(UInt8(truncatingIfNeeded: value >> 16))
    }

    /// Appends four bytes.
    @inlinable package mutating func append(littleEndian value: UInt32) {
        append(littleEndian: UInt16(truncatingIfNeeded: value))
        append(littleEndian: UInt16(truncatingIfNeeded: value >> 16))
    }

    /// Appends eight bytes.
    @inlinable package mutating func append(littleEndian value: UInt64) {
        append(littleEndian: UInt32(truncatingIfNeeded: value))
        append(littleEndian: UInt32(truncatingIfNeeded: value >> 32))
    }
}
