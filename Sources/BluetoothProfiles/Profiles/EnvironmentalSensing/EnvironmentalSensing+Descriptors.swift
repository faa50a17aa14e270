import BluetoothTypes
import BluetoothWire

extension EnvironmentalSensing {
    /// How the conditions of several triggers of one characteristic are joined (290B).
    public enum TriggerLogic: UInt8, CharacteristicValue, CaseIterable {
        /// All conditions must be met.
        case and = 0
        /// One condition must be met.
        case or = 1
    }

    /// How a device measures (290C).
    public struct Measurement: CharacteristicValue {
        /// How the value comes from the samples.
        public var samplingFunction: SamplingFunction
        /// The time over which the device samples, in seconds, 0…16,777,215; 0 if it says nothing.
        public var period: UInt32
        /// The time between two values, in seconds, 0…16,777,215; 0 if it says nothing.
        public var updateInterval: UInt32
        /// What the device measures, or where.
        public var application: Application
        /// How wrong the value may be, in percent, 0…127 in steps of 0.5; `nil` if it is not known.
        public var uncertainty: Double?

        public init(
            samplingFunction: SamplingFunction = .unspecified, period: UInt32 = 0, updateInterval: UInt32 = 0,
            application: Application = .unspecified, uncertainty: Double? = nil
        ) {
            self.samplingFunction = samplingFunction
            self.period = period
            self.updateInterval = updateInterval
            self.application = application
            self.uncertainty = uncertainty
        }
    }

    /// How a value comes from its samples.
    public struct SamplingFunction: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The device does not say.
        public static let unspecified = SamplingFunction(rawValue: 0)
        /// One sample.
        public static let instantaneous = SamplingFunction(rawValue: 1)
        /// The mean of the samples.
        public static let arithmeticMean = SamplingFunction(rawValue: 2)
        /// The root of the mean of the squares of all samples.
        public static let rootMeanSquare = SamplingFunction(rawValue: 3)
        /// The highest sample.
        public static let maximum = SamplingFunction(rawValue: 4)
        /// The lowest sample.
        public static let minimum = SamplingFunction(rawValue: 5)
        /// The sum of the samples.
        public static let accumulated = SamplingFunction(rawValue: 6)
        /// The number of samples.
        public static let count = SamplingFunction(rawValue: 7)
    }

    /// What a device measures, or where. Other numbers are in the specification's table.
    public struct Application: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The device does not say.
        public static let unspecified = Application(rawValue: 0)
        /// It measures the air.
        public static let air = Application(rawValue: 1)
        /// It measures water.
        public static let water = Application(rawValue: 2)
        /// By air pressure.
        public static let barometric = Application(rawValue: 3)
        /// It measures soil.
        public static let soil = Application(rawValue: 4)
        /// By infrared light.
        public static let infrared = Application(rawValue: 5)
        /// Out of doors.
        public static let outdoor = Application(rawValue: 19)
        /// In a building.
        public static let indoor = Application(rawValue: 20)
        /// Inside the device.
        public static let inside = Application(rawValue: 27)
        /// Outside the device.
        public static let outside = Application(rawValue: 28)
    }

    /// When a device sends a value (290D).
    ///
    /// Operands are bytes: they have the encoding of the characteristic to which the descriptor belongs.
    ///
    /// ```swift
    /// let frost = EnvironmentalSensing.Trigger.less(than: EnvironmentalSensing.Temperature(0).bytes)
    /// ```
    public enum Trigger: CharacteristicValue {
        /// The device never sends.
        case inactive
        /// Every so many seconds, 1…16,777,215.
        case every(seconds: UInt32)
        /// At most once in so many seconds, 0…16,777,215.
        case atMostEvery(seconds: UInt32)
        /// When the value differs from the one that was sent last.
        case changed
        /// While the value is less.
        case less(than: [UInt8])
        /// While the value is less or equal.
        case lessOrEqual(to: [UInt8])
        /// While the value is greater.
        case greater(than: [UInt8])
        /// While the value is greater or equal.
        case greaterOrEqual(to: [UInt8])
        /// While the value is equal.
        case equal(to: [UInt8])
        /// While the value is not equal.
        case notEqual(to: [UInt8])
    }

    /// Which descriptors of a characteristic changed, and who changed them.
    public struct DescriptorValueChanged: CharacteristicValue {
        /// Which descriptors changed, and who changed them.
        public var changes: Changes
        /// The type of the characteristic.
        public var characteristic: BluetoothUUID

        public init(_ changes: Changes, of characteristic: BluetoothUUID) {
            self.changes = changes
            self.characteristic = characteristic
        }

        /// Which descriptors changed, and who changed them.
        public struct Changes: OptionSet, Hashable, Sendable {
            public let rawValue: UInt16
            public init(rawValue: UInt16) { self.rawValue = rawValue }
            /// A client made the change; otherwise the device did.
            public static let byClient = Changes(rawValue: 0x01)
            /// A trigger changed.
            public static let triggerSetting = Changes(rawValue: 0x02)
            /// The logic of the triggers changed.
            public static let configuration = Changes(rawValue: 0x04)
            /// The description of the measurement changed.
            public static let measurement = Changes(rawValue: 0x08)
            /// The user description (2901) changed.
            public static let userDescription = Changes(rawValue: 0x10)
        }
    }
}

extension EnvironmentalSensing.Measurement {
    /// Reads 11 bytes; the flags are reserved.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        _ = try reader.uint16()
        samplingFunction = EnvironmentalSensing.SamplingFunction(rawValue: try reader.uint8())
        period = try reader.uint24()
        updateInterval = try reader.uint24()
        application = EnvironmentalSensing.Application(rawValue: try reader.uint8())
        let uncertainty = try reader.uint8()
        self.uncertainty = uncertainty == 0xFF ? nil : Double(uncertainty) / 2
    }

    /// Appends 11 bytes.
    public func encode(into bytes: inout [UInt8]) {
        bytes += [0, 0, samplingFunction.rawValue]
        bytes.append(littleEndian24: min(period, 0xFF_FFFF))
        bytes.append(littleEndian24: min(updateInterval, 0xFF_FFFF))
        bytes.append(application.rawValue)
        bytes.append(uncertainty.map { min(UInt8($0, inStepsOf: 0.5), 0xFE) } ?? 0xFF)
    }
}

extension EnvironmentalSensing.Trigger {
    /// Reads a condition and its operand.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        switch try reader.uint8() {
        case 0: self = .inactive
        case 1: self = .every(seconds: try reader.uint24())
        case 2: self = .atMostEvery(seconds: try reader.uint24())
        case 3: self = .changed
        case 4: self = .less(than: reader.rest())
        case 5: self = .lessOrEqual(to: reader.rest())
        case 6: self = .greater(than: reader.rest())
        case 7: self = .greaterOrEqual(to: reader.rest())
        case 8: self = .equal(to: reader.rest())
        case 9: self = .notEqual(to: reader.rest())
        case let condition: throw reader.invalid("trigger condition", Int(condition))
        }
    }

    /// Appends the condition and its operand.
    public func encode(into bytes: inout [UInt8]) {
        switch self {
        case .inactive: bytes.append(0)
        case .every(let seconds): Self.append(1, seconds, to: &bytes)
        case .atMostEvery(let seconds): Self.append(2, seconds, to: &bytes)
        case .changed: bytes.append(3)
        case .less(let operand): bytes += [4] + operand
        case .lessOrEqual(let operand): bytes += [5] + operand
        case .greater(let operand): bytes += [6] + operand
        case .greaterOrEqual(let operand): bytes += [7] + operand
        case .equal(let operand): bytes += [8] + operand
        case .notEqual(let operand): bytes += [9] + operand
        }
    }

    private static func append(_ condition: UInt8, _ seconds: UInt32, to bytes: inout [UInt8]) {
        bytes.append(condition)
        bytes.append(littleEndian24: min(seconds, 0xFF_FFFF))
    }
}

extension EnvironmentalSensing.DescriptorValueChanged {
    /// Reads flags and a UUID of 2 or 16 bytes. Reserved flags are ignored.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        changes = Changes(rawValue: try reader.uint16() & 0x1F)
        characteristic = try BluetoothUUID(decoding: &reader)
    }

    /// Appends flags and the UUID.
    public func encode(into bytes: inout [UInt8]) {
        bytes.append(littleEndian: changes.rawValue & 0x1F)
        characteristic.encode(into: &bytes)
    }
}
