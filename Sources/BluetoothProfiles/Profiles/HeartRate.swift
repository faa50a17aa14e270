import BluetoothTypes
import BluetoothWire

/// The Heart Rate service (180D).
///
/// ```swift
/// for try await beat in strap.notifications(of: HeartRate.measurement) { print(beat.beatsPerMinute) }
/// ```
///
/// Source: Heart Rate Service 1.0.
public enum HeartRate {
    /// The UUID of *Heart Rate*.
    public static let service: BluetoothUUID = "180D"
    /// The strap notifies it about once per second.
    public static let measurement = TypedCharacteristic<Measurement>("2A37", of: service)
    /// Where the sensor is worn; does not change.
    public static let bodySensorLocation = TypedCharacteristic<BodySensorLocation>("2A38", of: service)
    /// Takes commands.
    public static let controlPoint = TypedCharacteristic<Command>("2A39", of: service)

    /// One measurement.
    public struct Measurement: FlaggedValue {
        public var unknown = UnknownFields()
        /// Beats per minute; sent in one byte if it fits.
        public var beatsPerMinute: UInt16
        /// Whether the sensor touches skin; `nil` if the sensor can't tell.
        public var hasContact: Bool?
        /// Energy since the last reset, in kilojoules; stays at 65,535 when it is reached.
        public var energyExpended: UInt16?
        /// The times between beats since the last measurement, the oldest first, in units of 1/1024 s.
        public var intervals: [UInt16]

        public init(
            beatsPerMinute: UInt16, hasContact: Bool? = nil, energyExpended: UInt16? = nil,
            intervals: [UInt16] = []
        ) {
            self.beatsPerMinute = beatsPerMinute
            self.hasContact = hasContact
            self.energyExpended = energyExpended
            self.intervals = intervals
        }

        /// The times between beats in seconds.
        public var intervalsInSeconds: [Double] { intervals.map { Double($0) / 1024 } }
    }

    /// Where a heart rate sensor is worn.
    public enum BodySensorLocation: UInt8, CharacteristicValue, CaseIterable {
        /// None of the others.
        case other = 0
        /// On the chest.
        case chest = 1
        /// On the wrist.
        case wrist = 2
        /// On a finger.
        case finger = 3
        /// On the hand.
        case hand = 4
        /// On the lobe of an ear.
        case earLobe = 5
        /// On the foot.
        case foot = 6
    }

    /// A command for the control point.
    public enum Command: UInt8, CharacteristicValue, CaseIterable {
        /// Sets the energy to 0.
        case resetEnergyExpended = 1
    }

    /// The sensor does not know a command: application error of the control point.
    public static let controlPointNotSupported: UInt8 = 0x80
}

extension HeartRate.Measurement {
    private struct Flags: OptionSet {
        var rawValue: UInt8
        static let wide = Flags(rawValue: 0x01)
        static let contact = Flags(rawValue: 0x02)
        static let detectsContact = Flags(rawValue: 0x04)
        static let energy = Flags(rawValue: 0x08)
        static let intervals = Flags(rawValue: 0x10)
    }

    public static var flagsLength: Int { 1 }
    public static var knownFlags: UInt32 { 0x1F }

    public init(known reader: inout ByteReader) throws(DecodeError) {
        let flags = Flags(rawValue: try reader.uint8())
        beatsPerMinute = flags.contains(.wide) ? try reader.uint16() : UInt16(try reader.uint8())
        hasContact = flags.contains(.detectsContact) ? flags.contains(.contact) : nil
        energyExpended = flags.contains(.energy) ? try reader.uint16() : nil
        intervals = []
        guard flags.contains(.intervals) else { return }
        while reader.remaining >= 2 { intervals.append(try reader.uint16()) }
    }

    public func encodeKnown(into bytes: inout [UInt8]) {
        var flags: Flags = beatsPerMinute > 0xFF ? .wide : []
        if let hasContact { flags.formUnion(hasContact ? [.detectsContact, .contact] : .detectsContact) }
        if energyExpended != nil { flags.insert(.energy) }
        if !intervals.isEmpty { flags.insert(.intervals) }
        bytes.append(flags.rawValue)
        if flags.contains(.wide) {
            bytes.append(littleEndian: beatsPerMinute)
        } else {
            bytes.append(UInt8(beatsPerMinute))
        }
        if let energyExpended { bytes.append(littleEndian: energyExpended) }
        for interval in intervals { bytes.append(littleEndian: interval) }
    }
}
