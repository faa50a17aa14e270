import BluetoothWire

extension FitnessMachine {
    /// What a machine can measure.
    public struct MachineFeatures: OptionSet, CharacteristicValue {
        public var rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// It measures the mean speed.
        public static let averageSpeed = MachineFeatures(rawValue: 1 << 0)
        /// It measures the cadence.
        public static let cadence = MachineFeatures(rawValue: 1 << 1)
        /// It measures the total distance.
        public static let totalDistance = MachineFeatures(rawValue: 1 << 2)
        /// It measures the incline.
        public static let inclination = MachineFeatures(rawValue: 1 << 3)
        /// It measures the elevation gain.
        public static let elevationGain = MachineFeatures(rawValue: 1 << 4)
        /// It measures the pace.
        public static let pace = MachineFeatures(rawValue: 1 << 5)
        /// It measures steps.
        public static let stepCount = MachineFeatures(rawValue: 1 << 6)
        /// It measures the resistance level.
        public static let resistanceLevel = MachineFeatures(rawValue: 1 << 7)
        /// It measures strides.
        public static let strideCount = MachineFeatures(rawValue: 1 << 8)
        /// It measures the energy.
        public static let expendedEnergy = MachineFeatures(rawValue: 1 << 9)
        /// It measures the heart rate.
        public static let heartRate = MachineFeatures(rawValue: 1 << 10)
        /// It measures the metabolic equivalent.
        public static let metabolicEquivalent = MachineFeatures(rawValue: 1 << 11)
        /// It measures the elapsed time.
        public static let elapsedTime = MachineFeatures(rawValue: 1 << 12)
        /// It measures the remaining time.
        public static let remainingTime = MachineFeatures(rawValue: 1 << 13)
        /// It measures the power.
        public static let power = MachineFeatures(rawValue: 1 << 14)
        /// It measures the force on the belt and the power.
        public static let forceOnBelt = MachineFeatures(rawValue: 1 << 15)
        /// It stores data about its users.
        public static let userDataRetention = MachineFeatures(rawValue: 1 << 16)
    }

    /// Which targets a machine takes.
    public struct TargetFeatures: OptionSet, CharacteristicValue {
        public var rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// It takes a speed.
        public static let speed = TargetFeatures(rawValue: 1 << 0)
        /// It takes an incline.
        public static let inclination = TargetFeatures(rawValue: 1 << 1)
        /// It takes a resistance level.
        public static let resistance = TargetFeatures(rawValue: 1 << 2)
        /// It takes a power.
        public static let power = TargetFeatures(rawValue: 1 << 3)
        /// It takes a heart rate.
        public static let heartRate = TargetFeatures(rawValue: 1 << 4)
        /// It takes an energy.
        public static let expendedEnergy = TargetFeatures(rawValue: 1 << 5)
        /// It takes a number of steps.
        public static let stepNumber = TargetFeatures(rawValue: 1 << 6)
        /// It takes a number of strides.
        public static let strideNumber = TargetFeatures(rawValue: 1 << 7)
        /// It takes a distance.
        public static let distance = TargetFeatures(rawValue: 1 << 8)
        /// It takes a training time.
        public static let trainingTime = TargetFeatures(rawValue: 1 << 9)
        /// It takes times in two zones of the heart rate.
        public static let timeInTwoZones = TargetFeatures(rawValue: 1 << 10)
        /// It takes times in three zones of the heart rate.
        public static let timeInThreeZones = TargetFeatures(rawValue: 1 << 11)
        /// It takes times in five zones of the heart rate.
        public static let timeInFiveZones = TargetFeatures(rawValue: 1 << 12)
        /// It takes the parameters of a simulated ride.
        public static let indoorBikeSimulation = TargetFeatures(rawValue: 1 << 13)
        /// It takes the circumference of the wheel.
        public static let wheelCircumference = TargetFeatures(rawValue: 1 << 14)
        /// It takes a spin-down.
        public static let spinDown = TargetFeatures(rawValue: 1 << 15)
        /// It takes a cadence.
        public static let cadence = TargetFeatures(rawValue: 1 << 16)
    }
}
