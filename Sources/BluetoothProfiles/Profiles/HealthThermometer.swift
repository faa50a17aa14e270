import BluetoothTypes
import BluetoothWire

/// The Health Thermometer service (1809).
///
/// ```swift
/// for try await measured in thermometer.notifications(of: HealthThermometer.measurement) {
///     print(measured.celsius)
/// }
/// ```
///
/// Source: Health Thermometer Service 1.0; GATT Specification Supplement, *Temperature Measurement*.
public enum HealthThermometer {
    /// The UUID of *Health Thermometer*.
    public static let service: BluetoothUUID = "1809"
    /// A measurement that is complete; indicated.
    public static let measurement = TypedCharacteristic<Measurement>("2A1C", of: service)
    /// Where the temperature is measured, if that does not change; otherwise measurements have it.
    public static let temperatureType = TypedCharacteristic<TemperatureType>("2A1D", of: service)
    /// What the sensor shows while a measurement settles; notified.
    public static let intermediateTemperature = TypedCharacteristic<Measurement>("2A1E", of: service)
    /// Seconds between two measurements; 0 means that the thermometer does not measure by itself.
    public static let measurementInterval = TypedCharacteristic<UInt16>("2A21", of: service)
    /// The Valid Range descriptor of the measurement interval; its value is an `IntervalRange`.
    public static let validRange: BluetoothUUID = "2906"

    /// A written measurement interval is not in the valid range: application error.
    public static let outOfRange: UInt8 = 0x80

    /// The unit of a temperature.
    public enum Unit: Hashable, Sendable {
        /// Degrees Celsius.
        case celsius
        /// Degrees Fahrenheit.
        case fahrenheit
    }

    /// Where on the body a temperature is measured; codes without a name are reserved.
    public struct TemperatureType: RawRepresentable, CharacteristicValue {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Measured in the armpit.
        public static let armpit = TemperatureType(rawValue: 1)
        /// The body in general.
        public static let body = TemperatureType(rawValue: 2)
        /// The ear, usually its lobe.
        public static let ear = TemperatureType(rawValue: 3)
        /// A finger.
        public static let finger = TemperatureType(rawValue: 4)
        /// Measured in the gastrointestinal tract.
        public static let gastrointestinalTract = TemperatureType(rawValue: 5)
        /// Measured in the mouth.
        public static let mouth = TemperatureType(rawValue: 6)
        /// Measured in the rectum.
        public static let rectum = TemperatureType(rawValue: 7)
        /// A toe.
        public static let toe = TemperatureType(rawValue: 8)
        /// The eardrum.
        public static let tympanum = TemperatureType(rawValue: 9)
    }

    /// The measurement intervals that a thermometer takes: value of the Valid Range descriptor.
    public struct IntervalRange: CharacteristicValue {
        /// The shortest and the longest interval, in seconds.
        public var seconds: ClosedRange<UInt16>
        /// Creates a range, in seconds.
        public init(_ seconds: ClosedRange<UInt16>) { self.seconds = seconds }

        /// Reads both ends; the upper one must not be less than the lower one.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            let (lower, upper) = (try reader.uint16(), try reader.uint16())
            guard lower <= upper else { throw reader.invalid("upper inclusive value", Int(upper)) }
            seconds = lower...upper
        }

        /// Appends both ends.
        public func encode(into bytes: inout [UInt8]) {
            bytes.append(littleEndian: seconds.lowerBound)
            bytes.append(littleEndian: seconds.upperBound)
        }
    }

    /// A temperature, complete or while it settles.
    public struct Measurement: FlaggedValue {
        public var unknown = UnknownFields()
        /// The temperature in `unit`; *not a number* if the sensor has none.
        public var temperature: LongFloat
        /// The unit of `temperature`.
        public var unit: Unit
        /// When it was measured, on the thermometer's clock.
        public var timestamp: DateTime?
        /// Where it was measured, if the place can change.
        public var type: TemperatureType?

        public init(
            temperature: LongFloat, unit: Unit = .celsius, timestamp: DateTime? = nil,
            type: TemperatureType? = nil
        ) {
            self.temperature = temperature
            self.unit = unit
            self.timestamp = timestamp
            self.type = type
        }

        /// The temperature in °C, whatever the unit on air.
        public var celsius: Double {
            unit == .celsius ? temperature.value : (temperature.value - 32) * 5 / 9
        }
    }
}

extension HealthThermometer.Measurement {
    private struct Flags: OptionSet {
        var rawValue: UInt8
        static let fahrenheit = Flags(rawValue: 0x01)
        static let timestamp = Flags(rawValue: 0x02)
        static let type = Flags(rawValue: 0x04)
    }

    public static var flagsLength: Int { 1 }
    public static var knownFlags: UInt32 { 0x07 }

    public init(known reader: inout ByteReader) throws(DecodeError) {
        let flags = Flags(rawValue: try reader.uint8())
        unit = flags.contains(.fahrenheit) ? .fahrenheit : .celsius
        temperature = try LongFloat(decoding: &reader)
        timestamp = flags.contains(.timestamp) ? try DateTime(decoding: &reader) : nil
        type =
            flags.contains(.type) ? try HealthThermometer.TemperatureType(decoding: &reader) : nil
    }

    public func encodeKnown(into bytes: inout [UInt8]) {
        var flags: Flags = unit == .fahrenheit ? .fahrenheit : []
        if timestamp != nil { flags.insert(.timestamp) }
        if type != nil { flags.insert(.type) }
        bytes.append(flags.rawValue)
        temperature.encode(into: &bytes)
        timestamp?.encode(into: &bytes)
        type?.encode(into: &bytes)
    }
}
