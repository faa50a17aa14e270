import BluetoothWire

/// What the host and the peer have set for Channel Sounding on one link: a value that only answers.
struct SoundingSettings: Hashable {
    /// What the own controller can do.
    let local: ChannelSoundingCapabilities
    /// The roles that the host allows; none after the link's start.
    private(set) var roles: ChannelSounding.Roles = []
    private(set) var syncAntenna: ChannelSounding.SyncAntenna = .noPreference
    private(set) var maximumPower: Int8 = 20
    /// What the peer can do, once it is known.
    var remote: ChannelSoundingCapabilities?
    /// The peer's frequency errors, once they are known.
    var remoteErrors: [Int8]?
    /// The configurations by their identifiers, with the role of this end.
    private(set) var configurations: [UInt8: ChannelSounding.AgreedConfiguration] = [:]
    private(set) var parameters: [UInt8: HCI.LECSSetProcedureParameters] = [:]
    /// The configuration whose procedures run, or will.
    var enabled: UInt8?

    init(local: ChannelSoundingCapabilities) { self.local = local }

    // Settings

    /// LE CS Set Default Settings.
    mutating func take(_ wanted: HCI.LECSSetDefaultSettings) -> HCI.ErrorCode {
        guard (-127...20).contains(wanted.maxTXPower) else { return .invalidHCICommandParameters }
        switch wanted.syncAntenna.rawValue {
        case 0xFE, 0xFF: break
        case 1...4 where wanted.syncAntenna.rawValue <= local.numAntennas: break
        case 1...4: return .unsupportedFeatureOrParameterValue
        default: return .invalidHCICommandParameters
        }
        // Reserved bits are ignored.
        let enabled = wanted.roleEnable.intersection([.initiator, .reflector])
        guard enabled.isSubset(of: local.roles) else { return .unsupportedFeatureOrParameterValue }
        let used = configurations.values.map(\.configuration.role.set)
        guard used.allSatisfy(enabled.contains) else { return .invalidHCICommandParameters }
        (roles, syncAntenna, maximumPower) = (enabled, wanted.syncAntenna, wanted.maxTXPower)
        return .success
    }

    // Configurations

    /// Why the host may not make a configuration.
    func refusal(of wanted: HCI.LECSCreateConfig) -> HCI.ErrorCode? {
        guard wanted.configID <= ChannelSounding.maximumConfigID, wanted.configuration.problem == nil else {
            return .invalidHCICommandParameters
        }
        guard enabled != wanted.configID, let remote, roles.contains(wanted.configuration.role.set) else {
            return .commandDisallowed
        }
        guard hasRoom(for: wanted.configID) else { return .memoryCapacityExceeded }
        let isPossible =
            Self.allows(wanted.configuration, local) && Self.allows(wanted.configuration.ofPeer, remote)
        return isPossible ? nil : .unsupportedFeatureOrParameterValue
    }

    /// Why this end refuses a configuration of the peer; `wanted` has the role of this end.
    func refusal(of wanted: ChannelSounding.AgreedConfiguration, as configID: UInt8) -> HCI.ErrorCode? {
        guard configID <= ChannelSounding.maximumConfigID, wanted.configuration.problem == nil,
            hasRoom(for: configID)
        else { return .unsupportedLLParameterValue }
        guard enabled != configID else { return .commandDisallowed }
        guard roles.contains(wanted.configuration.role.set), Self.allows(wanted.configuration, local) else {
            return .unsupportedFeatureOrParameterValue
        }
        return supports(wanted) ? nil : .unsupportedLLParameterValue
    }

    private func hasRoom(for configID: UInt8) -> Bool {
        configurations[configID] != nil || configurations.count < Int(local.numConfigs)
    }

    /// Whether a controller can do what a configuration asks of its role.
    private static func allows(
        _ wanted: ChannelSoundingConfiguration, _ capabilities: ChannelSoundingCapabilities
    ) -> Bool {
        guard capabilities.roles.contains(wanted.role.set), capabilities.syncPHYs.supports(wanted.syncPHY)
        else { return false }
        let modes = [wanted.mainMode, wanted.subMode]
        if modes.contains(.packetsAndTones), !capabilities.modes.contains(.packetsAndTones) { return false }
        if modes.contains(.packets) || modes.contains(.packetsAndTones) {
            guard capabilities.steps(of: wanted.rttType) > 0 else { return false }
        }
        if wanted.channelSelection == .algorithm3c, !capabilities.subfeatures.contains(.channelSelection3c) {
            return false
        }
        guard wanted.enhancements.contains(.inlinePhaseCorrection) else { return true }
        let hasTones = modes.contains(.tones) || modes.contains(.packetsAndTones)
        return hasTones
            && (wanted.role == .initiator || capabilities.subfeatures.contains(.inlinePhaseCorrection))
    }

    /// Whether the own controller has the times of a configuration.
    private func supports(_ agreed: ChannelSounding.AgreedConfiguration) -> Bool {
        let times = agreed.times
        let isInline = agreed.configuration.enhancements.contains(.inlinePhaseCorrection)
        let tones =
            isInline && agreed.configuration.role == .reflector
            ? local.additions?.inlineBetweenTonesTimes ?? [] : local.betweenTonesTimes
        return local.betweenPacketsTimes.supports(microseconds: times.betweenPackets)
            && tones.supports(microseconds: times.betweenTones)
            && local.frequencyChangeTimes.supports(microseconds: times.frequencyChange)
            && local.phaseMeasurementTimes.supports(microseconds: times.phaseMeasurement)
    }

    /// A configuration of the host with the shortest times that both controllers have.
    func agreed(_ wanted: ChannelSoundingConfiguration) -> ChannelSounding.AgreedConfiguration {
        let remote = remote ?? ChannelSoundingCapabilities()
        let (initiator, reflector) = wanted.role == .initiator ? (local, remote) : (remote, local)
        let tones =
            wanted.enhancements.contains(.inlinePhaseCorrection)
            ? reflector.additions?.inlineBetweenTonesTimes ?? [] : reflector.betweenTonesTimes
        return .init(
            wanted,
            times: .init(
                betweenPackets: local.betweenPacketsTimes.shortest(with: remote.betweenPacketsTimes),
                betweenTones: initiator.betweenTonesTimes.shortest(with: tones),
                frequencyChange: local.frequencyChangeTimes.shortest(with: remote.frequencyChangeTimes),
                phaseMeasurement: local.phaseMeasurementTimes.shortest(with: remote.phaseMeasurementTimes)))
    }

    /// Makes a configuration; its parameters for procedures must be set again.
    mutating func set(_ agreed: ChannelSounding.AgreedConfiguration, as configID: UInt8) {
        configurations[configID] = agreed
        parameters[configID] = nil
    }

    /// Why a configuration can't be removed: there is none, or it is in use.
    func refusalOfRemoval(_ configID: UInt8) -> HCI.ErrorCode? {
        guard configurations[configID] != nil else { return .invalidHCICommandParameters }
        return enabled == configID ? .commandDisallowed : nil
    }

    mutating func remove(_ configID: UInt8) {
        configurations[configID] = nil
        parameters[configID] = nil
    }

    // Procedures

    /// LE CS Set Procedure Parameters.
    mutating func take(_ wanted: HCI.LECSSetProcedureParameters) -> HCI.ErrorCode {
        guard let agreed = configurations[wanted.configID] else { return .invalidHCICommandParameters }
        guard enabled != wanted.configID else { return .commandDisallowed }
        let lengths: ClosedRange<UInt32> = 1_250...4_000_000
        guard wanted.maxProcedureLength > 0, wanted.minProcedureInterval > 0,
            wanted.minProcedureInterval <= wanted.maxProcedureInterval,
            lengths.contains(wanted.minSubeventLength), lengths.contains(wanted.maxSubeventLength),
            wanted.minSubeventLength <= wanted.maxSubeventLength
        else { return .invalidHCICommandParameters }
        guard allows(wanted.toneAntennas, as: agreed.configuration.role),
            local.snr.allows(wanted.snrControlInitiator, as: .initiator, agreed.configuration.role),
            local.snr.allows(wanted.snrControlReflector, as: .reflector, agreed.configuration.role)
        else { return .unsupportedFeatureOrParameterValue }
        parameters[wanted.configID] = wanted
        return .success
    }

    /// Whether both ends have so many antennas; what is not known of the peer is not checked.
    func allows(_ antennas: ChannelSounding.ToneAntennas, as role: ChannelSounding.Role) -> Bool {
        let (own, others) =
            role == .initiator
            ? (antennas.initiator, antennas.reflector) : (antennas.reflector, antennas.initiator)
        guard own <= Int(local.numAntennas), antennas.paths <= Int(local.maxAntennaPaths) else {
            return false
        }
        guard let remote else { return true }
        return others <= Int(remote.numAntennas) && antennas.paths <= Int(remote.maxAntennaPaths)
    }

    /// How many procedures there may be in a row, if the host wants `count`; 0 is without end.
    func consecutive(_ count: UInt16) -> UInt16 {
        let most = local.maxConsecutiveProcedures
        guard most > 0 else { return count }
        return count == 0 ? most : min(count, most)
    }
}

extension ChannelSoundingCapabilities {
    /// How many steps a kind of packet needs for its precision; 0 if it is not supported.
    func steps(of kind: ChannelSounding.RTTType) -> UInt8 {
        switch kind {
        case .accessAddressOnly: rttAccessAddressOnlySteps
        case .sounding32, .sounding96: rttSoundingSteps
        case .random32, .random64, .random96, .random128: rttRandomSequenceSteps
        }
    }
}

extension ChannelSoundingCapabilities.SNRLevels {
    /// Whether an end that can do this may send so, if the level is for its role; the other end's is its own affair.
    fileprivate func allows(
        _ level: ChannelSounding.SNRControl, as role: ChannelSounding.Role, _ own: ChannelSounding.Role
    ) -> Bool {
        guard role == own, level != .notApplied else { return true }
        return rawValue >> level.rawValue & 1 == 1
    }
}
