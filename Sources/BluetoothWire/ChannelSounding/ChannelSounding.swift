/// Channel Sounding: the values that HCI, the link layer and the Ranging Service share.
///
/// Two linked devices send tones and short packets to each other on many channels. The initiator's host computes the
/// distance from the phases of the tones and from the times of the packets.
///
/// Source: Core 6.0, Vol 6, Part H; Vol 4, Part E, 7.8.130 to 7.8.143.
public enum ChannelSounding {
    /// Fewer channels than this are too few for a procedure (Core 6.0, Vol 6, Part H, 4.1).
    public static let minimumChannels = 15
    /// The most steps of one subevent.
    public static let maximumSteps = 160
    /// The greatest identifier of a configuration.
    public static let maximumConfigID: UInt8 = 3
}

extension ChannelSounding {
    /// What a device does in a procedure.
    public enum Role: UInt8, Hashable, Sendable, CaseIterable {
        /// Sends first in each step, and measures.
        case initiator = 0
        /// Answers in each step.
        case reflector = 1

        /// The role of the other end.
        public var peer: Role { self == .initiator ? .reflector : .initiator }
        /// The set of this role alone.
        public var set: Roles { Roles(rawValue: 1 << rawValue) }
    }

    /// Roles that a controller supports, or that a host enables.
    public struct Roles: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The role that sends first.
        public static let initiator = Roles(rawValue: 1 << 0)
        /// The role that answers.
        public static let reflector = Roles(rawValue: 1 << 1)
    }

    /// What most steps of a procedure do, or the few between them.
    public enum Mode: UInt8, Hashable, Sendable, CaseIterable {
        /// A packet in each direction: their times give the distance.
        case packets = 1
        /// A tone in each direction: their phases give the distance.
        case tones = 2
        /// Packets and tones.
        case packetsAndTones = 3
    }

    /// The steps that a controller supports beyond those that all do.
    public struct Modes: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Steps of mode 3. Every controller supports modes 0, 1 and 2, which have no bit.
        public static let packetsAndTones = Modes(rawValue: 1 << 0)
    }

    /// What a packet has after its access address, for the time of arrival: RTT_Type.
    public enum RTTType: UInt8, Hashable, Sendable, CaseIterable {
        /// Nothing: the access address alone is timed.
        case accessAddressOnly = 0
        /// A sounding sequence of 32 bits.
        case sounding32 = 1
        /// A sounding sequence of 96 bits.
        case sounding96 = 2
        /// A random sequence of 32 bits.
        case random32 = 3
        /// A random sequence of 64 bits.
        case random64 = 4
        /// A random sequence of 96 bits.
        case random96 = 5
        /// A random sequence of 128 bits.
        case random128 = 6

        /// The length of the sequence in bits, 0 to 128.
        public var sequenceBits: Int {
            switch self {
            case .accessAddressOnly: 0
            case .sounding32, .random32: 32
            case .random64: 64
            case .sounding96, .random96: 96
            case .random128: 128
            }
        }

        /// Whether the sequence is a sounding sequence, whose tones have a phase.
        public var isSounding: Bool { self == .sounding32 || self == .sounding96 }
    }

    /// How the packets of steps are sent: CS_SYNC_PHY.
    public enum SyncPHY: UInt8, Hashable, Sendable, CaseIterable {
        /// LE 1M, which every controller supports.
        case le1M = 1
        /// LE 2M.
        case le2M = 2
        /// LE 2M with a bandwidth-time product of 2.
        case le2M2BT = 3
    }

    /// The PHYs of packets that a controller supports beyond LE 1M.
    public struct SyncPHYs: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// LE 2M.
        public static let le2M = SyncPHYs(rawValue: 1 << 1)
        /// LE 2M with a bandwidth-time product of 2.
        public static let le2M2BT = SyncPHYs(rawValue: 1 << 2)

        /// Whether `phy` is supported.
        public func supports(_ phy: SyncPHY) -> Bool {
            phy == .le1M || rawValue >> (phy.rawValue - 1) & 1 == 1
        }
    }

    /// The PHY of the link on which a procedure is, with the coding.
    public enum LinkPHY: UInt8, Hashable, Sendable, CaseIterable {
        /// LE 1M.
        case le1M = 1
        /// LE 2M.
        case le2M = 2
        /// LE Coded with eight symbols for each bit.
        case leCodedS8 = 3
        /// LE Coded with two symbols for each bit.
        case leCodedS2 = 4
    }

    /// How channels are picked for steps that are not of mode 0.
    public enum ChannelSelection: UInt8, Hashable, Sendable, CaseIterable {
        /// Each channel once, in random order.
        case algorithm3b = 0
        /// Channels in shuffled groups that have a shape.
        case algorithm3c = 1
    }

    /// The shape of groups of channels with algorithm #3c: Ch3c_Shape. It has no meaning with #3b.
    public struct ChannelShape: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Up and then down.
        public static let hat = ChannelShape(rawValue: 0)
        /// Up and down at once.
        public static let x = ChannelShape(rawValue: 1)
    }

    /// Additions of Core 6.3 that a configuration uses: CS_Enhancements_1.
    public struct Enhancements: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The reflector adds the phase that it measured to its own tone, so that the initiator needs no report of it.
        public static let inlinePhaseCorrection = Enhancements(rawValue: 1 << 0)
    }

    /// How far a transmitter's signal stands out of its noise: SNR_Control.
    public enum SNRControl: UInt8, Hashable, Sendable, CaseIterable {
        /// 18 dB.
        case dB18 = 0
        /// 21 dB.
        case dB21 = 1
        /// 24 dB.
        case dB24 = 2
        /// 27 dB.
        case dB27 = 3
        /// 30 dB.
        case dB30 = 4
        /// The signal is not changed.
        case notApplied = 0xFF
    }

    /// Antennas 1 to 4, a bit for each.
    public struct Antennas: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The first antenna.
        public static let first = Antennas(rawValue: 1 << 0)
        /// The second antenna.
        public static let second = Antennas(rawValue: 1 << 1)
        /// The third antenna.
        public static let third = Antennas(rawValue: 1 << 2)
        /// The fourth antenna.
        public static let fourth = Antennas(rawValue: 1 << 3)
    }

    /// Which antenna sends and receives packets: CS_SYNC_Antenna_Selection.
    public struct SyncAntenna: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// All antennas in turn.
        public static let inTurn = SyncAntenna(rawValue: 0xFE)
        /// The host has no preference.
        public static let noPreference = SyncAntenna(rawValue: 0xFF)

        /// One antenna, 1 to 4.
        public static func antenna(_ number: UInt8) -> SyncAntenna { SyncAntenna(rawValue: number) }
    }

    /// How many antennas each end uses for tones: the antenna configuration index, 0 to 7.
    public enum ToneAntennas: UInt8, Hashable, Sendable, CaseIterable {
        /// One antenna at each end.
        case oneByOne = 0
        /// Two antennas at the initiator, one at the reflector.
        case twoByOne = 1
        /// Three antennas at the initiator, one at the reflector.
        case threeByOne = 2
        /// Four antennas at the initiator, one at the reflector.
        case fourByOne = 3
        /// One antenna at the initiator, two at the reflector.
        case oneByTwo = 4
        /// One antenna at the initiator, three at the reflector.
        case oneByThree = 5
        /// One antenna at the initiator, four at the reflector.
        case oneByFour = 6
        /// Two antennas at each end.
        case twoByTwo = 7

        /// The number of the initiator's antennas, 1 to 4.
        public var initiator: Int { [1, 2, 3, 4, 1, 1, 1, 2][Int(rawValue)] }
        /// The number of the reflector's antennas, 1 to 4.
        public var reflector: Int { [1, 1, 1, 1, 2, 3, 4, 2][Int(rawValue)] }
        /// The number of antenna paths, 1 to 4.
        public var paths: Int { initiator * reflector }
    }
}

extension ByteReader {
    /// Reads a code of Channel Sounding; one that the type does not have is an error that names the field.
    mutating func code<Code: RawRepresentable>(_ field: StaticString) throws(DecodeError) -> Code
    where Code.RawValue == UInt8 {
        let raw = try uint8()
        return try code(field, raw)
    }

    /// A code of Channel Sounding from bits that were read before.
    func code<Code: RawRepresentable>(_ field: StaticString, _ raw: UInt8) throws(DecodeError) -> Code
    where Code.RawValue == UInt8 {
        guard let code = Code(rawValue: raw) else { throw invalid(field, Int(raw)) }
        return code
    }

    /// Reads a signed octet of which one value means that there is none.
    mutating func int8(unless missing: Int8) throws(DecodeError) -> Int8? {
        let value = try int8()
        return value == missing ? nil : value
    }
}

extension Array where Element == UInt8 {
    /// Appends a signed octet, or the value that means that there is none.
    mutating func append(_ value: Int8?, unless missing: Int8) { append(UInt8(bitPattern: value ?? missing)) }
}
