import BluetoothWire

extension ByteReader {
    /// Reads one byte that must not be greater than `limit`.
    package mutating func uint8(upTo limit: UInt8, _ field: StaticString) throws(DecodeError) -> UInt8 {
        let value = try uint8()
        guard value <= limit else { throw invalid(field, Int(value)) }
        return value
    }

    /// Reads two bytes as a signed number.
    package mutating func int16() throws(DecodeError) -> Int16 { Int16(bitPattern: try uint16()) }

    /// Reads three bytes as a signed number.
    package mutating func int24() throws(DecodeError) -> Int32 {
        Int32(bitPattern: (try uint24()) << 8) >> 8
    }

    /// Reads four bytes as a signed number.
    package mutating func int32() throws(DecodeError) -> Int32 { Int32(bitPattern: try uint32()) }
}

extension Array where Element == UInt8 {
    package mutating func append(littleEndian value: Int16) {
        append(littleEndian: UInt16(bitPattern: value))
    }
    package mutating func append(littleEndian24 value: Int32) {
        append(littleEndian24: UInt32(bitPattern: value))
    }
    package mutating func append(littleEndian value: Int32) {
        append(littleEndian: UInt32(bitPattern: value))
    }
}

/// Numbers that are sent in steps of a unit.
extension FixedWidthInteger {
    /// How many steps `value` is, rounded; a number out of the range becomes the nearest end of it.
    package init(_ value: Double, inStepsOf step: Double) {
        let steps = (value / step).rounded()
        if steps.isNaN {
            self = 0
        } else if steps >= Double(Self.max) {
            self = .max
        } else if steps <= Double(Self.min) {
            self = .min
        } else {
            self = Self(steps)
        }
    }
}
