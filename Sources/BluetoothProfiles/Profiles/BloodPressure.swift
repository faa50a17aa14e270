import BluetoothTypes
import BluetoothWire

/// The Blood Pressure service (1810).
///
/// ```swift
/// for try await measured in cuff.notifications(of: BloodPressure.measurement) {
///     print(measured.systolic, measured.diastolic, measured.unit)
/// }
/// ```
///
/// Source: Blood Pressure Service 1.1.1; GATT Specification Supplement, *Blood Pressure Measurement*.
public enum BloodPressure {
    /// The UUID of *Blood Pressure*.
    public static let service: BluetoothUUID = "1810"
    /// A measurement that is complete; indicated.
    public static let measurement = TypedCharacteristic<Measurement>("2A35", of: service)
    /// The pressure in the cuff while a measurement runs; notified. Only `systolic` is a number.
    public static let intermediateCuffPressure = TypedCharacteristic<Measurement>("2A36", of: service)
    /// What the monitor can do.
    public static let feature = TypedCharacteristic<Features>("2A49", of: service)

    /// The user index of a measurement whose user the monitor does not know.
    public static let unknownUser: UInt8 = 0xFF

    /// The unit of a pressure.
    public enum Unit: Hashable, Sendable {
        /// Millimetres of mercury, mmHg.
        case millimetresOfMercury
        /// Kilopascals, kPa; 1 kPa is about 7.5 mmHg.
        case kilopascals
    }

    /// What a monitor can do.
    public struct Features: OptionSet, CharacteristicValue {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// It detects that the body moves.
        public static let bodyMovementDetection = Features(rawValue: 0x0001)
        /// It detects a cuff that is too loose.
        public static let cuffFitDetection = Features(rawValue: 0x0002)
        /// It detects an irregular pulse.
        public static let irregularPulseDetection = Features(rawValue: 0x0004)
        /// It detects a pulse rate outside its range.
        public static let pulseRateRangeDetection = Features(rawValue: 0x0008)
        /// It detects a wrong position of the body.
        public static let positionDetection = Features(rawValue: 0x0010)
        /// It keeps bonds with several peers.
        public static let multipleBonds = Features(rawValue: 0x0020)
        /// It can protect values with a checksum.
        public static let endToEndChecksum = Features(rawValue: 0x0040)
        /// It has the User Data service.
        public static let userData = Features(rawValue: 0x0080)
        /// It has a clock that its user sees.
        public static let userFacingTime = Features(rawValue: 0x0100)
    }

    /// What the monitor noticed during a measurement.
    public struct Status: OptionSet, CharacteristicValue {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        /// Creates a status that also says how the pulse rate is.
        public init(_ status: Status, pulseRateRange: PulseRateRange) {
            rawValue = status.rawValue & ~0x18 | UInt16(pulseRateRange.rawValue) << 3
        }

        /// The body moved.
        public static let bodyMovement = Status(rawValue: 0x0001)
        /// The cuff was too loose.
        public static let looseCuff = Status(rawValue: 0x0002)
        /// The pulse was irregular.
        public static let irregularPulse = Status(rawValue: 0x0004)
        /// The body had a wrong position.
        public static let improperPosition = Status(rawValue: 0x0020)

        /// Whether the pulse rate was in the monitor's range; `nil` for the reserved code.
        public var pulseRateRange: PulseRateRange? {
            PulseRateRange(rawValue: UInt8(truncatingIfNeeded: rawValue >> 3) & 3)
        }
    }

    /// How a pulse rate is to the range of a monitor.
    public enum PulseRateRange: UInt8, Hashable, Sendable, CaseIterable {
        /// The pulse rate is in the range.
        case within = 0
        /// The pulse rate is higher than the range.
        case above = 1
        /// The pulse rate is lower than the range.
        case below = 2
    }

    /// A measurement, complete or while it runs.
    public struct Measurement: FlaggedValue {
        public var unknown = UnknownFields()
        /// The systolic pressure in `unit`; while the measurement runs, the pressure in the cuff.
        public var systolic: ShortFloat
        /// The diastolic pressure in `unit`; *not a number* while the measurement runs.
        public var diastolic: ShortFloat
        /// The mean arterial pressure in `unit`; *not a number* while the measurement runs.
        public var meanArterial: ShortFloat
        public var unit: Unit
        /// When it was measured, on the monitor's clock.
        public var timestamp: DateTime?
        /// Beats per minute.
        public var pulseRate: ShortFloat?
        /// The user, 0…254, or `BloodPressure.unknownUser`.
        public var userIndex: UInt8?
        /// What the monitor noticed.
        public var status: Status?

        public init(
            systolic: ShortFloat, diastolic: ShortFloat, meanArterial: ShortFloat,
            unit: Unit = .millimetresOfMercury, timestamp: DateTime? = nil, pulseRate: ShortFloat? = nil,
            userIndex: UInt8? = nil, status: Status? = nil
        ) {
            self.systolic = systolic
            self.diastolic = diastolic
            self.meanArterial = meanArterial
            self.unit = unit
            self.timestamp = timestamp
            self.pulseRate = pulseRate
            self.userIndex = userIndex
            self.status = status
        }

        /// Creates an intermediate value: the pressure in the cuff, and no other pressure.
        public init(cuffPressure: ShortFloat, unit: Unit = .millimetresOfMercury) {
            self.init(
                systolic: cuffPressure, diastolic: .notANumber, meanArterial: .notANumber, unit: unit)
        }
    }
}

extension BloodPressure.Measurement {
    private struct Flags: OptionSet {
        var rawValue: UInt8
        static let kilopascals = Flags(rawValue: 0x01)
        static let timestamp = Flags(rawValue: 0x02)
        static let pulseRate = Flags(rawValue: 0x04)
        static let user = Flags(rawValue: 0x08)
        static let status = Flags(rawValue: 0x10)
    }

    public static var flagsLength: Int { 1 }
    public static var knownFlags: UInt32 { 0x1F }

    public init(known reader: inout ByteReader) throws(DecodeError) {
        let flags = Flags(rawValue: try reader.uint8())
        unit = flags.contains(.kilopascals) ? .kilopascals : .millimetresOfMercury
        systolic = try ShortFloat(decoding: &reader)
        diastolic = try ShortFloat(decoding: &reader)
        meanArterial = try ShortFloat(decoding: &reader)
        timestamp = flags.contains(.timestamp) ? try DateTime(decoding: &reader) : nil
        pulseRate = flags.contains(.pulseRate) ? try ShortFloat(decoding: &reader) : nil
        userIndex = flags.contains(.user) ? try reader.uint8() : nil
        status = flags.contains(.status) ? try BloodPressure.Status(decoding: &reader) : nil
    }

    public func encodeKnown(into bytes: inout [UInt8]) {
        var flags: Flags = unit == .kilopascals ? .kilopascals : []
        if timestamp != nil { flags.insert(.timestamp) }
        if pulseRate != nil { flags.insert(.pulseRate) }
        if userIndex != nil { flags.insert(.user) }
        if status != nil { flags.insert(.status) }
        bytes.append(flags.rawValue)
        systolic.encode(into: &bytes)
        diastolic.encode(into: &bytes)
        meanArterial.encode(into: &bytes)
        timestamp?.encode(into: &bytes)
        pulseRate?.encode(into: &bytes)
        userIndex?.encode(into: &bytes)
        status?.encode(into: &bytes)
    }
}
