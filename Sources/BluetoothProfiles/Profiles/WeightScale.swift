import BluetoothTypes
import BluetoothWire

/// The Weight Scale service (181D).
///
/// ```swift
/// for try await measured in scale.notifications(of: WeightScale.measurement) {
///     if let weight = measured.weight { print(weight) }
/// }
/// ```
///
/// Source: Weight Scale Service 1.0.1; GATT Specification Supplement, *Weight Measurement*, *Weight Scale Feature*.
public enum WeightScale {
    /// The UUID of *Weight Scale*.
    public static let service: BluetoothUUID = "181D"
    /// A measured weight; indicated.
    public static let measurement = TypedCharacteristic<Measurement>("2A9D", of: service)
    /// What the scale can do.
    public static let feature = TypedCharacteristic<Features>("2A9E", of: service)

    /// What a scale can do.
    public struct Features: CharacteristicValue {
        /// Measurements have a time.
        public var hasTimestamps: Bool
        /// It knows several users.
        public var hasMultipleUsers: Bool
        /// Measurements may have the body mass index.
        public var hasBodyMassIndex: Bool
        /// How finely it measures weights.
        public var weightResolution: MassResolution
        /// How finely it measures heights.
        public var heightResolution: HeightResolution

        public init(
            hasTimestamps: Bool = false, hasMultipleUsers: Bool = false, hasBodyMassIndex: Bool = false,
            weightResolution: MassResolution = .notSpecified,
            heightResolution: HeightResolution = .notSpecified
        ) {
            self.hasTimestamps = hasTimestamps
            self.hasMultipleUsers = hasMultipleUsers
            self.hasBodyMassIndex = hasBodyMassIndex
            self.weightResolution = weightResolution
            self.heightResolution = heightResolution
        }

        /// Reads four bytes. Reserved bits are ignored.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            let bits = try reader.uint32()
            hasTimestamps = bits & 1 != 0
            hasMultipleUsers = bits & 2 != 0
            hasBodyMassIndex = bits & 4 != 0
            weightResolution = MassResolution(rawValue: UInt8(truncatingIfNeeded: bits >> 3))
            heightResolution = HeightResolution(rawValue: UInt8(truncatingIfNeeded: bits >> 7))
        }

        /// Appends four bytes.
        public func encode(into bytes: inout [UInt8]) {
            var bits: UInt32 = (hasTimestamps ? 1 : 0) | (hasMultipleUsers ? 2 : 0)
            bits |= hasBodyMassIndex ? 4 : 0
            bits |= UInt32(weightResolution.rawValue) << 3 | UInt32(heightResolution.rawValue) << 7
            bytes.append(littleEndian: bits)
        }
    }

    /// A measured weight.
    public struct Measurement: FlaggedValue {
        public var unknown = UnknownFields()
        /// The weight: in kilograms, 0…327.67 in steps of 0.005, or in pounds, 0…655.34 in steps of 0.01; `nil` if the
        /// measurement was not successful.
        public var weight: Double?
        /// The units of weight and height.
        public var units: BodyUnits
        /// When it was measured, on the scale's clock.
        public var timestamp: DateTime?
        /// The user, 0…254, or `UserData.unknownUser`.
        public var userIndex: UInt8?
        /// Body mass index and height, if the scale knows them.
        public var body: Body?

        public init(
            weight: Double?, units: BodyUnits = .metric, timestamp: DateTime? = nil,
            userIndex: UInt8? = nil, body: Body? = nil
        ) {
            self.weight = weight
            self.units = units
            self.timestamp = timestamp
            self.userIndex = userIndex
            self.body = body
        }
    }

    /// Body mass index and height; they come together.
    public struct Body: Hashable, Sendable {
        /// The body mass index in kg/m², 0…6553.5 in steps of 0.1, whatever the units.
        public var massIndex: Double
        /// The height: in metres, 0…65.535 in steps of 0.001, or in inches, 0…6553.5 in steps of 0.1.
        public var height: Double

        public init(massIndex: Double, height: Double) {
            self.massIndex = massIndex
            self.height = height
        }
    }
}

extension WeightScale.Measurement {
    private struct Flags: OptionSet {
        var rawValue: UInt8
        static let imperial = Flags(rawValue: 0x01)
        static let timestamp = Flags(rawValue: 0x02)
        static let user = Flags(rawValue: 0x04)
        static let body = Flags(rawValue: 0x08)
    }

    public static var flagsLength: Int { 1 }
    public static var knownFlags: UInt32 { 0x0F }

    public init(known reader: inout ByteReader) throws(DecodeError) {
        let flags = Flags(rawValue: try reader.uint8())
        units = flags.contains(.imperial) ? .imperial : .metric
        weight = try reader.measuredSteps(per: units.massesPerUnit)
        timestamp = flags.contains(.timestamp) ? try DateTime(decoding: &reader) : nil
        userIndex = flags.contains(.user) ? try reader.uint8() : nil
        guard flags.contains(.body) else { return }
        let index = try reader.steps(per: 10)
        body = WeightScale.Body(massIndex: index, height: try reader.steps(per: units.heightsPerUnit))
    }

    public func encodeKnown(into bytes: inout [UInt8]) {
        var flags: Flags = units == .imperial ? .imperial : []
        if timestamp != nil { flags.insert(.timestamp) }
        if userIndex != nil { flags.insert(.user) }
        if body != nil { flags.insert(.body) }
        bytes.append(flags.rawValue)
        bytes.append(measuredSteps: weight, per: units.massesPerUnit)
        timestamp?.encode(into: &bytes)
        userIndex?.encode(into: &bytes)
        guard let body else { return }
        bytes.append(steps: body.massIndex, per: 10)
        bytes.append(steps: body.height, per: units.heightsPerUnit)
    }
}
