import BluetoothWire

extension FitnessMachine {
    /// What a training is doing.
    public struct TrainingStatus: FlaggedValue {
        public var unknown = UnknownFields()
        public var phase: Phase
        /// A text about it.
        public var text: String?
        /// Whether the text was cut to fit into a notification: a read gives the whole text.
        public var hasLongerText: Bool

        public init(_ phase: Phase, text: String? = nil, hasLongerText: Bool = false) {
            self.phase = phase
            self.text = text
            self.hasLongerText = hasLongerText
        }

        public static var flagsLength: Int { 1 }
        public static var knownFlags: UInt32 { 0x03 }

        /// Reads flags, the phase and a text.
        public init(known reader: inout ByteReader) throws(DecodeError) {
            let flags = try reader.uint8()
            phase = try Phase(decoding: &reader)
            text = flags & 1 != 0 ? try String(decoding: &reader) : nil
            hasLongerText = flags & 3 == 3
        }

        /// Appends flags, the phase and the text.
        public func encodeKnown(into bytes: inout [UInt8]) {
            let flags: UInt8 = text == nil ? 0 : hasLongerText ? 3 : 1
            bytes += [flags, phase.rawValue]
            text?.encode(into: &bytes)
        }
    }

    /// The phase of a training.
    public struct Phase: RawRepresentable, CharacteristicValue {
        /// The code on air; codes from 16 on are reserved.
        public var rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// None of the others.
        public static let other = Phase(rawValue: 0x00)
        /// Nobody trains.
        public static let idle = Phase(rawValue: 0x01)
        /// Warming up.
        public static let warmingUp = Phase(rawValue: 0x02)
        /// An interval of low intensity.
        public static let lowIntensityInterval = Phase(rawValue: 0x03)
        /// An interval of high intensity.
        public static let highIntensityInterval = Phase(rawValue: 0x04)
        /// An interval of recovery.
        public static let recoveryInterval = Phase(rawValue: 0x05)
        /// An isometric training.
        public static let isometric = Phase(rawValue: 0x06)
        /// The machine follows a target of the heart rate.
        public static let heartRateControl = Phase(rawValue: 0x07)
        /// A fitness test.
        public static let fitnessTest = Phase(rawValue: 0x08)
        /// The speed is too low for the machine's control.
        public static let speedTooLow = Phase(rawValue: 0x09)
        /// The speed is too high for the machine's control.
        public static let speedTooHigh = Phase(rawValue: 0x0A)
        /// Cooling down.
        public static let coolDown = Phase(rawValue: 0x0B)
        /// The machine follows a target of the power.
        public static let wattControl = Phase(rawValue: 0x0C)
        /// A training without a programme.
        public static let manualMode = Phase(rawValue: 0x0D)
        /// Before a training.
        public static let preWorkout = Phase(rawValue: 0x0E)
        /// After a training.
        public static let postWorkout = Phase(rawValue: 0x0F)
    }
}
