import BluetoothWire

extension Battery {
    /// Whether a battery is charged or discharged, and by what.
    ///
    /// ```swift
    /// let status = Battery.LevelStatus(
    ///     wiredPower: .yes, chargeState: .charging, chargeLevel: .good, chargingType: .constantCurrent, level: 87)
    /// ```
    ///
    /// Source: GATT Specification Supplement, *Battery Level Status*.
    public struct LevelStatus: FlaggedValue {
        public var unknown = UnknownFields()
        /// Whether the battery is in the device.
        public var isPresent: Bool
        /// Whether power comes by wire.
        public var wiredPower: Answer
        /// Whether power comes without a wire.
        public var wirelessPower: Answer
        /// Whether the battery is charged or discharged.
        public var chargeState: ChargeState
        /// How full the battery is, roughly.
        public var chargeLevel: ChargeLevel
        /// How the battery is charged.
        public var chargingType: ChargingType
        /// Why the battery can't be charged.
        public var chargingFaults: ChargingFaults
        /// The battery that is meant, of a device with several.
        public var identifier: UInt16?
        /// 0…100 %.
        public var level: UInt8?
        /// Whether the battery needs service, or has a fault.
        public var additionalStatus: AdditionalStatus?

        /// Creates a status of a battery; all that is left out is unknown.
        public init(
            isPresent: Bool = true, wiredPower: Answer = .unknown, wirelessPower: Answer = .unknown,
            chargeState: ChargeState = .unknown, chargeLevel: ChargeLevel = .unknown,
            chargingType: ChargingType = .unknownOrNotCharging, chargingFaults: ChargingFaults = [],
            identifier: UInt16? = nil, level: UInt8? = nil, additionalStatus: AdditionalStatus? = nil
        ) {
            self.isPresent = isPresent
            self.wiredPower = wiredPower
            self.wirelessPower = wirelessPower
            self.chargeState = chargeState
            self.chargeLevel = chargeLevel
            self.chargingType = chargingType
            self.chargingFaults = chargingFaults
            self.identifier = identifier
            self.level = level
            self.additionalStatus = additionalStatus
        }
    }

    /// The answer to a question about the battery.
    public enum Answer: UInt8, Hashable, Sendable, CaseIterable {
        /// It is not so.
        case no = 0
        /// It is so.
        case yes = 1
        /// The device does not know.
        case unknown = 2
    }

    /// Whether a battery is charged or discharged.
    public enum ChargeState: UInt8, Hashable, Sendable, CaseIterable {
        /// The device does not know.
        case unknown = 0
        /// The battery gains power.
        case charging
        /// The device uses the battery's power.
        case dischargingActive
        /// The battery loses power by itself only.
        case dischargingInactive
    }

    /// How full a battery is, roughly.
    public enum ChargeLevel: UInt8, Hashable, Sendable, CaseIterable {
        /// The device does not know.
        case unknown = 0
        /// There is enough.
        case good = 1
        /// There is little.
        case low = 2
        /// There is so little that the device may stop.
        case critical = 3
    }

    /// How a battery is charged.
    public enum ChargingType: UInt8, Hashable, Sendable, CaseIterable {
        /// The battery is not charged, or the device does not know.
        case unknownOrNotCharging = 0
        /// With the same current all the time.
        case constantCurrent = 1
        /// With the same voltage all the time.
        case constantVoltage = 2
        /// With as little as the battery loses by itself.
        case trickle = 3
        /// At a voltage that keeps the battery full.
        case float = 4
    }

    /// Why a battery can't be charged.
    public struct ChargingFaults: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The battery is at fault.
        public static let battery = ChargingFaults(rawValue: 0x01)
        /// The source of power is at fault.
        public static let externalPower = ChargingFaults(rawValue: 0x02)
        /// Something else is at fault.
        public static let other = ChargingFaults(rawValue: 0x04)
    }

    /// Whether a battery needs service, or has a fault.
    public struct AdditionalStatus: Hashable, Sendable {
        /// Whether the battery needs service.
        public var needsService: Answer
        /// Whether the battery has a fault.
        public var hasFault: Bool

        public init(needsService: Answer, hasFault: Bool = false) {
            self.needsService = needsService
            self.hasFault = hasFault
        }
    }
}

extension Battery.LevelStatus {
    private struct Flags: OptionSet {
        var rawValue: UInt8
        static let identifier = Flags(rawValue: 0x01)
        static let level = Flags(rawValue: 0x02)
        static let additional = Flags(rawValue: 0x04)
    }

    public static var flagsLength: Int { 1 }
    public static var knownFlags: UInt32 { 0x07 }

    /// Reads flags and the power state, then what the flags announce.
    public init(known reader: inout ByteReader) throws(DecodeError) {
        let flags = Flags(rawValue: try reader.uint8())
        let state = try reader.uint16()
        func bits(_ shift: UInt16, _ mask: UInt16) -> UInt8 { UInt8(state >> shift & mask) }
        guard let wired = Battery.Answer(rawValue: bits(1, 3)),
            let wireless = Battery.Answer(rawValue: bits(3, 3)),
            let chargeState = Battery.ChargeState(rawValue: bits(5, 3)),
            let chargeLevel = Battery.ChargeLevel(rawValue: bits(7, 3)),
            let type = Battery.ChargingType(rawValue: bits(9, 7))
        else { throw reader.invalid("power state", Int(state)) }
        isPresent = state & 1 != 0
        (wiredPower, wirelessPower) = (wired, wireless)
        (self.chargeState, self.chargeLevel, chargingType) = (chargeState, chargeLevel, type)
        chargingFaults = Battery.ChargingFaults(rawValue: bits(12, 7))
        identifier = flags.contains(.identifier) ? try reader.uint16() : nil
        level = flags.contains(.level) ? try reader.uint8(upTo: 100, "battery level") : nil
        additionalStatus = nil
        guard flags.contains(.additional) else { return }
        let additional = try reader.uint8()
        guard let needsService = Battery.Answer(rawValue: additional & 3) else {
            throw reader.invalid("service required", Int(additional & 3))
        }
        additionalStatus = Battery.AdditionalStatus(
            needsService: needsService, hasFault: additional & 4 != 0)
    }

    /// Appends flags and the power state, then what the flags announce.
    public func encodeKnown(into bytes: inout [UInt8]) {
        var flags: Flags = []
        if identifier != nil { flags.insert(.identifier) }
        if level != nil { flags.insert(.level) }
        if additionalStatus != nil { flags.insert(.additional) }
        bytes.append(flags.rawValue)
        var state: UInt16 = isPresent ? 1 : 0
        state |= UInt16(wiredPower.rawValue) << 1
        state |= UInt16(wirelessPower.rawValue) << 3
        state |= UInt16(chargeState.rawValue) << 5
        state |= UInt16(chargeLevel.rawValue) << 7
        state |= UInt16(chargingType.rawValue) << 9
        state |= UInt16(chargingFaults.rawValue & 7) << 12
        bytes.append(littleEndian: state)
        if let identifier { bytes.append(littleEndian: identifier) }
        if let level { bytes.append(min(level, 100)) }
        if let additionalStatus {
            bytes.append(additionalStatus.needsService.rawValue | (additionalStatus.hasFault ? 4 : 0))
        }
    }
}
