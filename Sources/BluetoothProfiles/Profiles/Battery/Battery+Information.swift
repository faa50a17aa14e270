import BluetoothWire

extension Battery {
    /// For how much wear a battery was designed.
    ///
    /// Source: GATT Specification Supplement, *Battery Health Information*.
    public struct HealthInformation: FlaggedValue {
        public var unknown = UnknownFields()
        /// How often the battery can be charged.
        public var designedCycles: UInt16?
        /// The temperatures at which the battery may be used, in °C; -128 is less than -127, and 127 more than 126.
        public var operatingTemperatures: ClosedRange<Int8>?

        /// Creates information; what is left out is not sent.
        public init(designedCycles: UInt16? = nil, operatingTemperatures: ClosedRange<Int8>? = nil) {
            self.designedCycles = designedCycles
            self.operatingTemperatures = operatingTemperatures
        }

        public static var flagsLength: Int { 1 }
        public static var knownFlags: UInt32 { 0x03 }

        public init(known reader: inout ByteReader) throws(DecodeError) {
            let flags = try reader.uint8()
            designedCycles = flags & 0x01 != 0 ? try reader.uint16() : nil
            operatingTemperatures = nil
            guard flags & 0x02 != 0 else { return }
            let (lowest, highest) = (try reader.int8(), try reader.int8())
            guard lowest <= highest else { throw reader.invalid("lowest temperature", Int(lowest)) }
            operatingTemperatures = lowest...highest
        }

        public func encodeKnown(into bytes: inout [UInt8]) {
            bytes.append((designedCycles == nil ? 0 : 0x01) | (operatingTemperatures == nil ? 0 : 0x02))
            if let designedCycles { bytes.append(littleEndian: designedCycles) }
            if let range = operatingTemperatures {
                bytes += [UInt8(bitPattern: range.lowerBound), UInt8(bitPattern: range.upperBound)]
            }
        }
    }

    /// Whether a battery can be replaced or recharged.
    public struct Features: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The battery can be replaced.
        public static let isReplaceable = Features(rawValue: 0x01)
        /// The battery can be recharged.
        public static let isRechargeable = Features(rawValue: 0x02)
    }

    /// What a battery is made of, as the assigned numbers list it.
    public struct Chemistry: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The device does not know.
        public static let unknown = Chemistry(rawValue: 0)
        /// None that has a number.
        public static let other = Chemistry(rawValue: 255)
    }

    /// What kind of battery it is.
    ///
    /// Source: GATT Specification Supplement, *Battery Information*.
    public struct Information: FlaggedValue {
        public var unknown = UnknownFields()
        /// Whether the battery can be replaced or recharged.
        public var features: Features
        /// The day on which the battery was made.
        public var manufactureDate: Date?
        /// The day on which the battery expires.
        public var expirationDate: Date?
        /// The energy of the full battery when it was new, in kilowatt hours.
        public var designedCapacity: ShortFloat?
        /// The energy at which the battery counts as low, in kilowatt hours.
        public var lowEnergy: ShortFloat?
        /// The energy at which the battery counts as critical, in kilowatt hours.
        public var criticalEnergy: ShortFloat?
        /// What the battery is made of.
        public var chemistry: Chemistry?
        /// The voltage by design, in volts.
        public var nominalVoltage: ShortFloat?
        /// The group of batteries to which it belongs, 1…254; 0 means none.
        public var aggregationGroup: UInt8?

        /// Creates information; what is left out is not sent.
        public init(
            features: Features, manufactureDate: Date? = nil, expirationDate: Date? = nil,
            designedCapacity: ShortFloat? = nil, lowEnergy: ShortFloat? = nil,
            criticalEnergy: ShortFloat? = nil, chemistry: Chemistry? = nil,
            nominalVoltage: ShortFloat? = nil, aggregationGroup: UInt8? = nil
        ) {
            self.features = features
            self.manufactureDate = manufactureDate
            self.expirationDate = expirationDate
            self.designedCapacity = designedCapacity
            self.lowEnergy = lowEnergy
            self.criticalEnergy = criticalEnergy
            self.chemistry = chemistry
            self.nominalVoltage = nominalVoltage
            self.aggregationGroup = aggregationGroup
        }
    }
}

extension Battery.Information {
    public static var flagsLength: Int { 2 }
    public static var knownFlags: UInt32 { 0xFF }

    /// Reads flags and features, then what the flags announce.
    public init(known reader: inout ByteReader) throws(DecodeError) {
        let flags = try reader.uint16()
        features = Battery.Features(rawValue: try reader.uint8() & 0x03)
        manufactureDate = flags & 0x01 != 0 ? try .init(decoding: &reader) : nil
        expirationDate = flags & 0x02 != 0 ? try .init(decoding: &reader) : nil
        designedCapacity = flags & 0x04 != 0 ? try ShortFloat(decoding: &reader) : nil
        lowEnergy = flags & 0x08 != 0 ? try ShortFloat(decoding: &reader) : nil
        criticalEnergy = flags & 0x10 != 0 ? try ShortFloat(decoding: &reader) : nil
        chemistry = flags & 0x20 != 0 ? Battery.Chemistry(rawValue: try reader.uint8()) : nil
        nominalVoltage = flags & 0x40 != 0 ? try ShortFloat(decoding: &reader) : nil
        aggregationGroup = flags & 0x80 != 0 ? try reader.uint8(upTo: 254, "aggregation group") : nil
    }

    /// Appends flags and features, then what the flags announce.
    public func encodeKnown(into bytes: inout [UInt8]) {
        let fields: [[UInt8]?] = [
            manufactureDate?.bytes, expirationDate?.bytes, designedCapacity?.bytes, lowEnergy?.bytes,
            criticalEnergy?.bytes, chemistry.map { [$0.rawValue] }, nominalVoltage?.bytes,
            aggregationGroup.map { [min($0, 254)] },
        ]
        var flags: UInt16 = 0
        for (bit, field) in fields.enumerated() where field != nil { flags |= 1 << UInt16(bit) }
        bytes.append(littleEndian: flags)
        bytes.append(features.rawValue & 0x03)
        for field in fields { bytes += field ?? [] }
    }
}
