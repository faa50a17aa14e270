import BluetoothWire

extension FitnessMachine {
    /// What a treadmill measures, or a part of it.
    ///
    /// A record without `speed` is followed by another one with more: `FitnessMachine.Joiner` joins them.
    public struct TreadmillData: FitnessMachineRecord {
        public var unknown = UnknownFields()
        /// How paces are written.
        public var form = FitnessMachine.Form.service
        /// Kilometres per hour, 0…655.35 in steps of 0.01.
        public var speed: Double?
        /// The mean speed of the training in kilometres per hour, in steps of 0.01.
        public var averageSpeed: Double?
        /// Metres, 0…16,777,215.
        public var totalDistance: Double?
        /// How steep the training is.
        public var incline: Incline?
        /// The ups and downs of the training.
        public var elevationGain: PreciseElevationGain?
        /// Kilometres per minute, 0…25.5 in steps of 0.1.
        public var pace: Double?
        /// The mean pace of the training in kilometres per minute, in steps of 0.1.
        public var averagePace: Double?
        /// The pace with 16 bits, as the Supplement's form has it, in the unit that it has there.
        public var supplementPace: UInt16?
        /// The mean pace with 16 bits, as the Supplement's form has it, in the unit that it has there.
        public var supplementAveragePace: UInt16?
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
        /// The force on the belt and the power.
        public var effort: Effort?

        /// Creates a record, or a part of one.
        public init(
            speed: Double? = nil, averageSpeed: Double? = nil, totalDistance: Double? = nil,
            incline: Incline? = nil, elevationGain: PreciseElevationGain? = nil, pace: Double? = nil,
            averagePace: Double? = nil, energy: Energy? = nil, heartRate: UInt8? = nil,
            metabolicEquivalent: Double? = nil, elapsedTime: UInt16? = nil, remainingTime: UInt16? = nil,
            effort: Effort? = nil
        ) {
            self.speed = speed
            self.averageSpeed = averageSpeed
            self.totalDistance = totalDistance
            self.incline = incline
            self.elevationGain = elevationGain
            self.pace = pace
            self.averagePace = averagePace
            self.energy = energy
            self.heartRate = heartRate
            self.metabolicEquivalent = metabolicEquivalent
            self.elapsedTime = elapsedTime
            self.remainingTime = remainingTime
            self.effort = effort
        }
    }
}

extension FitnessMachine.TreadmillData {
    private static let fields = FitnessMachineFields(
        service: table(.number(5, \.pace, .uint8, per: 10), .number(6, \.averagePace, .uint8, per: 10)),
        supplement: table(.value(5, \.supplementPace), .value(6, \.supplementAveragePace)))

    private static func table(
        _ pace: FlaggedField<Self>, _ averagePace: FlaggedField<Self>
    ) -> FlaggedFields<Self> {
        FlaggedFields(
            [
                .number(0, \.speed, .uint16, per: 100, inverted: true),
                .number(1, \.averageSpeed, .uint16, per: 100),
                .number(2, \.totalDistance, .uint24),
                .value(3, \.incline),
                .value(4, \.elevationGain),
                pace,
                averagePace,
                .value(7, \.energy),
                .value(8, \.heartRate),
                .number(9, \.metabolicEquivalent, .uint8, per: 10),
                .value(10, \.elapsedTime),
                .value(11, \.remainingTime),
                .value(12, \.effort),
            ])
    }

    /// Whether another record with more follows.
    public var hasMoreData: Bool { speed == nil }

    /// Takes over what `other` has.
    public mutating func merge(_ other: Self) {
        Self.fields.merge(other, into: &self)
    }

    /// The record in pieces of at most `length` bytes, or of one part each; the last has `speed`.
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
