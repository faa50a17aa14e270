/// What a controller can do in Channel Sounding.
///
/// Both versions of the block of HCI have this one value: version 1 has no ``additions``.
///
/// ```swift
/// var capabilities = ChannelSoundingCapabilities()
/// capabilities.frequencyChangeTimes = [.us100, .us120]
/// assert(capabilities.frequencyChangeTimes.microseconds == [100, 120, 150])
/// ```
///
/// Source: Core 6.0, Vol 4, Part E, 7.8.130; Core 6.3 for ``Additions``.
public struct ChannelSoundingCapabilities: Hashable, Sendable {
    /// How many configurations a link can have, 1 to 4.
    public var numConfigs: UInt8 = 1
    /// How many procedures can follow each other; 0 for any number.
    public var maxConsecutiveProcedures: UInt16 = 0
    /// The number of antennas, 1 to 4.
    public var numAntennas: UInt8 = 1
    /// How many antenna paths there can be, 1 to 4.
    public var maxAntennaPaths: UInt8 = 1
    public var roles: ChannelSounding.Roles = [.initiator, .reflector]
    /// The modes beyond 0, 1 and 2.
    public var modes: ChannelSounding.Modes = []
    /// How exact the times of arrival are.
    public var rttPrecision: RTTPrecision = []
    /// How many steps with an access address only give that precision; 0 if it is not supported.
    public var rttAccessAddressOnlySteps: UInt8 = 0
    /// How many steps with a sounding sequence give that precision; 0 if it is not supported.
    public var rttSoundingSteps: UInt8 = 0
    /// How many steps with a random sequence give that precision; 0 if it is not supported.
    public var rttRandomSequenceSteps: UInt8 = 0
    /// How attacks on sounding sequences are detected.
    public var nadmSounding: AttackDetection = []
    /// How attacks on random sequences are detected.
    public var nadmRandomSequence: AttackDetection = []
    /// The PHYs of packets beyond LE 1M.
    public var syncPHYs: ChannelSounding.SyncPHYs = []
    /// Optional parts.
    public var subfeatures: Subfeatures = []
    /// Times between packets, T_IP1.
    public var betweenPacketsTimes: ChannelSounding.InterludeTimes = []
    /// Times between tones, T_IP2.
    public var betweenTonesTimes: ChannelSounding.InterludeTimes = []
    /// Times before a step, T_FCS.
    public var frequencyChangeTimes: ChannelSounding.FrequencyChangeTimes = []
    /// Times for one phase, T_PM.
    public var phaseMeasurementTimes: ChannelSounding.PhaseMeasurementTimes = []
    /// The time to switch antennas, T_SW: 0, 1, 2, 4 or 10 µs.
    public var antennaSwitchTime: UInt8 = 0
    /// How far the signal can stand out of the noise.
    public var snr: SNRLevels = []
    /// What Core 6.3 adds; nil in version 1 of the block.
    public var additions: Additions?

    /// Creates the capabilities that every controller has, in both roles.
    public init() {}

    /// These capabilities without what Core 6.3 adds.
    public var version1: ChannelSoundingCapabilities {
        var copy = self
        copy.additions = nil
        return copy
    }

    /// These capabilities with what Core 6.3 adds; without additions, with none of them supported.
    public var version2: ChannelSoundingCapabilities {
        var copy = self
        copy.additions = additions ?? Additions()
        return copy
    }

    /// What Core 6.3 adds: the tail of version 2 of the block.
    public struct Additions: Hashable, Sendable {
        /// Times between tones with inline phase correction, T_IP2_IPT.
        public var inlineBetweenTonesTimes: ChannelSounding.InterludeTimes
        /// The time to switch antennas with inline phase correction, T_SW_IPT: 0, 1, 2, 4 or 10 µs.
        public var inlineAntennaSwitchTime: UInt8
        /// As ``ChannelSoundingCapabilities/rttAccessAddressOnlySteps``, on LE 2M.
        public var rtt2MAccessAddressOnlySteps: UInt8
        /// As ``ChannelSoundingCapabilities/rttSoundingSteps``, on LE 2M.
        public var rtt2MSoundingSteps: UInt8
        /// As ``ChannelSoundingCapabilities/rttRandomSequenceSteps``, on LE 2M.
        public var rtt2MRandomSequenceSteps: UInt8

        public init(
            inlineBetweenTonesTimes: ChannelSounding.InterludeTimes = [], inlineAntennaSwitchTime: UInt8 = 0,
            rtt2MAccessAddressOnlySteps: UInt8 = 0, rtt2MSoundingSteps: UInt8 = 0,
            rtt2MRandomSequenceSteps: UInt8 = 0
        ) {
            self.inlineBetweenTonesTimes = inlineBetweenTonesTimes
            self.inlineAntennaSwitchTime = inlineAntennaSwitchTime
            self.rtt2MAccessAddressOnlySteps = rtt2MAccessAddressOnlySteps
            self.rtt2MSoundingSteps = rtt2MSoundingSteps
            self.rtt2MRandomSequenceSteps = rtt2MRandomSequenceSteps
        }
    }

    /// The kinds of packets whose time of arrival is exact to 10 ns; others are to 150 ns.
    public struct RTTPrecision: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Packets with an access address only.
        public static let accessAddressOnly = RTTPrecision(rawValue: 1 << 0)
        /// Packets with a sounding sequence.
        public static let sounding = RTTPrecision(rawValue: 1 << 1)
        /// Packets with a random sequence.
        public static let randomSequence = RTTPrecision(rawValue: 1 << 2)
    }

    /// How a controller detects that a packet was manipulated (NADM).
    public struct AttackDetection: OptionSet, Hashable, Sendable {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// By phases.
        public static let phaseBased = AttackDetection(rawValue: 1 << 0)
    }

    /// Optional parts of Channel Sounding.
    public struct Subfeatures: OptionSet, Hashable, Sendable {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// The transmitter has no frequency actuation error.
        public static let noFrequencyActuationError = Subfeatures(rawValue: 1 << 1)
        /// Channel selection algorithm #3c.
        public static let channelSelection3c = Subfeatures(rawValue: 1 << 2)
        /// Phases from sounding sequences.
        public static let phaseFromSounding = Subfeatures(rawValue: 1 << 3)
        /// Inline phase correction as reflector (Core 6.3).
        public static let inlinePhaseCorrection = Subfeatures(rawValue: 1 << 4)
    }

    /// How far the signal can stand out of the noise: TX_SNR_Capability.
    public struct SNRLevels: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// 18 dB.
        public static let dB18 = SNRLevels(rawValue: 1 << 0)
        /// 21 dB.
        public static let dB21 = SNRLevels(rawValue: 1 << 1)
        /// 24 dB.
        public static let dB24 = SNRLevels(rawValue: 1 << 2)
        /// 27 dB.
        public static let dB27 = SNRLevels(rawValue: 1 << 3)
        /// 30 dB.
        public static let dB30 = SNRLevels(rawValue: 1 << 4)
    }
}

extension ChannelSoundingCapabilities {
    /// Reads the 28 octets of version 1, or the 34 of version 2, as HCI has them.
    init(decoding reader: inout ByteReader, additions hasAdditions: Bool) throws(DecodeError) {
        numConfigs = try reader.uint8()
        maxConsecutiveProcedures = try reader.uint16()
        numAntennas = try reader.uint8()
        maxAntennaPaths = try reader.uint8()
        roles = .init(rawValue: try reader.uint8())
        modes = .init(rawValue: try reader.uint8())
        rttPrecision = .init(rawValue: try reader.uint8())
        rttAccessAddressOnlySteps = try reader.uint8()
        rttSoundingSteps = try reader.uint8()
        rttRandomSequenceSteps = try reader.uint8()
        nadmSounding = .init(rawValue: try reader.uint16())
        nadmRandomSequence = .init(rawValue: try reader.uint16())
        syncPHYs = .init(rawValue: try reader.uint8())
        subfeatures = .init(rawValue: try reader.uint16())
        betweenPacketsTimes = .init(rawValue: try reader.uint16())
        betweenTonesTimes = .init(rawValue: try reader.uint16())
        frequencyChangeTimes = .init(rawValue: try reader.uint16())
        phaseMeasurementTimes = .init(rawValue: try reader.uint16())
        antennaSwitchTime = try reader.uint8()
        snr = .init(rawValue: try reader.uint8())
        if hasAdditions { additions = try Additions(decoding: &reader) }
    }

    /// Appends the 28 octets of version 1, or the 34 of version 2; additions that are missing are zeros.
    func encode(into bytes: inout [UInt8], additions hasAdditions: Bool) {
        bytes.append(numConfigs)
        bytes.append(littleEndian: maxConsecutiveProcedures)
        bytes += [numAntennas, maxAntennaPaths, roles.rawValue, modes.rawValue, rttPrecision.rawValue]
        bytes += [rttAccessAddressOnlySteps, rttSoundingSteps, rttRandomSequenceSteps]
        bytes.append(littleEndian: nadmSounding.rawValue)
        bytes.append(littleEndian: nadmRandomSequence.rawValue)
        bytes.append(syncPHYs.rawValue)
        bytes.append(littleEndian: subfeatures.rawValue)
        bytes.append(littleEndian: betweenPacketsTimes.rawValue)
        bytes.append(littleEndian: betweenTonesTimes.rawValue)
        bytes.append(littleEndian: frequencyChangeTimes.rawValue)
        bytes.append(littleEndian: phaseMeasurementTimes.rawValue)
        bytes += [antennaSwitchTime, snr.rawValue]
        if hasAdditions { (additions ?? Additions()).encode(into: &bytes) }
    }
}

extension ChannelSoundingCapabilities.Additions {
    /// Reads six octets.
    init(decoding reader: inout ByteReader) throws(DecodeError) {
        self.init(
            inlineBetweenTonesTimes: .init(rawValue: try reader.uint16()),
            inlineAntennaSwitchTime: try reader.uint8(), rtt2MAccessAddressOnlySteps: try reader.uint8(),
            rtt2MSoundingSteps: try reader.uint8(), rtt2MRandomSequenceSteps: try reader.uint8())
    }

    /// Appends six octets.
    func encode(into bytes: inout [UInt8]) {
        bytes.append(littleEndian: inlineBetweenTonesTimes.rawValue)
        bytes += [inlineAntennaSwitchTime, rtt2MAccessAddressOnlySteps]
        bytes += [rtt2MSoundingSteps, rtt2MRandomSequenceSteps]
    }
}
