import BluetoothTypes
import BluetoothWire

/// The Fitness Machine service (1826): treadmills, cross trainers, climbers, rowing machines and indoor bikes.
///
/// ```swift
/// _ = try await machine.request(.requestControl, at: FitnessMachine.controlPoint)
/// _ = try await machine.request(.set(.speed(9.5)), at: FitnessMachine.controlPoint)
/// _ = try await machine.request(.startOrResume, at: FitnessMachine.controlPoint)
/// ```
///
/// Source: Fitness Machine Service 1.0.
public enum FitnessMachine {
    /// The UUID of *Fitness Machine*.
    public static let service: BluetoothUUID = "1826"
    /// What the machine can measure, and which targets it takes.
    public static let feature = TypedCharacteristic<Feature>("2ACC", of: service)
    /// What a treadmill measures, notified about once per second.
    public static let treadmillData = TypedCharacteristic<TreadmillData>("2ACD", of: service)
    /// What a cross trainer measures, notified about once per second.
    public static let crossTrainerData = TypedCharacteristic<CrossTrainerData>("2ACE", of: service)
    /// What a step climber measures, notified about once per second.
    public static let stepClimberData = TypedCharacteristic<StepClimberData>("2ACF", of: service)
    /// What a stair climber measures, notified about once per second.
    public static let stairClimberData = TypedCharacteristic<StairClimberData>("2AD0", of: service)
    /// What a rowing machine measures, notified about once per second.
    public static let rowerData = TypedCharacteristic<RowerData>("2AD1", of: service)
    /// What an indoor bike measures, notified about once per second.
    public static let indoorBikeData = TypedCharacteristic<IndoorBikeData>("2AD2", of: service)
    /// What the training is doing, notified when it changes.
    public static let trainingStatus = TypedCharacteristic<TrainingStatus>("2AD3", of: service)
    /// The speeds that the machine takes as a target.
    public static let supportedSpeedRange = TypedCharacteristic<SpeedRange>("2AD4", of: service)
    /// The inclines that the machine takes as a target.
    public static let supportedInclinationRange = TypedCharacteristic<InclinationRange>(
        "2AD5", of: service)
    /// The resistance levels that the machine takes as a target.
    public static let supportedResistanceRange = TypedCharacteristic<ResistanceRange>("2AD6", of: service)
    /// The heart rates that the machine takes as a target.
    public static let supportedHeartRateRange = TypedCharacteristic<HeartRateRange>("2AD7", of: service)
    /// The powers that the machine takes as a target.
    public static let supportedPowerRange = TypedCharacteristic<PowerRange>("2AD8", of: service)
    /// Controls the machine.
    public static let controlPoint = ControlPoint<Request, Response>("2AD9", of: service)
    /// What has happened to the machine, notified.
    public static let status = TypedCharacteristic<Status>("2ADA", of: service)

    /// What a machine can measure, and which targets it takes.
    public struct Feature: CharacteristicValue {
        /// What the machine can measure.
        public var machine: MachineFeatures
        /// Which targets the machine takes.
        public var targets: TargetFeatures

        public init(machine: MachineFeatures, targets: TargetFeatures = []) {
            self.machine = machine
            self.targets = targets
        }

        /// Reads both sets.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            machine = try MachineFeatures(decoding: &reader)
            targets = try TargetFeatures(decoding: &reader)
        }

        /// Appends both sets.
        public func encode(into bytes: inout [UInt8]) {
            machine.encode(into: &bytes)
            targets.encode(into: &bytes)
        }
    }

    /// The data of the service in a machine's advertising: whether it is ready for use, and what it is.
    public struct Availability: CharacteristicValue {
        /// Whether the machine is ready for use.
        public var isAvailable: Bool
        /// What the machine is.
        public var kinds: MachineKinds

        public init(isAvailable: Bool = true, kinds: MachineKinds) {
            self.isAvailable = isAvailable
            self.kinds = kinds
        }

        /// Reads three bytes.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            isAvailable = try reader.uint8() & 1 != 0
            kinds = try MachineKinds(decoding: &reader)
        }

        /// Appends three bytes.
        public func encode(into bytes: inout [UInt8]) {
            bytes.append(isAvailable ? 1 : 0)
            kinds.encode(into: &bytes)
        }
    }

    /// Kinds of machines.
    public struct MachineKinds: OptionSet, CharacteristicValue {
        public var rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// A treadmill.
        public static let treadmill = MachineKinds(rawValue: 0x01)
        /// A cross trainer.
        public static let crossTrainer = MachineKinds(rawValue: 0x02)
        /// A step climber.
        public static let stepClimber = MachineKinds(rawValue: 0x04)
        /// A stair climber.
        public static let stairClimber = MachineKinds(rawValue: 0x08)
        /// A rowing machine.
        public static let rower = MachineKinds(rawValue: 0x10)
        /// An indoor bike.
        public static let indoorBike = MachineKinds(rawValue: 0x20)
    }
}
