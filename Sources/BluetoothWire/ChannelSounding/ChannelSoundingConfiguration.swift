/// How procedures of Channel Sounding go: a configuration of a link, without its identifier.
///
/// ```swift
/// var configuration = ChannelSoundingConfiguration(role: .initiator)
/// configuration.enhancements = .inlinePhaseCorrection
/// assert(configuration.problem == nil && configuration.channelMap.count == 72)
/// ```
///
/// Source: Core 6.0, Vol 4, Part E, 7.8.137.
public struct ChannelSoundingConfiguration: Hashable, Sendable {
    /// What most steps do.
    public var mainMode: ChannelSounding.Mode
    /// What the steps between them do; nil if there are none.
    public var subMode: ChannelSounding.Mode?
    /// The fewest main steps before a step of the sub-mode, 2 to 255; ignored without sub-mode.
    public var minMainModeSteps: UInt8
    /// The most main steps before a step of the sub-mode, 2 to 255; ignored without sub-mode.
    public var maxMainModeSteps: UInt8
    /// How many main steps of the last subevent are repeated on their channels, 0 to 3.
    public var mainModeRepetition: UInt8
    /// How many steps of mode 0 begin each subevent, 1 to 3.
    public var mode0Steps: UInt8
    /// The role: of the local device in HCI, of the sender in the link layer.
    public var role: ChannelSounding.Role
    /// What packets have after their access address.
    public var rttType: ChannelSounding.RTTType
    /// The PHY of packets.
    public var syncPHY: ChannelSounding.SyncPHY
    public var channelMap: ChannelSounding.ChannelMap
    /// How often a procedure goes through the channels, 1 to 255.
    public var channelMapRepetition: UInt8
    /// How channels are picked.
    public var channelSelection: ChannelSounding.ChannelSelection
    /// The shape of groups with algorithm #3c.
    public var channelShape: ChannelSounding.ChannelShape
    /// The step between channels of a group with algorithm #3c, 2 to 8.
    public var channelJump: UInt8
    /// What it uses of Core 6.3.
    public var enhancements: ChannelSounding.Enhancements

    /// Creates a configuration; without more arguments tones on all channels, once.
    public init(
        mainMode: ChannelSounding.Mode = .tones, subMode: ChannelSounding.Mode? = nil,
        minMainModeSteps: UInt8 = 0, maxMainModeSteps: UInt8 = 0, mainModeRepetition: UInt8 = 0,
        mode0Steps: UInt8 = 3, role: ChannelSounding.Role,
        rttType: ChannelSounding.RTTType = .accessAddressOnly, syncPHY: ChannelSounding.SyncPHY = .le1M,
        channelMap: ChannelSounding.ChannelMap = .all, channelMapRepetition: UInt8 = 1,
        channelSelection: ChannelSounding.ChannelSelection = .algorithm3b,
        channelShape: ChannelSounding.ChannelShape = .hat, channelJump: UInt8 = 2,
        enhancements: ChannelSounding.Enhancements = []
    ) {
        (self.mainMode, self.subMode) = (mainMode, subMode)
        (self.minMainModeSteps, self.maxMainModeSteps) = (minMainModeSteps, maxMainModeSteps)
        (self.mainModeRepetition, self.mode0Steps, self.role) = (mainModeRepetition, mode0Steps, role)
        (self.rttType, self.syncPHY, self.channelMap) = (rttType, syncPHY, channelMap)
        (self.channelMapRepetition, self.channelSelection) = (channelMapRepetition, channelSelection)
        (self.channelShape, self.channelJump) = (channelShape, channelJump)
        self.enhancements = enhancements
    }

    /// The same configuration with the role of the other end.
    public var ofPeer: ChannelSoundingConfiguration {
        var copy = self
        copy.role = role.peer
        return copy
    }
}

extension ChannelSoundingConfiguration {
    /// Why a controller refuses a configuration.
    public enum Problem: Hashable, Sendable {
        /// The modes can't be combined.
        case modes
        /// Fewer than 2 main steps before a step of the sub-mode, or the fewest are more than the most.
        case mainModeSteps
        /// More than 3 repeated steps.
        case mainModeRepetition
        /// Not 1 to 3 steps of mode 0.
        case mode0Steps
        /// Channels that may not be used.
        case forbiddenChannels
        /// Fewer than 15 channels.
        case tooFewChannels
        /// The channels are never gone through.
        case channelMapRepetition
        /// A shape or a step that algorithm #3c does not have.
        case channelShape
    }

    /// The first rule that the values break, or nil.
    public var problem: Problem? {
        guard Self.pairs.contains([mainMode, subMode]) else { return .modes }
        if subMode != nil, minMainModeSteps < 2 || minMainModeSteps > maxMainModeSteps {
            return .mainModeSteps
        }
        guard mainModeRepetition <= 3 else { return .mainModeRepetition }
        guard (1...3).contains(mode0Steps) else { return .mode0Steps }
        guard channelMap.isAllowed else { return .forbiddenChannels }
        guard channelMap.hasEnough else { return .tooFewChannels }
        guard channelMapRepetition >= 1 else { return .channelMapRepetition }
        if channelSelection == .algorithm3c {
            guard channelShape.rawValue <= 1, (2...8).contains(channelJump) else { return .channelShape }
        }
        return nil
    }

    /// The main and sub-modes that go together.
    private static let pairs: Set<[ChannelSounding.Mode?]> = [
        [.packets, nil], [.tones, nil], [.packetsAndTones, nil], [.tones, .packets],
        [.tones, .packetsAndTones], [.packetsAndTones, .tones],
    ]
}

extension ChannelSounding {
    /// A configuration with the times on which the two controllers have agreed.
    public struct AgreedConfiguration: Hashable, Sendable {
        public var configuration: ChannelSoundingConfiguration
        public var times: StepTimes

        public init(_ configuration: ChannelSoundingConfiguration, times: StepTimes = StepTimes()) {
            (self.configuration, self.times) = (configuration, times)
        }
    }
}

extension ChannelSoundingConfiguration {
    /// Reads the 24 octets of HCI, from the main mode on.
    init(decoding reader: inout ByteReader) throws(DecodeError) {
        self.init(
            mainMode: try reader.code("mainModeType"), subMode: try reader.subMode(),
            minMainModeSteps: try reader.uint8(), maxMainModeSteps: try reader.uint8(),
            mainModeRepetition: try reader.uint8(), mode0Steps: try reader.uint8(),
            role: try reader.code("role"), rttType: try reader.code("RTTType"),
            syncPHY: try reader.code("CSSyncPHY"), channelMap: try .init(decoding: &reader),
            channelMapRepetition: try reader.uint8(),
            channelSelection: try reader.code("channelSelectionType"),
            channelShape: .init(rawValue: try reader.uint8()), channelJump: try reader.uint8(),
            enhancements: .init(rawValue: try reader.uint8()))
    }

    /// Appends the 24 octets of HCI.
    func encode(into bytes: inout [UInt8]) {
        bytes += [mainMode.rawValue, subMode?.rawValue ?? 0xFF, minMainModeSteps, maxMainModeSteps]
        bytes += [mainModeRepetition, mode0Steps, role.rawValue, rttType.rawValue, syncPHY.rawValue]
        channelMap.encode(into: &bytes)
        bytes += [channelMapRepetition, channelSelection.rawValue, channelShape.rawValue, channelJump]
        bytes.append(enhancements.rawValue)
    }
}

extension ByteReader {
    /// Reads a sub-mode; 0xFF means that there is none.
    mutating func subMode() throws(DecodeError) -> ChannelSounding.Mode? {
        let raw = try uint8()
        return raw == 0xFF ? nil : try code("subModeType", raw)
    }
}
