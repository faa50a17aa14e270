import BluetoothWire

/// A number with a unit that fills its characteristic, such as a temperature.
///
/// It is sent in steps: a number between two steps is sent as the nearer one, and one out of range as the nearest end
/// of the range. Literals will do where a quantity is needed:
///
/// ```swift
/// device.update(EnvironmentalSensing.temperature, 21.5)
/// ```
public protocol Quantity: CharacteristicValue, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// How the number is sent.
    static var scale: QuantityScale { get }
    /// The number in its unit; not a number if it is not known.
    var number: Double { get }
    /// Creates a quantity of a number in its unit.
    init(_ number: Double)
}

/// How a quantity is sent: the width of its field, and how many steps are one unit.
public struct QuantityScale: Sendable {
    /// The width of a field.
    public enum Width: Sendable {
        /// 8 bits.
        case uint8
        /// 8 bits with a sign.
        case int8
        /// 16 bits.
        case uint16
        /// 16 bits with a sign.
        case int16
        /// 24 bits.
        case uint24
        /// 24 bits with a sign.
        case int24
        /// 32 bits.
        case uint32
    }

    /// The width of the field.
    public let width: Width
    /// How many steps of the field are one unit.
    public let stepsPerUnit: Double
    /// What the field says if the number is not known.
    public let unknown: Int64?
    /// The steps that the field may say.
    public let range: ClosedRange<Int64>

    /// Creates a scale; `range` is all that the field can hold by default.
    public init(
        _ width: Width, stepsPerUnit: Double = 1, unknown: Int64? = nil, range: ClosedRange<Int64>? = nil
    ) {
        self.width = width
        self.stepsPerUnit = stepsPerUnit
        self.unknown = unknown
        var range = range ?? Self.range(of: width)
        if unknown == range.lowerBound { range = range.lowerBound + 1...range.upperBound }
        if unknown == range.upperBound { range = range.lowerBound...range.upperBound - 1 }
        self.range = range
    }

    private static func range(of width: Width) -> ClosedRange<Int64> {
        switch width {
        case .uint8: 0...0xFF
        case .int8: -0x80...0x7F
        case .uint16: 0...0xFFFF
        case .int16: -0x8000...0x7FFF
        case .uint24: 0...0xFF_FFFF
        case .int24: -0x80_0000...0x7F_FFFF
        case .uint32: 0...0xFFFF_FFFF
        }
    }
}

extension Quantity {
    /// Creates a quantity of a number in its unit.
    public init(floatLiteral number: Double) { self.init(number) }

    /// Creates a quantity of a whole number in its unit.
    public init(integerLiteral number: Int) { self.init(Double(number)) }

    /// Reads one field; steps out of the range are an error.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let scale = Self.scale
        let steps: Int64 =
            switch scale.width {
            case .uint8: Int64(try reader.uint8())
            case .int8: Int64(try reader.int8())
            case .uint16: Int64(try reader.uint16())
            case .int16: Int64(try reader.int16())
            case .uint24: Int64(try reader.uint24())
            case .int24: Int64(try reader.int24())
            case .uint32: Int64(try reader.uint32())
            }
        guard steps != scale.unknown else {
            self.init(.nan)
            return
        }
        guard scale.range.contains(steps) else {
            throw DecodeError(.value, .invalidValue(field: "\(Self.self)", value: Int(clamping: steps)))
        }
        self.init(Double(steps) / scale.stepsPerUnit)
    }

    /// Appends one field.
    public func encode(into bytes: inout [UInt8]) {
        let scale = Self.scale
        var steps = min(
            max(Int64(number, inStepsOf: 1 / scale.stepsPerUnit), scale.range.lowerBound),
            scale.range.upperBound)
        if number.isNaN, let unknown = scale.unknown { steps = unknown }
        switch scale.width {
        case .uint8, .int8: bytes.append(UInt8(truncatingIfNeeded: steps))
        case .uint16, .int16: bytes.append(littleEndian: UInt16(truncatingIfNeeded: steps))
        case .uint24, .int24: bytes.append(littleEndian24: UInt32(truncatingIfNeeded: steps))
        case .uint32: bytes.append(littleEndian: UInt32(truncatingIfNeeded: steps))
        }
    }
}
