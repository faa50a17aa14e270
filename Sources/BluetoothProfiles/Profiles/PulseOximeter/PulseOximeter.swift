import BluetoothTypes
import BluetoothWire

/// The Pulse Oximeter service (1822).
///
/// ```swift
/// for try await measured in oximeter.notifications(of: PulseOximeter.continuous) {
///     print(measured.normal.saturation, measured.normal.pulseRate)
/// }
/// ```
///
/// Source: Pulse Oximeter Service 1.0.1; GATT Specification Supplement, *PLX Spot-Check Measurement*, *PLX Continuous
/// Measurement*, *PLX Features*.
public enum PulseOximeter {
    /// The UUID of *Pulse Oximeter*.
    public static let service: BluetoothUUID = "1822"
    /// One measurement for its own sake; indicated.
    public static let spotCheck = TypedCharacteristic<SpotCheck>("2A5E", of: service)
    /// A measurement of many; notified about once per second.
    public static let continuous = TypedCharacteristic<Continuous>("2A5F", of: service)
    /// What the oximeter can do.
    public static let features = TypedCharacteristic<Features>("2A60", of: service)

    /// Oxygen saturation and pulse rate of the same time.
    public struct Reading: CharacteristicValue {
        /// The saturation of blood with oxygen (SpO2), in percent.
        public var saturation: ShortFloat
        /// The pulse rate, in beats per minute.
        public var pulseRate: ShortFloat

        public init(saturation: ShortFloat, pulseRate: ShortFloat) {
            self.saturation = saturation
            self.pulseRate = pulseRate
        }

        /// Reads both numbers.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            saturation = try ShortFloat(decoding: &reader)
            pulseRate = try ShortFloat(decoding: &reader)
        }

        /// Appends both numbers.
        public func encode(into bytes: inout [UInt8]) {
            saturation.encode(into: &bytes)
            pulseRate.encode(into: &bytes)
        }
    }

    /// One measurement for its own sake.
    public struct SpotCheck: FlaggedValue {
        public var unknown = UnknownFields()
        /// What was measured.
        public var reading: Reading
        /// When it was measured, on the oximeter's clock.
        public var timestamp: DateTime?
        /// How far the measurement can be trusted.
        public var measurementStatus: MeasurementStatus?
        /// What is wrong with device, sensor or signal.
        public var deviceStatus: DeviceStatus?
        /// The strength of the pulse, in percent.
        public var pulseAmplitudeIndex: ShortFloat?
        /// Whether nobody has set the oximeter's clock, so that `timestamp` means little.
        public var isClockUnset: Bool

        public init(
            reading: Reading, timestamp: DateTime? = nil, measurementStatus: MeasurementStatus? = nil,
            deviceStatus: DeviceStatus? = nil, pulseAmplitudeIndex: ShortFloat? = nil,
            isClockUnset: Bool = false
        ) {
            self.reading = reading
            self.timestamp = timestamp
            self.measurementStatus = measurementStatus
            self.deviceStatus = deviceStatus
            self.pulseAmplitudeIndex = pulseAmplitudeIndex
            self.isClockUnset = isClockUnset
        }
    }

    /// A measurement of many.
    public struct Continuous: FlaggedValue {
        public var unknown = UnknownFields()
        /// With the oximeter's normal averaging.
        public var normal: Reading
        /// With fast response: averaged over less time.
        public var fast: Reading?
        /// With slow response: averaged over more time.
        public var slow: Reading?
        /// How far the measurement can be trusted.
        public var measurementStatus: MeasurementStatus?
        /// What is wrong with device, sensor or signal.
        public var deviceStatus: DeviceStatus?
        /// The strength of the pulse, in percent.
        public var pulseAmplitudeIndex: ShortFloat?

        public init(
            normal: Reading, fast: Reading? = nil, slow: Reading? = nil,
            measurementStatus: MeasurementStatus? = nil, deviceStatus: DeviceStatus? = nil,
            pulseAmplitudeIndex: ShortFloat? = nil
        ) {
            self.normal = normal
            self.fast = fast
            self.slow = slow
            self.measurementStatus = measurementStatus
            self.deviceStatus = deviceStatus
            self.pulseAmplitudeIndex = pulseAmplitudeIndex
        }
    }
}

extension PulseOximeter.SpotCheck {
    private struct Flags: OptionSet {
        var rawValue: UInt8
        static let timestamp = Flags(rawValue: 0x01)
        static let measurementStatus = Flags(rawValue: 0x02)
        static let deviceStatus = Flags(rawValue: 0x04)
        static let amplitude = Flags(rawValue: 0x08)
        static let clockUnset = Flags(rawValue: 0x10)
    }

    public static var flagsLength: Int { 1 }
    public static var knownFlags: UInt32 { 0x1F }

    public init(known reader: inout ByteReader) throws(DecodeError) {
        let flags = Flags(rawValue: try reader.uint8())
        reading = try PulseOximeter.Reading(decoding: &reader)
        timestamp = flags.contains(.timestamp) ? try DateTime(decoding: &reader) : nil
        measurementStatus =
            flags.contains(.measurementStatus)
            ? try PulseOximeter.MeasurementStatus(decoding: &reader) : nil
        deviceStatus =
            flags.contains(.deviceStatus) ? try PulseOximeter.DeviceStatus(decoding: &reader) : nil
        pulseAmplitudeIndex = flags.contains(.amplitude) ? try ShortFloat(decoding: &reader) : nil
        isClockUnset = flags.contains(.clockUnset)
    }

    public func encodeKnown(into bytes: inout [UInt8]) {
        var flags: Flags = isClockUnset ? .clockUnset : []
        if timestamp != nil { flags.insert(.timestamp) }
        if measurementStatus != nil { flags.insert(.measurementStatus) }
        if deviceStatus != nil { flags.insert(.deviceStatus) }
        if pulseAmplitudeIndex != nil { flags.insert(.amplitude) }
        bytes.append(flags.rawValue)
        reading.encode(into: &bytes)
        timestamp?.encode(into: &bytes)
        measurementStatus?.encode(into: &bytes)
        deviceStatus?.encode(into: &bytes)
        pulseAmplitudeIndex?.encode(into: &bytes)
    }
}

extension PulseOximeter.Continuous {
    private struct Flags: OptionSet {
        var rawValue: UInt8
        static let fast = Flags(rawValue: 0x01)
        static let slow = Flags(rawValue: 0x02)
        static let measurementStatus = Flags(rawValue: 0x04)
        static let deviceStatus = Flags(rawValue: 0x08)
        static let amplitude = Flags(rawValue: 0x10)
    }

    public static var flagsLength: Int { 1 }
    public static var knownFlags: UInt32 { 0x1F }

    public init(known reader: inout ByteReader) throws(DecodeError) {
        let flags = Flags(rawValue: try reader.uint8())
        normal = try PulseOximeter.Reading(decoding: &reader)
        fast = flags.contains(.fast) ? try PulseOximeter.Reading(decoding: &reader) : nil
        slow = flags.contains(.slow) ? try PulseOximeter.Reading(decoding: &reader) : nil
        measurementStatus =
            flags.contains(.measurementStatus)
            ? try PulseOximeter.MeasurementStatus(decoding: &reader) : nil
        deviceStatus =
            flags.contains(.deviceStatus) ? try PulseOximeter.DeviceStatus(decoding: &reader) : nil
        pulseAmplitudeIndex = flags.contains(.amplitude) ? try ShortFloat(decoding: &reader) : nil
    }

    public func encodeKnown(into bytes: inout [UInt8]) {
        var flags: Flags = []
        if fast != nil { flags.insert(.fast) }
        if slow != nil { flags.insert(.slow) }
        if measurementStatus != nil { flags.insert(.measurementStatus) }
        if deviceStatus != nil { flags.insert(.deviceStatus) }
        if pulseAmplitudeIndex != nil { flags.insert(.amplitude) }
        bytes.append(flags.rawValue)
        normal.encode(into: &bytes)
        fast?.encode(into: &bytes)
        slow?.encode(into: &bytes)
        measurementStatus?.encode(into: &bytes)
        deviceStatus?.encode(into: &bytes)
        pulseAmplitudeIndex?.encode(into: &bytes)
    }
}
