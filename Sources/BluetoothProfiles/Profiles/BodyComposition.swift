import BluetoothTypes
import BluetoothWire

/// The Body Composition service (181B).
///
/// ```swift
/// for try await measured in scale.notifications(of: BodyComposition.measurement) {
///     if let bodyFat = measured.bodyFat { print(bodyFat) }
/// }
/// ```
///
/// Source: Body Composition Service 1.0; GATT Specification Supplement, *Body Composition Measurement*, *Body
/// Composition Feature*.
public enum BodyComposition {
    /// The UUID of *Body Composition*.
    public static let service: BluetoothUUID = "181B"
    /// What the scale can do.
    public static let feature = TypedCharacteristic<Features>("2A9B", of: service)
    /// A measurement; indicated.
    public static let measurement = TypedCharacteristic<Measurement>("2A9C", of: service)

    /// What a scale can do.
    public struct Features: CharacteristicValue {
        /// What measurements may have.
        public var supported: Supported
        /// How finely it measures masses.
        public var massResolution: MassResolution
        /// How finely it measures heights.
        public var heightResolution: HeightResolution

        public init(
            _ supported: Supported, massResolution: MassResolution = .notSpecified,
            heightResolution: HeightResolution = .notSpecified
        ) {
            self.supported = supported
            self.massResolution = massResolution
            self.heightResolution = heightResolution
        }

        /// What the measurements of a scale may have.
        public struct Supported: OptionSet, Hashable, Sendable {
            /// The eleven lowest bits of the features.
            public let rawValue: UInt16
            /// Creates features of their bits; only the eleven lowest ones are used.
            public init(rawValue: UInt16) { self.rawValue = rawValue & 0x7FF }

            /// The time.
            public static let timestamps = Supported(rawValue: 1 << 0)
            /// Several users.
            public static let multipleUsers = Supported(rawValue: 1 << 1)
            /// A measurement can have the basal metabolism.
            public static let basalMetabolism = Supported(rawValue: 1 << 2)
            /// The share of muscles.
            public static let musclePercentage = Supported(rawValue: 1 << 3)
            /// A measurement can have the mass of the muscles.
            public static let muscleMass = Supported(rawValue: 1 << 4)
            /// The mass without fat.
            public static let fatFreeMass = Supported(rawValue: 1 << 5)
            /// A measurement can have the soft lean mass.
            public static let softLeanMass = Supported(rawValue: 1 << 6)
            /// A measurement can have the mass of water.
            public static let bodyWaterMass = Supported(rawValue: 1 << 7)
            /// A measurement can have the impedance.
            public static let impedance = Supported(rawValue: 1 << 8)
            /// A measurement can have the weight.
            public static let weight = Supported(rawValue: 1 << 9)
            /// A measurement can have the height.
            public static let height = Supported(rawValue: 1 << 10)
        }

        /// Reads four bytes. Reserved bits are ignored.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            let bits = try reader.uint32()
            supported = Supported(rawValue: UInt16(truncatingIfNeeded: bits))
            massResolution = MassResolution(rawValue: UInt8(truncatingIfNeeded: bits >> 11))
            heightResolution = HeightResolution(rawValue: UInt8(truncatingIfNeeded: bits >> 15))
        }

        /// Appends four bytes.
        public func encode(into bytes: inout [UInt8]) {
            var bits = UInt32(supported.rawValue)
            bits |= UInt32(massResolution.rawValue) << 11 | UInt32(heightResolution.rawValue) << 15
            bytes.append(littleEndian: bits)
        }
    }

    /// A measurement, or a part of one that is sent in two.
    public struct Measurement: FlaggedValue {
        public var unknown = UnknownFields()
        /// The share of fat in percent, 0…6553.4 in steps of 0.1; `nil` if the measurement was not successful.
        public var bodyFat: Double?
        /// The units of masses and height.
        public var units: BodyUnits
        /// When it was measured, on the scale's clock.
        public var timestamp: DateTime?
        /// The user, 0…254, or `UserData.unknownUser`.
        public var userIndex: UInt8?
        /// The basal metabolism per day, in kilojoules.
        public var basalMetabolism: UInt16?
        /// The share of muscles in percent, 0…6553.5 in steps of 0.1.
        public var musclePercentage: Double?
        /// In kilograms, 0…327.675 in steps of 0.005, or in pounds, 0…655.35 in steps of 0.01.
        public var muscleMass: Double?
        /// All but fat: in kilograms, 0…327.675 in steps of 0.005, or in pounds, 0…655.35 in steps of 0.01.
        public var fatFreeMass: Double?
        /// All but fat and bones: in kilograms, 0…327.675 in steps of 0.005, or in pounds, 0…655.35 in steps of 0.01.
        public var softLeanMass: Double?
        /// In kilograms, 0…327.675 in steps of 0.005, or in pounds, 0…655.35 in steps of 0.01.
        public var bodyWaterMass: Double?
        /// In ohms, 0…6553.5 in steps of 0.1.
        public var impedance: Double?
        /// In kilograms, 0…327.675 in steps of 0.005, or in pounds, 0…655.35 in steps of 0.01.
        public var weight: Double?
        /// In metres, 0…65.535 in steps of 0.001, or in inches, 0…6553.5 in steps of 0.1.
        public var height: Double?
        /// Whether the measurement is too long for one value: this is one of two.
        public var isOneOfTwo: Bool

        public init(
            bodyFat: Double?, units: BodyUnits = .metric, timestamp: DateTime? = nil,
            userIndex: UInt8? = nil, basalMetabolism: UInt16? = nil, musclePercentage: Double? = nil,
            muscleMass: Double? = nil, fatFreeMass: Double? = nil, softLeanMass: Double? = nil,
            bodyWaterMass: Double? = nil, impedance: Double? = nil, weight: Double? = nil,
            height: Double? = nil, isOneOfTwo: Bool = false
        ) {
            self.bodyFat = bodyFat
            self.units = units
            self.timestamp = timestamp
            self.userIndex = userIndex
            self.basalMetabolism = basalMetabolism
            self.musclePercentage = musclePercentage
            self.muscleMass = muscleMass
            self.fatFreeMass = fatFreeMass
            self.softLeanMass = softLeanMass
            self.bodyWaterMass = bodyWaterMass
            self.impedance = impedance
            self.weight = weight
            self.height = height
            self.isOneOfTwo = isOneOfTwo
        }
    }
}

extension BodyComposition.Measurement {
    private struct Flags: OptionSet {
        var rawValue: UInt16
        static let imperial = Flags(rawValue: 1 << 0)
        static let timestamp = Flags(rawValue: 1 << 1)
        static let user = Flags(rawValue: 1 << 2)
        static let basalMetabolism = Flags(rawValue: 1 << 3)
        static let musclePercentage = Flags(rawValue: 1 << 4)
        static let muscleMass = Flags(rawValue: 1 << 5)
        static let fatFreeMass = Flags(rawValue: 1 << 6)
        static let softLeanMass = Flags(rawValue: 1 << 7)
        static let bodyWaterMass = Flags(rawValue: 1 << 8)
        static let impedance = Flags(rawValue: 1 << 9)
        static let weight = Flags(rawValue: 1 << 10)
        static let height = Flags(rawValue: 1 << 11)
        static let oneOfTwo = Flags(rawValue: 1 << 12)
    }

    /// The optional numbers of two bytes in the order on the wire: their flags, where they are, and their steps to the
    /// unit.
    private static func numbers(
        in units: BodyUnits
    ) -> [(flag: Flags, place: WritableKeyPath<Self, Double?>, steps: Double)] {
        let mass = units.massesPerUnit
        return [
            (.musclePercentage, \.musclePercentage, 10), (.muscleMass, \.muscleMass, mass),
            (.fatFreeMass, \.fatFreeMass, mass), (.softLeanMass, \.softLeanMass, mass),
            (.bodyWaterMass, \.bodyWaterMass, mass), (.impedance, \.impedance, 10),
            (.weight, \.weight, mass), (.height, \.height, units.heightsPerUnit),
        ]
    }

    public static var flagsLength: Int { 2 }
    public static var knownFlags: UInt32 { 0x1FFF }

    public init(known reader: inout ByteReader) throws(DecodeError) {
        let flags = Flags(rawValue: try reader.uint16())
        self.init(
            bodyFat: try reader.measuredSteps(per: 10),
            units: flags.contains(.imperial) ? .imperial : .metric,
            timestamp: flags.contains(.timestamp) ? try DateTime(decoding: &reader) : nil,
            userIndex: flags.contains(.user) ? try reader.uint8() : nil,
            basalMetabolism: flags.contains(.basalMetabolism) ? try reader.uint16() : nil,
            isOneOfTwo: flags.contains(.oneOfTwo))
        for number in Self.numbers(in: units) where flags.contains(number.flag) {
            self[keyPath: number.place] = try reader.steps(per: number.steps)
        }
    }

    public func encodeKnown(into bytes: inout [UInt8]) {
        let numbers = Self.numbers(in: units)
        var flags: Flags = units == .imperial ? .imperial : []
        if timestamp != nil { flags.insert(.timestamp) }
        if userIndex != nil { flags.insert(.user) }
        if basalMetabolism != nil { flags.insert(.basalMetabolism) }
        for number in numbers where self[keyPath: number.place] != nil { flags.insert(number.flag) }
        if isOneOfTwo { flags.insert(.oneOfTwo) }
        bytes.append(littleEndian: flags.rawValue)
        bytes.append(measuredSteps: bodyFat, per: 10)
        timestamp?.encode(into: &bytes)
        userIndex?.encode(into: &bytes)
        basalMetabolism?.encode(into: &bytes)
        for number in numbers {
            guard let value = self[keyPath: number.place] else { continue }
            bytes.append(steps: value, per: number.steps)
        }
    }
}
