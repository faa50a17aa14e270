import BluetoothWire

/// Commands of Channel Sounding (Core 6.0, Vol 4, Part E, 7.8.115 and 7.8.130 to 7.8.140).
extension Controller {
    func performSounding(_ command: HCI.Command) -> Bool {
        let opcode = command.opcode
        switch command {
        case .leSetHostFeature(let parameters): complete(opcode, set(parameters))
        case .leCSReadLocalSupportedCapabilities:
            complete(
                opcode,
                HCI.LECSReadLocalSupportedCapabilities.ReturnParameters(
                    status: .success, capabilities: soundingCapabilities))
        case .leCSReadLocalSupportedCapabilitiesV2:
            complete(
                opcode,
                HCI.LECSReadLocalSupportedCapabilitiesV2.ReturnParameters(
                    status: .success, capabilities: soundingCapabilities))
        case .leCSSetChannelClassification(let parameters):
            complete(opcode, classify(parameters.channelClassification))
        default: return performSoundingSettings(command) || performSoundingProcedure(command)
        }
        return true
    }

    private var soundingCapabilities: ChannelSoundingCapabilities {
        configuration.channelSounding?.capabilities ?? ChannelSoundingCapabilities()
    }

    /// The host may speak for itself only about Channel Sounding, and only while there are no links (7.8.115).
    private func set(_ feature: HCI.LESetHostFeature) -> HCI.ErrorCode {
        let known = HCI.LEFeatures.channelSoundingHostSupport.rawValue.trailingZeroBitCount
        guard Int(feature.bitNumber) == known else { return .unsupportedFeatureOrParameterValue }
        guard linkCount == 0 else { return .commandDisallowed }
        hostFeatures = feature.bitValue ? .channelSoundingHostSupport : []
        return .success
    }

    private func classify(_ map: ChannelSounding.ChannelMap) -> HCI.ErrorCode {
        let usable = map.intersection(.all)
        guard usable.hasEnough else { return .invalidHCICommandParameters }
        guard usable != soundingChannels else { return .success }
        soundingChannels = usable
        for case let end? in links.elements {
            guard let sounding = end.sounding, !sounding.settings.configurations.isEmpty else { continue }
            sounding.start(.classification(usable))
        }
        return .success
    }

    // About one link, answered at once

    private func performSoundingSettings(_ command: HCI.Command) -> Bool {
        let opcode = command.opcode
        switch command {
        case .leCSWriteCachedRemoteSupportedCapabilities(let parameters):
            change(opcode, parameters.connectionHandle) { $0.remote = parameters.capabilities }
        case .leCSWriteCachedRemoteSupportedCapabilitiesV2(let parameters):
            change(opcode, parameters.connectionHandle) { $0.remote = parameters.capabilities }
        case .leCSWriteCachedRemoteFAETable(let parameters):
            change(opcode, parameters.connectionHandle) { $0.remoteErrors = parameters.remoteFAETable }
        case .leCSSetDefaultSettings(let parameters):
            complete(
                opcode, parameters.connectionHandle,
                sounding(parameters.connectionHandle) { $0.settings.take(parameters) })
        case .leCSSetProcedureParameters(let parameters):
            complete(
                opcode, parameters.connectionHandle,
                sounding(parameters.connectionHandle) { $0.settings.take(parameters) })
        default: return false
        }
        return true
    }

    private func change(_ opcode: HCI.Opcode, _ handle: UInt16, _ body: (inout SoundingSettings) -> Void) {
        let status = sounding(handle) { end in
            body(&end.settings)
            return .success
        }
        complete(opcode, handle, status)
    }

    private func sounding(_ handle: UInt16, _ body: (SoundingEnd) -> HCI.ErrorCode) -> HCI.ErrorCode {
        guard let end = end(handle) else { return .unknownConnectionIdentifier }
        return end.madeSounding.map(body) ?? .unknownHCICommand
    }

    // About one link, answered by an event

    private func performSoundingProcedure(_ command: HCI.Command) -> Bool {
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
        guard let end = end(handle) else { return answer(opcode, .unknownConnectionIdentifier) }
        let known = end.procedures.remoteFeatures?.contains(.channelSounding) ?? true
        guard known, let sounding = end.madeSounding else { return answer(opcode, .unsupportedRemoteFeature) }
        switch decide(sounding) {
        case .refused(let reason): answer(opcode, reason)
        case .runs(let body):
            answer(opcode, .success)
            body()
        case .starts(let procedure):
            answer(opcode, .success)
            sounding.start(procedure)
        }
    }
}

extension SoundingEnd {
    /// What becomes of a command.
    enum Decision {
        case refused(HCI.ErrorCode)
        case starts(SoundingProcedure)
        /// Something else happens after the answer.
        case runs(() -> Void)
    }

    /// Whether this end makes or removes a configuration.
    var isConfiguring: Bool {
        has {
            switch $0 {
            case .create, .remove: true
            default: false
            }
        }
    }

    /// The central starts security. The peripheral waits for it, unless it is there.
    func securityWanted() -> Decision {
        guard isEncrypted else { return .refused(.connectionRejectedDueToSecurityReasons) }
        guard settings.enabled == nil, !has({ $0 == .security }) else { return .refused(.commandDisallowed) }
        guard !end.isCentral else { return .starts(.security) }
        return .runs { [self] in
            guard shared.seed != nil else { return }
            end.controller.emit(
                .leCSSecurityEnableComplete(.init(status: .success, connectionHandle: end.handle)))
        }
    }

    func enableWanted(_ configID: UInt8) -> Decision {
        guard configID <= ChannelSounding.maximumConfigID else {
            return .refused(.invalidHCICommandParameters)
        }
        let isPending = has {
            switch $0 {
            case .enable, .terminate: true
            default: false
            }
        }
        guard settings.parameters[configID] != nil, shared.seed != nil, isEncrypted,
            settings.enabled == nil, !isPending
        else { return .refused(.commandDisallowed) }
        return .starts(.enable(configID))
    }

    func disableWanted(_ configID: UInt8) -> Decision {
        guard configID <= ChannelSounding.maximumConfigID else {
            return .refused(.invalidHCICommandParameters)
        }
        guard settings.enabled == configID, !has({ $0 == .terminate(configID) }) else {
            return .refused(.commandDisallowed)
        }
        return .starts(.terminate(configID))
    }
}
