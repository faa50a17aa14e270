import BluetoothWire

extension FitnessMachine {
    /// What a rowing machine measures, or a part of it.
    ///
    /// A record without `strokes` is followed by another one with more: `FitnessMachine.Joiner` joins them.
    public struct RowerData: FitnessMachineRecord {
        public var unknown = UnknownFields()
        /// How levels of resistance are written.
        public var form = FitnessMachine.Form.service
        /// Stroke rate and strokes.
        public var strokes: Strokes?
        /// The mean stroke rate of the training, 0…127.5 per minute in steps of 0.5.
        public var averageStrokeRate: Double?
        /// Metres, 0…16,777,215.
        public var totalDistance: Double?
        /// Seconds per 500 metres.
        public var pace: UInt16?
        /// The mean pace of the training, in seconds per 500 metres.
        public var averagePace: UInt16?
        /// The power now, in watts.
        public var power: Int16?
        /// The mean power of the training, in watts.
        public var averagePower: Int16?
        /// Without a unit.
        public var resistanceLevel: Int16?
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
            strokes: Strokes? = nil, averageStrokeRate: Double? = nil, totalDistance: Double? = nil,
            pace: UInt16? = nil, averagePace: UInt16? = nil, power: Int16? = nil,
            averagePower: Int16? = nil, resistanceLevel: Int16? = nil, energy: Energy? = nil,
            heartRate: UInt8? = nil, metabolicEquivalent: Double? = nil, elapsedTime: UInt16? = nil,
            remainingTime: UInt16? = nil
        ) {
            self.strokes = strokes
            self.averageStrokeRate = averageStrokeRate
            self.totalDistance = totalDistance
            self.pace = pace
            self.averagePace = averagePace
            self.power = power
            self.averagePower = averagePower
            self.resistanceLevel = resistanceLevel
            self.energy = energy
            self.heartRate = heartRate
            self.metabolicEquivalent = metabolicEquivalent
            self.elapsedTime = elapsedTime
            self.remainingTime = remainingTime
        }
    }
}

extension FitnessMachine.RowerData {
    private static let fields = FitnessMachineFields(
        service: table(.value(7, \.resistanceLevel)), supplement: table(.level(7, \.resistanceLevel)))

    private static func table(_ level: FlaggedField<Self>) -> FlaggedFields<Self> {
        FlaggedFields(
            [
                .value(0, \.strokes, inverted: true),
                .number(1, \.averageStrokeRate, .uint8, per: 2),
                .number(2, \.totalDistance, .uint24),
                .value(3, \.pace),
                .value(4, \.averagePace),
                .value(5, \.power),
                .value(6, \.averagePower),
                level,
                .value(8, \.energy),
                .value(9, \.heartRate),
                .number(10, \.metabolicEquivalent, .uint8, per: 10),
                .value(11, \.elapsedTime),
                .value(12, \.remainingTime),
            ])
    }

    /// Whether another record with more follows.
    public var hasMoreData: Bool { strokes == nil }

    /// Takes over what `other` has.
    public mutating func merge(_ other: Self) {
        Self.fields.merge(other, into: &self)
    }

    /// The record in pieces of at most `length` bytes, or of one part each; the last has `strokes`.
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
