import BluetoothTypes
import BluetoothWire

/// The Cycling Power service (1818).
///
/// ```swift
/// for try await now in meter.notifications(of: CyclingPower.measurement) { print(now.power, "W") }
/// ```
///
/// Source: Cycling Power Service 1.1; GATT Specification Supplement.
public enum CyclingPower {
    /// The UUID of *Cycling Power*.
    public static let service: BluetoothUUID = "1818"
    /// The meter notifies it about once per second; some broadcast it, too.
    public static let measurement = TypedCharacteristic<Measurement>("2A63", of: service)
    /// The course of force or torque during a turn of the crank, if the meter has it.
    public static let vector = TypedCharacteristic<Vector>("2A64", of: service)
    /// What the meter can measure; does not change during a connection.
    public static let feature = TypedCharacteristic<Feature>("2A65", of: service)
    /// Where the meter is mounted.
    public static let sensorLocation = TypedCharacteristic<SensorLocation>("2A5D", of: service)
    /// Adjusts and calibrates the meter.
    public static let controlPoint = ControlPoint<Request, Response>("2A66", of: service)

    /// The connection parameters do not allow the vector's notifications: application error.
    public static let inappropriateConnectionParameters: UInt8 = 0x80

    /// What a meter can measure and do.
    public struct Feature: OptionSet, CharacteristicValue {
        public var rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// It measures the balance of the pedals.
        public static let pedalPowerBalance = Feature(rawValue: 1 << 0)
        /// It accumulates the torque.
        public static let accumulatedTorque = Feature(rawValue: 1 << 1)
        /// It counts the turns of the wheel.
        public static let wheelRevolutions = Feature(rawValue: 1 << 2)
        /// It counts the turns of the crank.
        public static let crankRevolutions = Feature(rawValue: 1 << 3)
        /// It measures the extreme forces or torques of a turn.
        public static let extremeMagnitudes = Feature(rawValue: 1 << 4)
        /// It measures the angles of the extremes.
        public static let extremeAngles = Feature(rawValue: 1 << 5)
        /// It measures the angles of the dead spots.
        public static let deadSpotAngles = Feature(rawValue: 1 << 6)
        /// It accumulates the energy.
        public static let accumulatedEnergy = Feature(rawValue: 1 << 7)
        /// It says when it needs an offset compensation.
        public static let offsetCompensationIndicator = Feature(rawValue: 1 << 8)
        /// It can compensate its offset.
        public static let offsetCompensation = Feature(rawValue: 1 << 9)
        /// Parts of the measurement can be switched off.
        public static let contentMasking = Feature(rawValue: 1 << 10)
        /// It can be mounted in more than one place.
        public static let multipleSensorLocations = Feature(rawValue: 1 << 11)
        /// The length of the crank can be set.
        public static let crankLengthAdjustment = Feature(rawValue: 1 << 12)
        /// The length of the chain can be set.
        public static let chainLengthAdjustment = Feature(rawValue: 1 << 13)
        /// The weight of the chain can be set.
        public static let chainWeightAdjustment = Feature(rawValue: 1 << 14)
        /// The length of the span can be set.
        public static let spanLengthAdjustment = Feature(rawValue: 1 << 15)
        /// It measures torque rather than force.
        public static let measuresTorque = Feature(rawValue: 1 << 16)
        /// It knows the direction of what it measures.
        public static let instantaneousMeasurementDirection = Feature(rawValue: 1 << 17)
        /// It knows the date of its factory calibration.
        public static let factoryCalibrationDate = Feature(rawValue: 1 << 18)
        /// It can compensate its offset and give details.
        public static let enhancedOffsetCompensation = Feature(rawValue: 1 << 19)
        /// It must not be one of several meters of a bicycle.
        public static let notForDistributedSystem = Feature(rawValue: 1 << 20)
        /// It may be one of several meters of a bicycle.
        public static let forDistributedSystem = Feature(rawValue: 1 << 21)
    }
}
