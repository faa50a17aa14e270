import BluetoothWire

extension CyclingPower {
    /// The course of force or torque during a turn of the crank.
    public struct Vector: FlaggedValue {
        public var unknown = UnknownFields()
        /// The turns of the crank; its clock ticks 1024 times per second.
        public var crank: CrankRevolutions?
        /// The crank's angle at the first of the magnitudes, in degrees.
        public var firstAngle: UInt16?
        /// What was measured at equal steps of time; `nil` if nothing.
        public var magnitudes: Magnitudes?
        /// The direction of what was measured.
        public var direction: Direction

        public init(
            crank: CrankRevolutions? = nil, firstAngle: UInt16? = nil, magnitudes: Magnitudes? = nil,
            direction: Direction = .unknown
        ) {
            self.crank = crank
            self.firstAngle = firstAngle
            self.magnitudes = magnitudes
            self.direction = direction
        }
    }

    /// Forces or torques, the oldest first.
    public enum Magnitudes: Hashable, Sendable {
        /// Forces in newtons.
        case forces([Int16])
        /// Torques in newton metres, −1024…1023.97 in steps of 1/32.
        case torques([Double])
    }

    /// The direction of a force.
    public enum Direction: UInt8, CharacteristicValue, CaseIterable {
        /// The meter does not know.
        case unknown = 0
        /// Along the circle of the crank.
        case tangential = 1
        /// Along the crank.
        case radial = 2
        /// Along the axle.
        case lateral = 3
    }
}

extension CyclingPower.Vector {
    private struct Flags: OptionSet {
        var rawValue: UInt8
        static let crank = Flags(rawValue: 0x01)
        static let angle = Flags(rawValue: 0x02)
        static let forces = Flags(rawValue: 0x04)
        static let torques = Flags(rawValue: 0x08)
    }

    public static var flagsLength: Int { 1 }
    public static var knownFlags: UInt32 { 0x3F }

    /// Reads flags, then what they announce; forces and torques at once are an error.
    public init(known reader: inout ByteReader) throws(DecodeError) {
        let raw = try reader.uint8()
        let flags = Flags(rawValue: raw)
        self.init(direction: CyclingPower.Direction(rawValue: raw >> 4 & 3) ?? .unknown)
        if flags.contains(.crank) { crank = try CrankRevolutions(decoding: &reader) }
        if flags.contains(.angle) { firstAngle = try reader.uint16() }
        guard !flags.contains([.forces, .torques]) else { throw reader.invalid("flags", Int(raw)) }
        if flags.contains(.forces) {
            var forces: [Int16] = []
            while reader.remaining >= 2 { forces.append(try reader.int16()) }
            magnitudes = .forces(forces)
        } else if flags.contains(.torques) {
            var torques: [Double] = []
            while reader.remaining >= 2 { torques.append(try reader.number(.int16, per: 32)) }
            magnitudes = .torques(torques)
        }
    }

    public func encodeKnown(into bytes: inout [UInt8]) {
        var flags: Flags = []
        if crank != nil { flags.insert(.crank) }
        if firstAngle != nil { flags.insert(.angle) }
        switch magnitudes {
        case .forces: flags.insert(.forces)
        case .torques: flags.insert(.torques)
        case nil: break
        }
        bytes.append(flags.rawValue | direction.rawValue << 4)
        crank?.encode(into: &bytes)
        firstAngle?.encode(into: &bytes)
        switch magnitudes {
        case .forces(let forces): for force in forces { bytes.append(littleEndian: force) }
        case .torques(let torques): for torque in torques { bytes.append(torque, as: .int16, per: 32) }
        case nil: break
        }
    }
}
