import BluetoothWire

extension FitnessMachine {
    /// What an indoor bike measures, or a part of it.
    ///
    /// A record without `speed` is followed by another one with more: `FitnessMachine.Joiner` joins them.
    public struct IndoorBikeData: FitnessMachineRecord {
        public var unknown = UnknownFields()
        /// How levels of resistance are written.
        public var form = FitnessMachine.Form.service
        /// Kilometres per hour, 0…655.35 in steps of 0.01.
        public var speed: Double?
        /// The mean speed of the training in kilometres per hour, in steps of 0.01.
        public var averageSpeed: Double?
        /// Turns of the crank per minute, 0…32,767.5 in steps of 0.5.
        public var cadence: Double?
        /// The mean cadence of the training, in turns per minute, in steps of 0.5.
        public var averageCadence: Double?
        /// Metres, 0…16,777,215.
        public var totalDistance: Double?
        /// Without a unit.
        public var resistanceLevel: Int16?
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

        /// Creates a record, or a part of one.
        public init(
            speed: Double? = nil, averageSpeed: Double? = nil, cadence: Double? = nil,
            averageCadence: Double? = nil, totalDistance: Double? = nil, resistanceLevel: Int16? = nil,
            power: Int16? = nil, averagePower: Int16? = nil, energy: Energy? = nil, heartRate: UInt8? = nil,
            metabolicEquivalent: Double? = nil, elapsedTime: UInt16? = nil, remainingTime: UInt16? = nil
        ) {
            self.speed = speed
            self.averageSpeed = averageSpeed
            self.cadence = cadence
            self.averageCadence = averageCadence
            self.totalDistance = totalDistance
            self.resistanceLevel = resistanceLevel
            self.power = power
            self.averagePower = averagePower
            self.energy = energy
            self.heartRate = heartRate
            self.metabolicEquivalent = metabolicEquivalent
            self.elapsedTime = elapsedTime
            self.remainingTime = remainingTime
        }
    }
}

extension FitnessMachine.IndoorBikeData {
    private static let fields = FitnessMachineFields(
        service: table(.value(5, \.resistanceLevel)), supplement: table(.level(5, \.resistanceLevel)))

    private static func table(_ level: FlaggedField<Self>) -> FlaggedFields<Self> {
        FlaggedFields(
            [
                .number(0, \.speed, .uint16, per: 100, inverted: true),
                .number(1, \.averageSpeed, .uint16, per: 100),
                .number(2, \.cadence, .uint16, per: 2),
                .number(3, \.averageCadence, .uint16, per: 2),
                .number(4, \.totalDistance, .uint24),
                level,
                .value(6, \.power),
                .value(7, \.averagePower),
                .value(8, \.energy),
                .value(9, \.heartRate),
                .number(10, \.metabolicEquivalent, .uint8, per: 10),
                .value(11, \.elapsedTime),
                .value(12, \.remainingTime),
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
