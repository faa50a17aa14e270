import BluetoothWire

extension CyclingPower {
    /// One measurement.
    public struct Measurement: FlaggedValue {
        public var unknown = UnknownFields()
        /// The power now, in watts.
        public var power: Int16
        /// The share of one pedal in the power.
        public var pedalBalance: PedalBalance?
        /// Newton metres of all turns so far; rolls over at 2048, in steps of 1/32.
        public var accumulatedTorque: Double?
        /// Whether the torque is measured at the crank rather than at the wheel.
        public var measuresTorqueAtCrank: Bool
        /// The turns of the wheel; its clock ticks 2048 times per second.
        public var wheel: WheelRevolutions?
        /// The turns of the crank; its clock ticks 1024 times per second.
        public var crank: CrankRevolutions?
        /// The extreme forces of the last turn.
        public var extremeForces: ExtremeForces?
        /// The extreme torques of the last turn.
        public var extremeTorques: ExtremeTorques?
        public var extremeAngles: ExtremeAngles?
        /// The crank's angle at the upper dead spot, in degrees.
        public var topDeadSpotAngle: UInt16?
        /// The crank's angle at the lower dead spot, in degrees.
        public var bottomDeadSpotAngle: UInt16?
        /// Kilojoules since the meter was started; stays at 65,535 when it is reached.
        public var accumulatedEnergy: UInt16?
        /// Whether the meter asks for an offset compensation.
        public var needsOffsetCompensation: Bool

        public init(
            power: Int16, pedalBalance: PedalBalance? = nil, accumulatedTorque: Double? = nil,
            measuresTorqueAtCrank: Bool = false, wheel: WheelRevolutions? = nil,
            crank: CrankRevolutions? = nil, extremeForces: ExtremeForces? = nil,
            extremeTorques: ExtremeTorques? = nil, extremeAngles: ExtremeAngles? = nil,
            topDeadSpotAngle: UInt16? = nil, bottomDeadSpotAngle: UInt16? = nil,
            accumulatedEnergy: UInt16? = nil, needsOffsetCompensation: Bool = false
        ) {
            self.power = power
            self.pedalBalance = pedalBalance
            self.accumulatedTorque = accumulatedTorque
            self.measuresTorqueAtCrank = measuresTorqueAtCrank
            self.wheel = wheel
            self.crank = crank
            self.extremeForces = extremeForces
            self.extremeTorques = extremeTorques
            self.extremeAngles = extremeAngles
            self.topDeadSpotAngle = topDeadSpotAngle
            self.bottomDeadSpotAngle = bottomDeadSpotAngle
            self.accumulatedEnergy = accumulatedEnergy
            self.needsOffsetCompensation = needsOffsetCompensation
        }

        /// The mean speed since an earlier measurement, in metres per second; `nil` if one of them has no wheel, or if
        /// the times are not plausible (`Revolutions.perSecond`).
        ///
        /// - Parameters:
        ///   - earlier: A measurement less than 32 s before.
        ///   - circumference: The circumference of the wheel, in metres.
        public func speed(since earlier: Self, circumference: Double) -> Double? {
            guard let wheel, let before = earlier.wheel else { return nil }
            return wheel.perSecond(since: before, ticksPerSecond: 2048).map { $0 * circumference }
        }

        /// The mean cadence since an earlier measurement less than 64 s before, in turns per minute; `nil` as with the
        /// speed.
        public func cadence(since earlier: Self) -> Double? {
            guard let crank, let before = earlier.crank else { return nil }
            return crank.perSecond(since: before, ticksPerSecond: 1024).map { $0 * 60 }
        }
    }

    /// The share of one pedal in the power.
    public struct PedalBalance: Hashable, Sendable {
        /// Percent, 0…127.5 in steps of 0.5; more than 100 is not meaningful.
        public var percent: Double
        /// Whether it is the left pedal's share; otherwise the meter does not know whose it is.
        public var isLeft: Bool

        public init(percent: Double, isLeft: Bool) {
            self.percent = percent
            self.isLeft = isLeft
        }
    }

    /// The extreme forces of a turn of the crank.
    public struct ExtremeForces: CharacteristicValue {
        /// The greatest force, in newtons.
        public var maximum: Int16
        /// The least force, in newtons.
        public var minimum: Int16

        public init(maximum: Int16, minimum: Int16) {
            self.maximum = maximum
            self.minimum = minimum
        }
    }

    /// The extreme torques of a turn of the crank.
    public struct ExtremeTorques: CharacteristicValue {
        /// Newton metres, −1024…1023.97 in steps of 1/32.
        public var maximum: Double
        /// Newton metres, −1024…1023.97 in steps of 1/32.
        public var minimum: Double

        public init(maximum: Double, minimum: Double) {
            self.maximum = maximum
            self.minimum = minimum
        }
    }

    /// The crank's angles at the extremes.
    public struct ExtremeAngles: CharacteristicValue {
        /// Degrees, 0…4095; sent in 12 bits.
        public var maximum: UInt16
        /// Degrees, 0…4095; sent in 12 bits.
        public var minimum: UInt16

        public init(maximum: UInt16, minimum: UInt16) {
            self.maximum = maximum
            self.minimum = minimum
        }
    }
}

extension CyclingPower.ExtremeForces {
    /// Reads the maximum and the minimum.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        self.init(maximum: try reader.int16(), minimum: try reader.int16())
    }

    /// Appends the maximum and the minimum.
    public func encode(into bytes: inout [UInt8]) {
        bytes.append(littleEndian: maximum)
        bytes.append(littleEndian: minimum)
    }
}

extension CyclingPower.ExtremeTorques {
    /// Reads the maximum and the minimum.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        self.init(
            maximum: try reader.number(.int16, per: 32), minimum: try reader.number(.int16, per: 32))
    }

    /// Appends the maximum and the minimum.
    public func encode(into bytes: inout [UInt8]) {
        bytes.append(maximum, as: .int16, per: 32)
        bytes.append(minimum, as: .int16, per: 32)
    }
}

extension CyclingPower.ExtremeAngles {
    /// Reads three bytes: the lower 12 bits are the maximum's angle, the upper ones the minimum's.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let raw = try reader.uint24()
        self.init(maximum: UInt16(raw & 0xFFF), minimum: UInt16(raw >> 12))
    }

    /// Appends three bytes.
    public func encode(into bytes: inout [UInt8]) {
        let (maximum, minimum) = (UInt32(min(maximum, 0xFFF)), UInt32(min(minimum, 0xFFF)))
        bytes.append(littleEndian24: maximum | minimum << 12)
    }
}

extension CyclingPower.Measurement {
    private static let balanceIsLeft: UInt32 = 1 << 1
    private static let torqueAtCrank: UInt32 = 1 << 3
    private static let compensation: UInt32 = 1 << 12

    private static let fields = FlaggedFields<Self>(
        others: balanceIsLeft | torqueAtCrank | compensation,
        [
            .number(0, \.balancePercent, .uint8, per: 2),
            .number(2, \.accumulatedTorque, .uint16, per: 32),
            .value(4, \.wheel),
            .value(5, \.crank),
            .value(6, \.extremeForces),
            .value(7, \.extremeTorques),
            .value(8, \.extremeAngles),
            .value(9, \.topDeadSpotAngle),
            .value(10, \.bottomDeadSpotAngle),
            .value(11, \.accumulatedEnergy),
        ])

    private var balancePercent: Double? {
        get { pedalBalance?.percent }
        set { pedalBalance = newValue.map { CyclingPower.PedalBalance(percent: $0, isLeft: false) } }
    }

    public static var flagsLength: Int { 2 }
    public static var knownFlags: UInt32 { fields.known }

    /// Reads flags and power, then what the flags announce. Flags that say more about parts that are not there are ignored.
    public init(known reader: inout ByteReader) throws(DecodeError) {
        let flags = UInt32(try reader.uint16())
        self.init(power: try reader.int16(), needsOffsetCompensation: flags & Self.compensation != 0)
        try Self.fields.read(flags, from: &reader, into: &self)
        pedalBalance?.isLeft = flags & Self.balanceIsLeft != 0
        measuresTorqueAtCrank = accumulatedTorque != nil && flags & Self.torqueAtCrank != 0
    }

    /// Appends flags, power and what is there.
    public func encodeKnown(into bytes: inout [UInt8]) {
        var flags = Self.fields.flags(of: self)
        if pedalBalance?.isLeft == true { flags |= Self.balanceIsLeft }
        if accumulatedTorque != nil, measuresTorqueAtCrank { flags |= Self.torqueAtCrank }
        if needsOffsetCompensation { flags |= Self.compensation }
        bytes.append(littleEndian: UInt16(truncatingIfNeeded: flags))
        bytes.append(littleEndian: power)
        Self.fields.write(self, to: &bytes)
    }
}
