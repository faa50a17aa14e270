import BluetoothWire

extension FitnessMachine {
    /// What a step climber measures, or a part of it.
    ///
    /// A record without `climb` is followed by another one with more: `FitnessMachine.Joiner` joins them.
    public struct StepClimberData: FitnessMachineRecord {
        public var unknown = UnknownFields()
        /// Floors and steps.
        public var climb: Climb?
        /// Steps per minute.
        public var stepsPerMinute: UInt16?
        /// The mean step rate of the training, in steps per minute.
        public var averageStepRate: UInt16?
        /// Metres upwards.
        public var elevationGain: UInt16?
        /// The energy that the training took.
        public var energy: Energy?
        /// Beats per minute.
        public var heartRate: UInt8?
        /// The metabolic rate relative to rest, 0…25.5 in steps of 0.1.
        public var metabolicEquivalent: Double?
        /// Seconds since the start of the training.
        public var elapsedTime: UInt16?
        /// Seconds until the end of the training.
        public var remainingTime: UInt16?

        /// Creates a record, or a part of one.
        public init(
            climb: Climb? = nil, stepsPerMinute: UInt16? = nil, averageStepRate: UInt16? = nil,
            elevationGain: UInt16? = nil, energy: Energy? = nil, heartRate: UInt8? = nil,
            metabolicEquivalent: Double? = nil, elapsedTime: UInt16? = nil, remainingTime: UInt16? = nil
        ) {
            self.climb = climb
            self.stepsPerMinute = stepsPerMinute
            self.averageStepRate = averageStepRate
            self.elevationGain = elevationGain
            self.energy = energy
            self.heartRate = heartRate
            self.metabolicEquivalent = metabolicEquivalent
            self.elapsedTime = elapsedTime
            self.remainingTime = remainingTime
        }
    }
}

extension FitnessMachine.StepClimberData {
    private static let fields = FlaggedFields<Self>(
        [
            .value(0, \.climb, inverted: true),
            .value(1, \.stepsPerMinute),
            .value(2, \.averageStepRate),
            .value(3, \.elevationGain),
            .value(4, \.energy),
            .value(5, \.heartRate),
            .number(6, \.metabolicEquivalent, .uint8, per: 10),
            .value(7, \.elapsedTime),
            .value(8, \.remainingTime),
        ])

    /// Whether another record with more follows.
    public var hasMoreData: Bool { climb == nil }

    /// Takes over what `other` has.
    public mutating func merge(_ other: Self) {
        Self.fields.merge(other, into: &self)
    }

    /// The record in pieces of at most `length` bytes, or of one part each; the last has `climb`.
    public func pieces(upTo length: Int) -> [Self] {
        Self.fields.pieces(of: self, upTo: length - 2, from: Self())
    }

    public static var flagsLength: Int { 2 }
    public static var knownFlags: UInt32 { fields.known }

    public init(known reader: inout ByteReader) throws(DecodeError) {
        let flags = UInt32(try reader.uint16())
        self.init()
        try Self.fields.read(flags, from: &reader, into: &self)
    }

    public func encodeKnown(into bytes: inout [UInt8]) {
        bytes.append(littleEndian: UInt16(truncatingIfNeeded: Self.fields.flags(of: self)))
        Self.fields.write(self, to: &bytes)
    }
}
