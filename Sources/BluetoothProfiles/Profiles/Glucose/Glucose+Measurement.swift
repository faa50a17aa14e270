import BluetoothWire

extension Glucose {
    /// One record of a meter.
    ///
    /// ```swift
    /// let record = Glucose.Measurement(
    ///     sequenceNumber: 7, baseTime: DateTime(year: 2026, month: 11, day: 22, hour: 8),
    ///     concentration: .milligramsPerDecilitre(95), contextFollows: false)
    /// ```
    public struct Measurement: FlaggedValue {
        public var unknown = UnknownFields()
        /// The number of the record; each record has a greater one than the record before.
        public var sequenceNumber: UInt16
        /// The meter's clock without the user's changes of it.
        public var baseTime: DateTime
        /// By how many minutes the user's clock differs from the base time; `nil` if it does not. 32,767 is more than
        /// can be said, and −32,768 is less.
        public var timeOffset: Int16?
        /// The result; `nil` if there is none, as after an error.
        public var concentration: Concentration?
        /// What was wrong; `nil` if the meter does not say.
        public var status: SensorStatus?
        /// Whether a `Context` with the same sequence number follows.
        public var contextFollows: Bool

        public init(
            sequenceNumber: UInt16, baseTime: DateTime, timeOffset: Int16? = nil,
            concentration: Concentration? = nil, status: SensorStatus? = nil, contextFollows: Bool = false
        ) {
            self.sequenceNumber = sequenceNumber
            self.baseTime = baseTime
            self.timeOffset = timeOffset
            self.concentration = concentration
            self.status = status
            self.contextFollows = contextFollows
        }

        /// The time that the meter showed to its user; `nil` if the date or the offset is unknown.
        public var userFacingTime: DateTime? {
            guard timeOffset != .max, timeOffset != .min else { return nil }
            return baseTime.adding(seconds: Int(timeOffset ?? 0) * 60)
        }
    }

    /// A result: how much glucose, in what, and from where.
    public struct Concentration: Hashable, Sendable {
        /// The unit of a result.
        public enum Unit: Hashable, Sendable {
            /// In kg/L, of which 1 mg/dL is 0.00001.
            case kilogramsPerLitre
            /// In mol/L, of which 1 mmol/L is 0.001.
            case molesPerLitre
        }

        /// The number, in the unit.
        public var amount: ShortFloat
        public var unit: Unit
        /// What was measured.
        public var type: SampleType
        /// Where it was measured.
        public var location: SampleLocation

        public init(
            _ amount: ShortFloat, _ unit: Unit, type: SampleType = .capillaryWholeBlood,
            location: SampleLocation = .finger
        ) {
            self.amount = amount
            self.unit = unit
            self.type = type
            self.location = location
        }

        /// Creates a result in kg/L from mg/dL, in whole steps, 0…2045.
        public static func milligramsPerDecilitre(
            _ number: Int, type: SampleType = .capillaryWholeBlood, location: SampleLocation = .finger
        ) -> Self {
            let amount = ShortFloat(mantissa: min(max(number, 0), 2045), exponent: -5)
            return Self(amount, .kilogramsPerLitre, type: type, location: location)
        }

        /// Creates a result in mol/L from mmol/L, in steps of 0.1, 0…204.5.
        public static func millimolesPerLitre(
            _ number: Double, type: SampleType = .capillaryWholeBlood, location: SampleLocation = .finger
        ) -> Self {
            let tenths = min(UInt16(number, inStepsOf: 0.1), 2045)
            let amount = ShortFloat(mantissa: Int(tenths), exponent: -4)
            return Self(amount, .molesPerLitre, type: type, location: location)
        }

        /// The result in mg/dL, whatever the unit.
        public var milligramsPerDecilitre: Double {
            switch unit {
            case .kilogramsPerLitre: amount.value * 100_000
            case .molesPerLitre: amount.value * 1000 * Self.milligramsPerDecilitreInMillimole
            }
        }

        /// The result in mmol/L, whatever the unit.
        public var millimolesPerLitre: Double {
            switch unit {
            case .kilogramsPerLitre: amount.value * 100_000 / Self.milligramsPerDecilitreInMillimole
            case .molesPerLitre: amount.value * 1000
            }
        }

        /// Of the molar mass of glucose, 180.156 g/mol.
        private static let milligramsPerDecilitreInMillimole = 18.0156
    }
}

extension Glucose.Measurement {
    private struct Flags: OptionSet {
        var rawValue: UInt8
        static let timeOffset = Flags(rawValue: 0x01)
        static let concentration = Flags(rawValue: 0x02)
        static let moles = Flags(rawValue: 0x04)
        static let status = Flags(rawValue: 0x08)
        static let context = Flags(rawValue: 0x10)
    }

    public static var flagsLength: Int { 1 }
    public static var knownFlags: UInt32 { 0x1F }

    /// Reads flags, number and time, then what the flags announce.
    public init(known reader: inout ByteReader) throws(DecodeError) {
        let flags = Flags(rawValue: try reader.uint8())
        sequenceNumber = try reader.uint16()
        baseTime = try DateTime(decoding: &reader)
        timeOffset = flags.contains(.timeOffset) ? try reader.int16() : nil
        if flags.contains(.concentration) {
            let amount = try ShortFloat(decoding: &reader)
            let (type, location) = try reader.sample()
            concentration = Glucose.Concentration(
                amount, flags.contains(.moles) ? .molesPerLitre : .kilogramsPerLitre, type: type,
                location: location)
        }
        if flags.contains(.status) {
            status = Glucose.SensorStatus(rawValue: try reader.uint16() & Glucose.SensorStatus.known)
        }
        contextFollows = flags.contains(.context)
    }

    /// Appends flags, number and time, then what the flags announce.
    public func encodeKnown(into bytes: inout [UInt8]) {
        var flags: Flags = contextFollows ? .context : []
        if timeOffset != nil { flags.insert(.timeOffset) }
        if concentration != nil { flags.insert(.concentration) }
        if concentration?.unit == .molesPerLitre { flags.insert(.moles) }
        if status != nil { flags.insert(.status) }
        bytes.append(flags.rawValue)
        bytes.append(littleEndian: sequenceNumber)
        baseTime.encode(into: &bytes)
        if let timeOffset { bytes.append(littleEndian: timeOffset) }
        if let concentration {
            concentration.amount.encode(into: &bytes)
            bytes.append(concentration.type, concentration.location)
        }
        if let status { bytes.append(littleEndian: status.rawValue & Glucose.SensorStatus.known) }
    }
}

extension ByteReader {
    /// Reads type and location of a sample, four bits each.
    package mutating func sample() throws(DecodeError) -> (Glucose.SampleType, Glucose.SampleLocation) {
        let byte = try uint8()
        return (Glucose.SampleType(rawValue: byte), Glucose.SampleLocation(rawValue: byte >> 4))
    }
}

extension Array where Element == UInt8 {
    package mutating func append(_ type: Glucose.SampleType, _ location: Glucose.SampleLocation) {
        append(type.rawValue | location.rawValue << 4)
    }
}
