import BluetoothWire

/// A number of a medical device in 16 bits, *SFLOAT*: a mantissa of 12 bits times a power of ten.
///
/// It keeps mantissa and exponent as they came, so that it is written as it was read: 36.0 and 36 are different bytes.
///
/// ```swift
/// let glucose = ShortFloat(mantissa: 52, exponent: -1)
/// assert(glucose.value == 5.2)
/// ```
///
/// Source: IEEE 11073-20601, 8.6; GATT Specification Supplement, *medfloat16*.
public struct ShortFloat: MedicalFloat {
    /// −2048…2047; five values have a meaning of their own (`special`).
    public let mantissa: Int16
    /// The power of ten, −8…7.
    public let exponent: Int8

    public static let mantissas: ClosedRange<Int> = -2048...2047
    public static let exponents: ClosedRange<Int> = -8...7
    public static let highestSpecial = 2046

    public init(unchecked mantissa: Int, _ exponent: Int) {
        self.mantissa = Int16(mantissa)
        self.exponent = Int8(exponent)
    }

    /// Reads two bytes.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let raw = Int16(bitPattern: try reader.uint16())
        exponent = Int8(raw >> 12)
        mantissa = (raw << 4) >> 4
    }

    /// Appends two bytes.
    public func encode(into bytes: inout [UInt8]) {
        let exponent = UInt16(truncatingIfNeeded: Int(exponent)) << 12
        bytes.append(littleEndian: exponent | UInt16(bitPattern: mantissa) & 0xFFF)
    }
}

/// A number of a medical device in 32 bits, *FLOAT*: a mantissa of 24 bits times a power of ten.
///
/// ```swift
/// let temperature = LongFloat(36.6)
/// assert(temperature.mantissa == 366 && temperature.exponent == -1)
/// ```
///
/// Source: IEEE 11073-20601, 8.6; GATT Specification Supplement, *medfloat32*.
public struct LongFloat: MedicalFloat {
    /// −8388608…8388607; five values have a meaning of their own (`special`).
    public let mantissa: Int32
    /// The power of ten, −128…127.
    public let exponent: Int8

    public static let mantissas: ClosedRange<Int> = -8_388_608...8_388_607
    public static let exponents: ClosedRange<Int> = -128...127
    public static let highestSpecial = 8_388_606

    public init(unchecked mantissa: Int, _ exponent: Int) {
        self.mantissa = Int32(mantissa)
        self.exponent = Int8(exponent)
    }

    /// Reads four bytes.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let raw = Int32(bitPattern: try reader.uint32())
        exponent = Int8(raw >> 24)
        mantissa = (raw << 8) >> 8
    }

    /// Appends four bytes.
    public func encode(into bytes: inout [UInt8]) {
        let exponent = UInt32(truncatingIfNeeded: Int(exponent)) << 24
        bytes.append(littleEndian: exponent | UInt32(bitPattern: mantissa) & 0xFF_FFFF)
    }
}

/// What a medical number says instead of a number.
public enum SpecialFloat: Hashable, Sendable {
    /// More than can be measured.
    case positiveInfinity
    /// Less than can be measured.
    case negativeInfinity
    /// The sensor has no valid number.
    case notANumber
    /// The sensor does not resolve as finely as needed.
    case notAtThisResolution
    /// Reserved for future use.
    case reserved
}

/// A number of a medical device: a mantissa times a power of ten. `ShortFloat` and `LongFloat` are the two widths.
public protocol MedicalFloat: CharacteristicValue, ExpressibleByFloatLiteral, CustomStringConvertible {
    /// The integer that the mantissa is sent in.
    associatedtype Mantissa: FixedWidthInteger & SignedInteger & Sendable
    /// The number without its power of ten.
    var mantissa: Mantissa { get }
    /// The power of ten.
    var exponent: Int8 { get }
    /// The mantissas that fit.
    static var mantissas: ClosedRange<Int> { get }
    /// The exponents that fit.
    static var exponents: ClosedRange<Int> { get }
    /// The mantissa of *positive infinity*, with exponent 0; the other special values are the next ones.
    static var highestSpecial: Int { get }
    /// Creates a number of parts that fit.
    init(unchecked mantissa: Int, _ exponent: Int)
}

extension MedicalFloat {
    /// Creates a number of its parts; parts that do not fit are cut to the nearest that do.
    public init(mantissa: Int, exponent: Int) {
        self.init(
            unchecked: min(max(mantissa, Self.mantissas.lowerBound), Self.mantissas.upperBound),
            min(max(exponent, Self.exponents.lowerBound), Self.exponents.upperBound))
    }

    /// Creates the nearest number to `value`, with as few digits as it takes. Too large numbers become infinite.
    public init(_ value: Double) {
        guard value.isFinite else {
            self = value.isNaN ? .notANumber : value > 0 ? .positiveInfinity : .negativeInfinity
            return
        }
        var exponent = 0
        while !Self.fits(value, exponent) {
            exponent += 1
            guard exponent <= Self.exponents.upperBound else {
                self = value > 0 ? .positiveInfinity : .negativeInfinity
                return
            }
        }
        while exponent > Self.exponents.lowerBound, !Self.isExact(value, exponent),
            Self.fits(value, exponent - 1)
        {
            exponent -= 1
        }
        self.init(unchecked: Int(Self.scaled(value, exponent).rounded()), exponent)
    }

    /// The mantissa of `value` with this power of ten, before it is rounded.
    private static func scaled(_ value: Double, _ exponent: Int) -> Double {
        exponent < 0 ? value * tens(-exponent) : value / tens(exponent)
    }

    private static func fits(_ value: Double, _ exponent: Int) -> Bool {
        abs(scaled(value, exponent)).rounded() < Double(highestSpecial)
    }

    private static func isExact(_ value: Double, _ exponent: Int) -> Bool {
        let scaled = scaled(value, exponent)
        return abs(scaled - scaled.rounded()) <= max(1, abs(scaled)) * 1e-12
    }

    /// Creates the nearest number to a literal.
    public init(floatLiteral value: Double) { self.init(value) }

    /// The number; infinite or *not a number* for special values.
    public var value: Double {
        switch special {
        case .positiveInfinity: .infinity
        case .negativeInfinity: -.infinity
        case .notANumber, .notAtThisResolution, .reserved: .nan
        case nil:
            exponent < 0
                ? Double(mantissa) / Self.tens(-Int(exponent)) : Double(mantissa) * Self.tens(Int(exponent))
        }
    }

    private static func tens(_ count: Int) -> Double { (0..<count).reduce(1.0) { power, _ in power * 10 } }

    /// What the number says instead of a number, if it does.
    public var special: SpecialFloat? {
        guard exponent == 0 else { return nil }
        let high = Self.highestSpecial
        switch Int(mantissa) {
        case high: return .positiveInfinity
        case high + 1: return .notANumber
        case -high - 2: return .notAtThisResolution
        case -high - 1: return .reserved
        case -high: return .negativeInfinity
        default: return nil
        }
    }

    /// A number that is too high for the format.
    public static var positiveInfinity: Self { Self(unchecked: highestSpecial, 0) }
    /// A number that is too low for the format.
    public static var negativeInfinity: Self { Self(unchecked: -highestSpecial, 0) }
    /// The sensor has no valid number.
    public static var notANumber: Self { Self(unchecked: highestSpecial + 1, 0) }
    /// The sensor does not resolve as finely as needed.
    public static var notAtThisResolution: Self { Self(unchecked: -highestSpecial - 2, 0) }

    /// The number in decimal digits.
    public var description: String { special.map { "\($0)" } ?? "\(value)" }
}
