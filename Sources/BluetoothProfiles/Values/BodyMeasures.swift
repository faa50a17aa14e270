import BluetoothWire

/// The units of a scale.
public enum BodyUnits: Hashable, Sendable {
    /// Kilograms and metres.
    case metric
    /// Pounds and inches.
    case imperial

    /// How fine masses are sent: 0.005 kg or 0.01 lb.
    var massesPerUnit: Double { self == .metric ? 200 : 100 }
    /// How fine heights are sent: 0.001 m or 0.1 in.
    var heightsPerUnit: Double { self == .metric ? 1000 : 10 }
}

/// The weights and lengths of scales and user data.
extension ByteReader {
    /// Reads two bytes as a number of steps, `count` to the unit.
    mutating func steps(per count: Double) throws(DecodeError) -> Double { Double(try uint16()) / count }

    /// As `steps(per:)`; 0xFFFF means that a measurement was not successful.
    mutating func measuredSteps(per count: Double) throws(DecodeError) -> Double? {
        let raw = try uint16()
        return raw == .max ? nil : Double(raw) / count
    }
}

extension Array where Element == UInt8 {
    /// Appends two bytes: the number of steps, `count` to the unit.
    mutating func append(steps value: Double, per count: Double) {
        append(littleEndian: UInt16(value * count, inStepsOf: 1))
    }

    /// As `append(steps:per:)`; `nil` means that a measurement was not successful, and no number is written so.
    mutating func append(measuredSteps value: Double?, per count: Double) {
        let raw = value.map { Swift.min(UInt16($0 * count, inStepsOf: 1), .max - 1) }
        append(littleEndian: raw ?? .max)
    }
}

/// How finely a scale measures masses.
public struct MassResolution: RawRepresentable, Hashable, Sendable {
    /// The code, 0…15.
    public let rawValue: UInt8
    /// Creates a resolution of its code; only the four lowest bits are used.
    public init(rawValue: UInt8) { self.rawValue = rawValue & 0x0F }

    /// The scale does not say.
    public static let notSpecified = MassResolution(rawValue: 0)
    /// Half a kilogram, or one pound.
    public static let halfKilogram = MassResolution(rawValue: 1)
    /// 200 grams, or half a pound.
    public static let grams200 = MassResolution(rawValue: 2)
    /// 100 grams, or 0.2 pounds.
    public static let grams100 = MassResolution(rawValue: 3)
    /// 50 grams, or 0.1 pounds.
    public static let grams50 = MassResolution(rawValue: 4)
    /// 20 grams, or 0.05 pounds.
    public static let grams20 = MassResolution(rawValue: 5)
    /// 10 grams, or 0.02 pounds.
    public static let grams10 = MassResolution(rawValue: 6)
    /// 5 grams, or 0.01 pounds.
    public static let grams5 = MassResolution(rawValue: 7)

    /// The resolution in kilograms, 0.005…0.5; `nil` if the scale does not say, or for a reserved code.
    public var kilograms: Double? {
        let all = [0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005]
        return (1...all.count).contains(Int(rawValue)) ? all[Int(rawValue) - 1] : nil
    }
}

/// How finely a scale measures heights.
public struct HeightResolution: RawRepresentable, Hashable, Sendable {
    /// The code, 0…7.
    public let rawValue: UInt8
    /// Creates a resolution of its code; only the three lowest bits are used.
    public init(rawValue: UInt8) { self.rawValue = rawValue & 0x07 }

    /// The scale does not say.
    public static let notSpecified = HeightResolution(rawValue: 0)
    /// One centimetre, or one inch.
    public static let centimetre = HeightResolution(rawValue: 1)
    /// Half a centimetre, or half an inch.
    public static let halfCentimetre = HeightResolution(rawValue: 2)
    /// One millimetre, or a tenth of an inch.
    public static let millimetre = HeightResolution(rawValue: 3)
}
