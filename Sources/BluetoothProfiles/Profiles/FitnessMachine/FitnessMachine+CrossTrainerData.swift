import BluetoothWire

extension FitnessMachine {
    /// What a cross trainer measures, or a part of it.
    ///
    /// A record without `speed` is followed by another one with more: `FitnessMachine.Joiner` joins them.
    public struct CrossTrainerData: FitnessMachineRecord {
        public var unknown = UnknownFields()
        /// How levels of resistance are written.
        public var form = FitnessMachine.Form.service
        /// Kilometres per hour, 0…655.35 in steps of 0.01.
        public var speed: Double?
        /// The mean speed of the training in kilometres per hour, in steps of 0.01.
        public var averageSpeed: Double?
        /// Metres, 0…16,777,215.
        public var totalDistance: Double?
        /// Steps per minute.
        public var stepRate: StepRate?
        /// Strides of the training, 0…6553.5 in steps of 0.1.
        public var strideCount: Double?
        /// The ups and downs of the training.
        public var elevationGain: ElevationGain?
        /// How steep the training is.
        public var incline: Incline?
        /// Without a unit, −3276.8…3276.7 in steps of 0.1.
        public var resistanceLevel: Double?
        /// The power now, in watts.
        public var power: Int16?
        /// The mean power of the training, in watts.
        public var averagePower: Int16?
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
        /// Whether the movement is backwards.
        public var isBackward: Bool

        /// Creates a record, or a part of one.
        public init(
            speed: Double? = nil, averageSpeed: Double? = nil, totalDistance: Double? = nil,
            stepRate: StepRate? = nil, strideCount: Double? = nil, elevationGain: ElevationGain? = nil,
            incline: Incline? = nil, resistanceLevel: Double? = nil, power: Int16? = nil,
            averagePower: Int16? = nil, energy: Energy? = nil, heartRate: UInt8? = nil,
            metabolicEquivalent: Double? = nil, elapsedTime: UInt16? = nil, remainingTime: UInt16? = nil,
            isBackward: Bool = false
        ) {
            self.speed = speed
            self.averageSpeed = averageSpeed
            self.totalDistance = totalDistance
            self.stepRate = stepRate
            self.strideCount = strideCount
            self.elevationGain = elevationGain
            self.incline = incline
            self.resistanceLevel = resistanceLevel
            self.power = power
            self.averagePower = averagePower
            self.energy = energy
            self.heartRate = heartRate
            self.metabolicEquivalent = metabolicEquivalent
            self.elapsedTime = elapsedTime
            self.remainingTime = remainingTime
            self.isBackward = isBackward
        }
    }
}

extension FitnessMachine.CrossTrainerData {
    private static let backward: UInt32 = 1 << 15
    private static let fields = FitnessMachineFields(
        service: table(.number(7, \.resistanceLevel, .int16, per: 10)),
        supplement: table(.number(7, \.resistanceLevel, .uint8, per: 0.1)))

    private static func table(_ level: FlaggedField<Self>) -> FlaggedFields<Self> {
        FlaggedFields(
            others: backward,
            [
                .number(0, \.speed, .uint16, per: 100, inverted: true),
                .number(1, \.averageSpeed, .uint16, per: 100),
                .number(2, \.totalDistance, .uint24),
                .value(3, \.stepRate),
                .number(4, \.strideCount, .uint16, per: 10),
                .value(5, \.elevationGain),
                .value(6, \.incline),
                level,
                .value(8, \.power),
                .value(9, \.averagePower),
                .value(10, \.energy),
                .value(11, \.heartRate),
                .number(12, \.metabolicEquivalent, .uint8, per: 10),
                .value(13, \.elapsedTime),
                .value(14, \.remainingTime),
            ])
    }

    /// Whether another record with more follows.
    public var hasMoreData: Bool { speed == nil }

    /// Takes over what `other` has.
    public mutating func merge(_ other: Self) {
        Self.fields.merge(other, into: &self)
        isBackward = other.isBackward
    }

    /// The record in pieces of at most `length` bytes, or of one part each; the last has `speed`.
    public func pieces(upTo length: Int) -> [Self] {
        Self.fields.pieces(of: self, upTo: length - 3, from: Self(isBackward: isBackward))
    }

    public static var flagsLength: Int { 3 }
    public static var knownFlags: UInt32 { fields.known }

    public init(known reader: inout ByteReader) throws(DecodeError) {
        let flags = try reader.uint24()
        self.init(isBackward: flags & Self.backward != 0)
        try Self.fields.read(flags, from: &reader, into: &self)
    }

    public func encodeKnown(into bytes: inout [UInt8]) {
        let flags = Self.fields.flags(of: self) | (isBackward ? Self.backward : 0)
        bytes.append(littleEndian24: flags)
        Self.fields.write(self, to: &bytes)
    }
}
