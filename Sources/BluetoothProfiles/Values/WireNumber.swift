import BluetoothWire

/// How a number with a resolution is sent.
package enum WireNumber: Sendable {
    case uint8, uint16, uint24, uint32
    case int16, int24, int32

    private var range: ClosedRange<Int64> {
        switch self {
        case .uint8: 0...0xFF
        case .uint16: 0...0xFFFF
        case .uint24: 0...0xFF_FFFF
        case .uint32: 0...0xFFFF_FFFF
        case .int16: -0x8000...0x7FFF
        case .int24: -0x80_0000...0x7F_FFFF
        case .int32: -0x8000_0000...0x7FFF_FFFF
        }
    }

    fileprivate func read(_ reader: inout ByteReader) throws(DecodeError) -> Int64 {
        switch self {
        case .uint8: Int64(try reader.uint8())
        case .uint16: Int64(try reader.uint16())
        case .uint24: Int64(try reader.uint24())
        case .uint32: Int64(try reader.uint32())
        case .int16: Int64(try reader.int16())
        case .int24: Int64(try reader.int24())
        case .int32: Int64(try reader.int32())
        }
    }

    fileprivate func append(_ raw: Int64, to bytes: inout [UInt8]) {
        switch self {
        case .uint8: bytes.append(UInt8(truncatingIfNeeded: raw))
        case .uint16, .int16: bytes.append(littleEndian: UInt16(truncatingIfNeeded: raw))
        case .uint24, .int24: bytes.append(littleEndian24: UInt32(truncatingIfNeeded: raw))
        case .uint32, .int32: bytes.append(littleEndian: UInt32(truncatingIfNeeded: raw))
        }
    }

    /// The nearest raw number to a number in units; never `reserved`, which means something else.
    fileprivate func raw(_ value: Double, per unit: Double, reserved: Int64?) -> Int64 {
        let raw = min(max(Int64(value, inStepsOf: 1 / unit), range.lowerBound), range.upperBound)
        guard raw == reserved else { return raw }
        return raw == range.lowerBound ? raw + 1 : raw - 1
    }
}

extension ByteReader {
    /// Reads a number that is sent as so many steps per unit.
    package mutating func number(_ number: WireNumber, per unit: Double = 1) throws(DecodeError) -> Double {
        Double(try number.read(&self)) / unit
    }

    /// Reads a number; one raw value means that there is none.
    package mutating func number(
        _ number: WireNumber, per unit: Double = 1, unavailable: Int64
    ) throws(DecodeError) -> Double? {
        let raw = try number.read(&self)
        return raw == unavailable ? nil : Double(raw) / unit
    }
}

extension Array where Element == UInt8 {
    /// Appends the nearest number of steps; too large or small ones become the nearest that fits.
    package mutating func append(_ value: Double, as number: WireNumber, per unit: Double = 1) {
        number.append(number.raw(value, per: unit, reserved: nil), to: &self)
    }

    /// Appends the nearest number of steps, or the raw value that means that there is none.
    package mutating func append(
        _ value: Double?, as number: WireNumber, per unit: Double = 1, unavailable: Int64
    ) {
        let raw = value.map { number.raw($0, per: unit, reserved: unavailable) }
        number.append(raw ?? unavailable, to: &self)
    }
}
