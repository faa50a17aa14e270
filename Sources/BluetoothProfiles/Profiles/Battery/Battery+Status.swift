import BluetoothWire

extension Battery {
    /// Voltage, power and energy of a battery.
    ///
    /// Source: GATT Specification Supplement, *Battery Energy Status*.
    public struct EnergyStatus: FlaggedValue {
        public var unknown = UnknownFields()
        /// The power that comes from outside, in watts.
        public var externalPower: ShortFloat?
        /// The voltage now, in volts.
        public var voltage: ShortFloat?
        /// The energy that is left, in kilowatt hours.
        public var availableEnergy: ShortFloat?
        /// The energy of the full battery as it is now, in kilowatt hours.
        public var availableCapacity: ShortFloat?
        /// The power into the battery, in watts; negative while it is discharged.
        public var chargeRate: ShortFloat?
        /// The energy that was left when the battery was last charged, in kilowatt hours.
        public var energyAtLastCharge: ShortFloat?

        /// Creates a status; what is left out is not sent.
        public init(
            externalPower: ShortFloat? = nil, voltage: ShortFloat? = nil, availableEnergy: ShortFloat? = nil,
            availableCapacity: ShortFloat? = nil, chargeRate: ShortFloat? = nil,
            energyAtLastCharge: ShortFloat? = nil
        ) {
            self.externalPower = externalPower
            self.voltage = voltage
            self.availableEnergy = availableEnergy
            self.availableCapacity = availableCapacity
            self.chargeRate = chargeRate
            self.energyAtLastCharge = energyAtLastCharge
        }

        public static var flagsLength: Int { 1 }
        public static var knownFlags: UInt32 { 0x3F }

        public init(known reader: inout ByteReader) throws(DecodeError) {
            let flags = try reader.uint8()
            externalPower = flags & 0x01 != 0 ? try ShortFloat(decoding: &reader) : nil
            voltage = flags & 0x02 != 0 ? try ShortFloat(decoding: &reader) : nil
            availableEnergy = flags & 0x04 != 0 ? try ShortFloat(decoding: &reader) : nil
            availableCapacity = flags & 0x08 != 0 ? try ShortFloat(decoding: &reader) : nil
            chargeRate = flags & 0x10 != 0 ? try ShortFloat(decoding: &reader) : nil
            energyAtLastCharge = flags & 0x20 != 0 ? try ShortFloat(decoding: &reader) : nil
        }

        public func encodeKnown(into bytes: inout [UInt8]) {
            let fields = [
                externalPower, voltage, availableEnergy, availableCapacity, chargeRate, energyAtLastCharge,
            ]
            var flags: UInt8 = 0
            for (bit, field) in fields.enumerated() where field != nil { flags |= 1 << UInt8(bit) }
            bytes.append(flags)
            for field in fields { field?.encode(into: &bytes) }
        }
    }

    /// A time that a battery lasts, or takes to be charged.
    public enum Minutes: Hashable, Sendable {
        /// So many minutes, 0…16,777,213.
        case minutes(UInt32)
        /// More than 16,777,213 minutes.
        case longer
        /// The device does not know.
        case unknown

        fileprivate init(_ raw: UInt32) {
            switch raw {
            case 0xFF_FFFF: self = .unknown
            case 0xFF_FFFE: self = .longer
            default: self = .minutes(raw)
            }
        }

        fileprivate var raw: UInt32 {
            switch self {
            case .minutes(let minutes): min(minutes, 0xFF_FFFE)
            case .longer: 0xFF_FFFE
            case .unknown: 0xFF_FFFF
            }
        }
    }

    /// How long a battery lasts.
    ///
    /// Source: GATT Specification Supplement, *Battery Time Status*.
    public struct TimeStatus: FlaggedValue {
        public var unknown = UnknownFields()
        /// The time until the battery is empty, as the device is used now.
        public var untilDischarged: Minutes
        /// The time until the battery is empty while the device is on standby.
        public var untilDischargedOnStandby: Minutes?
        /// The time until the battery is full.
        public var untilRecharged: Minutes?

        /// Creates a status; what is left out is not sent.
        public init(
            untilDischarged: Minutes, untilDischargedOnStandby: Minutes? = nil, untilRecharged: Minutes? = nil
        ) {
            self.untilDischarged = untilDischarged
            self.untilDischargedOnStandby = untilDischargedOnStandby
            self.untilRecharged = untilRecharged
        }

        public static var flagsLength: Int { 1 }
        public static var knownFlags: UInt32 { 0x03 }

        public init(known reader: inout ByteReader) throws(DecodeError) {
            let flags = try reader.uint8()
            untilDischarged = Minutes(try reader.uint24())
            untilDischargedOnStandby = flags & 0x01 != 0 ? Minutes(try reader.uint24()) : nil
            untilRecharged = flags & 0x02 != 0 ? Minutes(try reader.uint24()) : nil
        }

        public func encodeKnown(into bytes: inout [UInt8]) {
            bytes.append((untilDischargedOnStandby == nil ? 0 : 0x01) | (untilRecharged == nil ? 0 : 0x02))
            bytes.append(littleEndian24: untilDischarged.raw)
            if let untilDischargedOnStandby { bytes.append(littleEndian24: untilDischargedOnStandby.raw) }
            if let untilRecharged { bytes.append(littleEndian24: untilRecharged.raw) }
        }
    }

    /// How worn a battery is.
    ///
    /// Source: GATT Specification Supplement, *Battery Health Status*.
    public struct HealthStatus: FlaggedValue {
        public var unknown = UnknownFields()
        /// How healthy the battery is, 0…100 %.
        public var health: UInt8?
        /// How often the battery has been charged.
        public var cycles: UInt16?
        /// The battery's temperature in °C; -128 is less than -127, and 127 more than 126.
        public var temperature: Int8?
        /// How often the battery has been discharged deeply.
        public var deepDischarges: UInt16?

        /// Creates a status; what is left out is not sent.
        public init(
            health: UInt8? = nil, cycles: UInt16? = nil, temperature: Int8? = nil,
            deepDischarges: UInt16? = nil
        ) {
            self.health = health
            self.cycles = cycles
            self.temperature = temperature
            self.deepDischarges = deepDischarges
        }

        public static var flagsLength: Int { 1 }
        public static var knownFlags: UInt32 { 0x0F }

        public init(known reader: inout ByteReader) throws(DecodeError) {
            let flags = try reader.uint8()
            health = flags & 0x01 != 0 ? try reader.uint8(upTo: 100, "battery health") : nil
            cycles = flags & 0x02 != 0 ? try reader.uint16() : nil
            temperature = flags & 0x04 != 0 ? try reader.int8() : nil
            deepDischarges = flags & 0x08 != 0 ? try reader.uint16() : nil
        }

        public func encodeKnown(into bytes: inout [UInt8]) {
            var flags: UInt8 = health == nil ? 0 : 0x01
            if cycles != nil { flags |= 0x02 }
            if temperature != nil { flags |= 0x04 }
            if deepDischarges != nil { flags |= 0x08 }
            bytes.append(flags)
            if let health { bytes.append(min(health, 100)) }
            if let cycles { bytes.append(littleEndian: cycles) }
            if let temperature { bytes.append(UInt8(bitPattern: temperature)) }
            if let deepDischarges { bytes.append(littleEndian: deepDischarges) }
        }
    }
}
