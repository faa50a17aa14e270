import BluetoothTypes
import BluetoothWire

extension Host {
    /// What the machine of a link's Channel Sounding sees of the host during one input.
    struct RangingTurn {
        let id: LinkID
        let handle: UInt16
        /// The link's connection interval.
        let interval: Nanoseconds
        let isEncrypted: Bool
        /// Encryption is on its way, with the link's first key or with another one.
        let isChangingKey: Bool
        /// What is known of the peer's controller.
        let remoteFeatures: HCI.LEFeatures?
        /// What this controller can do; nil if it has no Channel Sounding.
        let local: ChannelSoundingCapabilities?
        let configuration: RangingConfiguration
        let now: Instant

        /// The purpose of a command for a step.
        func purpose(_ step: RangingStep) -> CommandQueue.Purpose { .link(id, .ranging(step)) }
    }
}

extension Host.RangingParameters {
    /// What the controllers are told: this end is the initiator, and the correction decides the enhancement.
    var agreed: ChannelSoundingConfiguration {
        var configuration = configuration
        configuration.role = .initiator
        if correction == .inline {
            configuration.enhancements.insert(.inlinePhaseCorrection)
        } else {
            configuration.enhancements.remove(.inlinePhaseCorrection)
        }
        return configuration
    }

    /// The first thing that a controller in `role` would need and does not have; nil if it has all.
    func need(_ role: ChannelSounding.Role, _ has: ChannelSoundingCapabilities) -> Host.RangingNeed? {
        guard has.roles.isSuperset(of: role.set) else {
            return role == .initiator ? .initiatorRole : .reflectorRole
        }
        if correction == .inline, role == .reflector, !has.subfeatures.contains(.inlinePhaseCorrection) {
            return .inlineCorrection
        }
        let modes = [configuration.mainMode, configuration.subMode]
        if modes.contains(.packetsAndTones), !has.modes.contains(.packetsAndTones) {
            return .mode(.packetsAndTones)
        }
        if modes.contains(.packets) || modes.contains(.packetsAndTones), !has.times(configuration.rttType) {
            return .rttType(configuration.rttType)
        }
        if !has.syncPHYs.supports(configuration.syncPHY) { return .syncPHY(configuration.syncPHY) }
        if configuration.channelSelection == .algorithm3c, !has.subfeatures.contains(.channelSelection3c) {
            return .channelSelection
        }
        let antennas = role == .initiator ? toneAntennas.initiator : toneAntennas.reflector
        if Int(has.numAntennas) < antennas || Int(has.maxAntennaPaths) < toneAntennas.paths {
            return .antennaPaths(toneAntennas.paths)
        }
        return nil
    }

    func procedureParameters(_ handle: UInt16) -> HCI.LECSSetProcedureParameters {
        HCI.LECSSetProcedureParameters(
            connectionHandle: handle, configID: configID,
            maxProcedureLength: max(1, maxProcedureLength.inUnits(of: HCI.slot)),
            minProcedureInterval: procedureInterval.lowerBound,
            maxProcedureInterval: procedureInterval.upperBound, maxProcedureCount: procedureCount,
            minSubeventLength: Self.microseconds(subeventLength.lowerBound),
            maxSubeventLength: Self.microseconds(subeventLength.upperBound), toneAntennas: toneAntennas)
    }

    private static func microseconds(_ time: Nanoseconds) -> UInt32 {
        UInt32(min(max(time / .microseconds(1), 1250), 4_000_000))
    }
}

extension ChannelSoundingCapabilities {
    /// Whether packets of this kind can be timed.
    fileprivate func times(_ type: ChannelSounding.RTTType) -> Bool {
        switch type {
        case .accessAddressOnly: rttAccessAddressOnlySteps > 0
        case .sounding32, .sounding96: rttSoundingSteps > 0
        case .random32, .random64, .random96, .random128: rttRandomSequenceSteps > 0
        }
    }
}
