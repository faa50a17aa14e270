import BluetoothTypes
import BluetoothWire

/// The Running Speed and Cadence service (1814), as in a foot pod.
///
/// ```swift
/// for try await stride in pod.notifications(of: RunningSpeedAndCadence.measurement) {
///     print(stride.speed * 3.6, "km/h,", stride.cadence, "steps per minute")
/// }
/// ```
///
/// Source: Running Speed and Cadence Service 1.0; GATT Specification Supplement.
public enum RunningSpeedAndCadence {
    /// The UUID of *Running Speed and Cadence*.
    public static let service: BluetoothUUID = "1814"
    /// The pod notifies it about once per second.
    public static let measurement = TypedCharacteristic<Measurement>("2A53", of: service)
    /// What the pod can measure; does not change during a connection.
    public static let feature = TypedCharacteristic<Feature>("2A54", of: service)
    /// Where the pod is mounted.
    public static let sensorLocation = TypedCharacteristic<SensorLocation>("2A5D", of: service)
    /// Sets the total distance and the location, and calibrates.
    public static let controlPoint = ControlPoint<
        SpeedAndCadenceControl.Request, SpeedAndCadenceControl.Response
    >("2A55", of: service)

    /// One measurement.
    public struct Measurement: FlaggedValue {
        public var unknown = UnknownFields()
        /// Metres per second, 0…255.996 in steps of 1/256.
        public var speed: Double
        /// Steps per minute, 0…255.
        public var cadence: UInt8
        /// Whether the person runs rather than walks; false, too, if the pod can't tell.
        public var isRunning: Bool
        /// Metres, 0…655.35 in steps of 0.01.
        public var strideLength: Double?
        /// Metres since the pod was started or its total was set, 0…429,496,729.5 in steps of 0.1.
        public var totalDistance: Double?

        public init(
            speed: Double, cadence: UInt8, isRunning: Bool = false, strideLength: Double? = nil,
            totalDistance: Double? = nil
        ) {
            self.speed = speed
            self.cadence = cadence
            self.isRunning = isRunning
            self.strideLength = strideLength
            self.totalDistance = totalDistance
        }
    }

    /// What a pod can measure and do.
    public struct Feature: OptionSet, CharacteristicValue {
        public var rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// It measures the stride length.
        public static let strideLength = Feature(rawValue: 0x01)
        /// It measures the total distance.
        public static let totalDistance = Feature(rawValue: 0x02)
        /// It can tell walking from running.
        public static let walkingOrRunning = Feature(rawValue: 0x04)
        /// It can be calibrated.
        public static let calibration = Feature(rawValue: 0x08)
        /// It can be mounted in more than one place.
        public static let multipleSensorLocations = Feature(rawValue: 0x10)
    }
}

extension RunningSpeedAndCadence.Measurement {
    private static let running: UInt32 = 0x04
    private static let fields = FlaggedFields<Self>(
        others: running,
        [
            .number(0, \.strideLength, .uint16, per: 100),
            .number(1, \.totalDistance, .uint32, per: 10),
        ])

    public static var flagsLength: Int { 1 }
    public static var knownFlags: UInt32 { fields.known }

    /// Reads flags, speed and cadence, then what the flags announce.
    public init(known reader: inout ByteReader) throws(DecodeError) {
        let flags = UInt32(try reader.uint8())
        self.init(
            speed: try reader.number(.uint16, per: 256), cadence: try reader.uint8(),
            isRunning: flags & Self.running != 0)
        try Self.fields.read(flags, from: &reader, into: &self)
    }

    /// Appends flags, speed, cadence and what is there.
    public func encodeKnown(into bytes: inout [UInt8]) {
        bytes.append(UInt8(Self.fields.flags(of: self) | (isRunning ? Self.running : 0)))
        bytes.append(speed, as: .uint16, per: 256)
        bytes.append(cadence)
        Self.fields.write(self, to: &bytes)
    }
}
