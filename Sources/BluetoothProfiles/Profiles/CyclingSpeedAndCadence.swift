import BluetoothTypes
import BluetoothWire

/// The Cycling Speed and Cadence service (1816).
///
/// ```swift
/// var last: CyclingSpeedAndCadence.Measurement?
/// for try await now in sensor.notifications(of: CyclingSpeedAndCadence.measurement) {
///     if let last { print(now.speed(since: last, circumference: 2.105) ?? 0, now.cadence(since: last) ?? 0) }
///     last = now
/// }
/// ```
///
/// Source: Cycling Speed and Cadence Service 1.0; GATT Specification Supplement.
public enum CyclingSpeedAndCadence {
    /// The UUID of *Cycling Speed and Cadence*.
    public static let service: BluetoothUUID = "1816"
    /// The sensor notifies it about once per second.
    public static let measurement = TypedCharacteristic<Measurement>("2A5B", of: service)
    /// What the sensor can measure; does not change during a connection.
    public static let feature = TypedCharacteristic<Feature>("2A5C", of: service)
    /// Where the sensor is mounted.
    public static let sensorLocation = TypedCharacteristic<SensorLocation>("2A5D", of: service)
    /// Sets the wheel revolutions and the location.
    public static let controlPoint = ControlPoint<
        SpeedAndCadenceControl.Request, SpeedAndCadenceControl.Response
    >("2A55", of: service)

    /// One measurement.
    public struct Measurement: FlaggedValue {
        public var unknown = UnknownFields()
        /// The turns of the wheel; its clock ticks 1024 times per second.
        public var wheel: WheelRevolutions?
        /// The turns of the crank; its clock ticks 1024 times per second.
        public var crank: CrankRevolutions?

        public init(wheel: WheelRevolutions? = nil, crank: CrankRevolutions? = nil) {
            self.wheel = wheel
            self.crank = crank
        }

        /// The mean speed since an earlier measurement, in metres per second; `nil` if one of them has no wheel, or if
        /// the times are not plausible (`Revolutions.perSecond`).
        ///
        /// - Parameters:
        ///   - earlier: A measurement less than 64 s before.
        ///   - circumference: The circumference of the wheel, in metres.
        public func speed(since earlier: Self, circumference: Double) -> Double? {
            guard let wheel, let before = earlier.wheel else { return nil }
            return wheel.perSecond(since: before, ticksPerSecond: 1024).map { $0 * circumference }
        }

        /// The mean cadence since an earlier measurement less than 64 s before, in turns per minute; `nil` as with the
        /// speed.
        public func cadence(since earlier: Self) -> Double? {
            guard let crank, let before = earlier.crank else { return nil }
            return crank.perSecond(since: before, ticksPerSecond: 1024).map { $0 * 60 }
        }
    }

    /// What a sensor can measure and do.
    public struct Feature: OptionSet, CharacteristicValue {
        public var rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// It counts the turns of the wheel.
        public static let wheelRevolutions = Feature(rawValue: 0x01)
        /// It counts the turns of the crank.
        public static let crankRevolutions = Feature(rawValue: 0x02)
        /// It can be mounted in more than one place.
        public static let multipleSensorLocations = Feature(rawValue: 0x04)
    }
}

extension CyclingSpeedAndCadence.Measurement {
    private static let fields = FlaggedFields<Self>([.value(0, \.wheel), .value(1, \.crank)])

    public static var flagsLength: Int { 1 }
    public static var knownFlags: UInt32 { fields.known }

    public init(known reader: inout ByteReader) throws(DecodeError) {
        let flags = UInt32(try reader.uint8())
        self.init()
        try Self.fields.read(flags, from: &reader, into: &self)
    }

    public func encodeKnown(into bytes: inout [UInt8]) {
        bytes.append(UInt8(Self.fields.flags(of: self)))
        Self.fields.write(self, to: &bytes)
    }
}
