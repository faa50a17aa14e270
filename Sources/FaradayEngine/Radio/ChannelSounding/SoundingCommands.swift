import BluetoothWire

/// Carries out a host's commands of Channel Sounding (Core 6.0, Vol 4, Part E, 7.8.115 and 7.8.130 to 7.8.140).
struct SoundingCommands {
    /// The controller that the host speaks to.
    let controller: Controller

    /// Carries out a command and answers it; returns false if it is none of Channel Sounding.
    func perform(_ command: HCI.Command) -> Bool {
        let opcode = command.opcode
        switch command {
        case .leSetHostFeature(let parameters): controller.complete(opcode, set(parameters))
        case .leCSReadLocalSupportedCapabilities:
            controller.complete(
                opcode,
                HCI.LECSReadLocalSupportedCapabilities.ReturnParameters(
                    status: .success, capabilities: capabilities))
        case .leCSReadLocalSupportedCapabilitiesV2:
            controller.complete(
                opcode,
                HCI.LECSReadLocalSupportedCapabilitiesV2.ReturnParameters(
                    status: .success, capabilities: capabilities))
        case .leCSSetChannelClassification(let parameters):
            controller.complete(opcode, classify(parameters.channelClassification))
        default: return performSettings(command) || performProcedure(command)
        }
        return true
    }

    private var capabilities: ChannelSoundingCapabilities {
        controller.configuration.channelSounding?.capabilities ?? ChannelSoundingCapabilities()
    }

    /// The host may speak for itself only about Channel Sounding, and only while there are no links (7.8.115).
    private func set(_ feature: HCI.LESetHostFeature) -> HCI.ErrorCode {
        let known = HCI.LEFeatures.channelSoundingHostSupport.rawValue.trailingZeroBitCount
        guard Int(feature.bitNumber) == known else { return .unsupportedFeatureOrParameterValue }
        guard controller.linkCount == 0 else { return .commandDisallowed }
        controller.hostFeatures = feature.bitValue ? .channelSoundingHostSupport : []
        return .success
    }

    private func classify(_ map: ChannelSounding.ChannelMap) -> HCI.ErrorCode {
        let usable = map.intersection(.all)
        guard usable.hasEnough else { return .invalidHCICommandParameters }
        guard usable != controller.soundingChannels else { return .success }
        controller.soundingChannels = usable
        for end in controller.ends {
            guard let sounding = end.sounding, !sounding.settings.configurations.isEmpty else { continue }
            sounding.start(.classification(usable))
        }
        return .success
    }

    // About one link, answered at once

    private func performSettings(_ command: HCI.Command) -> Bool {
        let opcode = command.opcode
        switch command {
        case .leCSWriteCachedRemoteSupportedCapabilities(let parameters):
            cache(opcode, parameters.connectionHandle, parameters.capabilities)
        case .leCSWriteCachedRemoteSupportedCapabilitiesV2(let parameters):
            cache(opcode, parameters.connectionHandle, parameters.capabilities)
        case .leCSWriteCachedRemoteFAETable(let parameters):
            controller.complete(
                opcode, parameters.connectionHandle,
                sounding(parameters.connectionHandle) { end in
                    end.settings.remoteErrors = parameters.remoteFAETable
                    return .success
                })
        case .leCSSetDefaultSettings(let parameters):
            controller.complete(
                opcode, parameters.connectionHandle,
                sounding(parameters.connectionHandle) { $0.settings.take(parameters) })
        case .leCSSetProcedureParameters(let parameters):
            controller.complete(
                opcode, parameters.connectionHandle,
                sounding(parameters.connectionHandle) { $0.settings.take(parameters) })
        default: return false
        }
        return true
    }

    private func cache(
        _ opcode: HCI.Opcode, _ handle: UInt16, _ capabilities: ChannelSoundingCapabilities
    ) {
        let status = sounding(handle) { end in
            guard capabilities.areInRange else { return .invalidHCICommandParameters }
            end.settings.remote = capabilities
            return .success
        }
        controller.complete(opcode, handle, status)
    }

    private func sounding(_ handle: UInt16, _ body: (SoundingEnd) -> HCI.ErrorCode) -> HCI.ErrorCode {
        guard let end = controller.end(handle) else { return .unknownConnectionIdentifier }
        return end.madeSounding.map(body) ?? .unknownHCICommand
    }

    // About one link, answered by an event

    private func performProcedure(_ command: HCI.Command) -> Bool {
        let opcode = command.opcode
        switch command {
        case .leCSReadRemoteSupportedCapabilities(let parameters):
            begin(opcode, parameters.connectionHandle) { end in
                end.has { $0 == .capabilities } ? .refused(.commandDisallowed) : .starts(.capabilities)
            }
        case .leCSReadRemoteFAETable(let parameters):
            begin(opcode, parameters.connectionHandle) { end in
                let hasNone = end.settings.remote?.subfeatures.contains(.noFrequencyActuationError) ?? false
                if hasNone { return .refused(.unsupportedFeatureOrParameterValue) }
                return end.has { $0 == .errors } ? .refused(.commandDisallowed) : .starts(.errors)
            }
        case .leCSSecurityEnable(let parameters):
            begin(opcode, parameters.connectionHandle) { $0.securityWanted() }
        case .leCSCreateConfig(let parameters):
            begin(opcode, parameters.connectionHandle) { end in
                if let reason = end.settings.refusal(of: parameters) { return .refused(reason) }
                guard !end.isConfiguring else { return .refused(.commandDisallowed) }
                return .runs {
                    end.create(
                        parameters.configuration, as: parameters.configID, both: parameters.isForBoth)
                }
            }
        case .leCSRemoveConfig(let parameters):
            begin(opcode, parameters.connectionHandle) { end in
                if let reason = end.settings.refusalOfRemoval(parameters.configID) { return .refused(reason) }
                return end.isConfiguring
                    ? .refused(.commandDisallowed) : .starts(.remove(parameters.configID))
            }
        case .leCSProcedureEnable(let parameters):
            begin(opcode, parameters.connectionHandle) {
                parameters.enable
                    ? $0.enableWanted(parameters.configID) : $0.disableWanted(parameters.configID)
            }
        default: return false
        }
        return true
    }

    private func begin(
        _ opcode: HCI.Opcode, _ handle: UInt16, _ decide: (SoundingEnd) -> SoundingEnd.Decision
    ) {
        guard let end = controller.end(handle) else {
            return controller.answer(opcode, .unknownConnectionIdentifier)
        }
        let known = end.procedures.remoteFeatures?.contains(.channelSounding) ?? true
        guard known, let sounding = end.madeSounding else {
            return controller.answer(opcode, .unsupportedRemoteFeature)
        }
        switch decide(sounding) {
        case .refused(let reason): controller.answer(opcode, reason)
        case .runs(let body):
            controller.answer(opcode, .success)
            body()
        case .starts(let procedure):
            controller.answer(opcode, .success)
            sounding.start(procedure)
        }
    }
}

extension ChannelSoundingCapabilities {
    /// Whether the numbers are in their ranges (Core 6.0, Vol 4, Part E, 7.8.132).
    fileprivate var areInRange: Bool {
        let counts: ClosedRange<UInt8> = 1...4
        let switchTimes: [UInt8] = [0, 1, 2, 4, 10]
        return counts.contains(numConfigs) && counts.contains(numAntennas) && counts.contains(maxAntennaPaths)
            && switchTimes.contains(antennaSwitchTime)
            && switchTimes.contains(additions?.inlineAntennaSwitchTime ?? 0)
    }
}
