import BluetoothWire

/// Channel Sounding at one end of a link: its settings, and the link-layer procedures that it takes part in (Core 6.0,
/// Vol 6, Part B, 5.1.22 to 5.1.28).
///
/// It is created by the first command or PDU about it. PDUs longer than 27 octets are sent without regard to the
/// link's data length.
final class SoundingEnd {
    /// The link's end owns this object.
    unowned(unsafe) let end: LinkEnd
    let radio: ChannelSoundingRadio
    var settings: SoundingSettings
    /// The configuration that waits for the peer's answer.
    private var proposed: ChannelSounding.AgreedConfiguration?
    /// This end's random numbers, while the peer's are awaited.
    var ownPart = LL.CSSecurity(iv: 0, nonce: 0, pv: 0)
    /// The connection event that was asked for.
    var wantedTiming: SoundingTiming?

    init(_ end: LinkEnd, _ radio: ChannelSoundingRadio) {
        (self.end, self.radio) = (end, radio)
        settings = SoundingSettings(local: radio.capabilities)
    }

    var link: RadioLink { end.link }
    var shared: LinkSounding { link.madeSounding }
    var other: SoundingEnd? { end.other.sounding }

    /// Whether the link is encrypted in both directions.
    var isEncrypted: Bool { end.seals && end.encryption?.opens == true }

    /// The antenna that sends packets: the one that the settings name, 1 to 4, or else the first.
    var packetAntenna: UInt8 {
        (1...4).contains(settings.syncAntenna.rawValue) ? settings.syncAntenna.rawValue : 1
    }

    /// Whether this end has started `procedure`, or will.
    func has(_ isWanted: (SoundingProcedure) -> Bool) -> Bool {
        (end.procedures.waiting + [end.procedures.current].compactMap { $0 }).contains {
            if case .sounding(let procedure) = $0 { isWanted(procedure) } else { false }
        }
    }

    func start(_ procedure: SoundingProcedure) { end.start(.sounding(procedure)) }

    func queue(_ pdu: LL.ChannelSoundingPDU) { end.queue(.channelSounding(pdu)) }

    func refuse(_ pdu: LL.ChannelSoundingPDU, _ reason: HCI.ErrorCode) {
        end.refuse(LL.ControlPDU.channelSounding(pdu).opcode, reason)
    }

    func emit(_ event: HCI.Event) { end.controller.emit(event) }

    // Procedures of this end

    /// Starts a procedure whose turn has come; returns false if it has ended already.
    func begin(_ procedure: SoundingProcedure) {
        switch procedure {
        case .capabilities: queue(.capabilitiesReq(radio.capabilities))
        case .errors: queue(.faeReq)
        case .create(let configID):
            guard let proposed else { return end.finish(.unspecifiedError) }
            queue(.configReq(.init(configID: configID, created: proposed)))
        case .remove(let configID): queue(.configReq(.init(configID: configID, created: nil)))
        case .security:
            guard isEncrypted else { return end.finish(.connectionRejectedDueToSecurityReasons) }
            ownPart = .init(drawing: &end.controller.entropy)
            queue(.secReq(ownPart))
        case .enable(let configID):
            guard let request = request(configID) else { return end.finish(.commandDisallowed) }
            settings.enabled = configID
            queue(.req(request))
        case .terminate(let configID):
            queue(
                .terminateReq(
                    .init(
                        configID: configID, procedureCount: shared.procedureCounter,
                        errorCode: HCI.ErrorCode.remoteUserTerminatedConnection.rawValue)))
        case .classification(let map):
            announce(map)
            return end.finish(.success)
        }
        end.guardResponse()
    }

    /// The procedure that this end has started has ended: its host is told.
    func ended(_ procedure: SoundingProcedure, _ status: HCI.ErrorCode) {
        switch procedure {
        case .capabilities: tellCapabilities(status)
        case .errors: tellErrors(status)
        case .create(let configID):
            let agreed = proposed
            proposed = nil
            guard status == .success, let agreed else { return tellRemoved(configID, status) }
            make(agreed, as: configID)
        case .remove(let configID):
            if status == .success { settings.remove(configID) }
            tellRemoved(configID, status)
        case .security: emit(.leCSSecurityEnableComplete(.init(status: status, connectionHandle: end.handle)))
        case .enable(let configID):
            if status != .success, shared.run == nil { settings.enabled = nil }
            tellProcedures(configID, status, isEnabled: true)
        case .terminate(let configID):
            tellProcedures(configID, status, isEnabled: false)
        case .classification: break
        }
    }

    /// The host wants a configuration; with `both`, the peer must agree.
    func create(
        _ configuration: ChannelSoundingConfiguration, as configID: UInt8, both: Bool
    ) {
        let agreed = settings.agreed(configuration)
        guard both else { return make(agreed, as: configID) }
        proposed = agreed
        start(.create(configID))
    }

    private func make(_ agreed: ChannelSounding.AgreedConfiguration, as configID: UInt8) {
        let isFirst = settings.configurations.isEmpty
        settings.set(agreed, as: configID)
        emit(
            .leCSConfigComplete(
                .init(connectionHandle: end.handle, configID: configID, created: agreed)))
        // The peer learns of channels that were classified before there was anything to use them for.
        let map = end.controller.soundingChannels
        if isFirst, map != .all { start(.classification(map)) }
    }

    // PDUs of the peer

    func receive(_ pdu: LL.ChannelSoundingPDU) {
        switch pdu {
        case .capabilitiesReq(let capabilities):
            if collides(pdu, with: { $0 == .capabilities }) { return }
            settings.remote = capabilities
            queue(.capabilitiesRsp(radio.capabilities))
            tellCapabilities(.success)
        case .capabilitiesRsp(let capabilities):
            guard case .sounding(.capabilities) = end.procedures.current else { return }
            settings.remote = capabilities
            end.finish(.success)
        case .faeReq:
            guard let table = radio.table else { return refuse(pdu, .unsupportedFeatureOrParameterValue) }
            queue(.faeRsp(table))
        case .faeRsp(let table):
            guard case .sounding(.errors) = end.procedures.current else { return }
            settings.remoteErrors = table
            end.finish(.success)
        case .configReq(let request): configurationAsked(request, pdu)
        case .configRsp:
            switch end.procedures.current {
            case .sounding(.create), .sounding(.remove): end.finish(.success)
            default: return
            }
        case .secReq(let part): securityAsked(part, pdu)
        case .secRsp(let part):
            guard case .sounding(.security) = end.procedures.current else { return }
            shared.secure(ownPart, part)
            end.finish(.success)
        case .req(let request): proceduresAsked(request, pdu)
        case .rsp(let answer): proceduresAnswered(answer)
        case .ind(let start): proceduresBegin(start)
        case .terminateReq(let request): terminationAsked(request)
        case .terminateRsp:
            guard case .sounding(.terminate) = end.procedures.current else { return }
            shared.stop(.requested)
            end.finish(.success)
        case .channelMapInd(let map, _): classified(map)
        }
    }

    /// Both ends have started the same procedure: the central's goes on, and the peripheral's is rejected (Part B, 5.3).
    func collides(
        _ pdu: LL.ChannelSoundingPDU, with isSame: (SoundingProcedure) -> Bool
    ) -> Bool {
        guard end.isCentral, case .sounding(let own)? = end.procedures.current, isSame(own) else {
            return false
        }
        refuse(pdu, .llProcedureCollision)
        return true
    }

    private func configurationAsked(_ request: LL.CSConfigReq, _ pdu: LL.ChannelSoundingPDU) {
        let collides = collides(pdu) { own in
            switch own {
            case .create, .remove: true
            default: false
            }
        }
        if collides { return }
        guard var agreed = request.created else {
            if let reason = settings.refusalOfRemoval(request.configID) {
                return refuse(pdu, reason == .commandDisallowed ? reason : .unsupportedLLParameterValue)
            }
            settings.remove(request.configID)
            queue(.configRsp(configID: request.configID))
            return tellRemoved(request.configID, .success)
        }
        agreed.configuration = agreed.configuration.ofPeer
        if let reason = settings.refusal(of: agreed, as: request.configID) { return refuse(pdu, reason) }
        queue(.configRsp(configID: request.configID))
        make(agreed, as: request.configID)
    }

    private func securityAsked(_ part: LL.CSSecurity, _ pdu: LL.ChannelSoundingPDU) {
        guard !end.isCentral else { return end.queue(.unknownRsp(unknownType: 0x39)) }
        guard isEncrypted else { return refuse(pdu, .connectionRejectedDueToSecurityReasons) }
        guard settings.enabled == nil else { return refuse(pdu, .commandDisallowed) }
        let own = LL.CSSecurity(drawing: &end.controller.entropy)
        queue(.secRsp(own))
        shared.secure(part, own)
        emit(.leCSSecurityEnableComplete(.init(status: .success, connectionHandle: end.handle)))
    }

    // Channels

    private func announce(_ map: ChannelSounding.ChannelMap) {
        let instant = link.nextCounter + link.instantDistance
        let own = end.isCentral ? \LinkSounding.centralClassification : \.peripheralClassification
        shared[keyPath: own].next = (map, instant, false)
        queue(.channelMapInd(map, instant: UInt16(truncatingIfNeeded: instant)))
    }

    private func classified(_ map: ChannelSounding.ChannelMap) {
        let others = end.isCentral ? \LinkSounding.peripheralClassification : \.centralClassification
        // A map that comes after its instant counts from now on; what ran meanwhile has ended without it.
        guard shared[keyPath: others].next?.map == map else { return }
        shared[keyPath: others].next?.isKnown = true
    }
}

extension LL.CSSecurity {
    init(drawing entropy: inout EntropyStream) {
        self.init(
            iv: entropy.next(), nonce: UInt32(truncatingIfNeeded: entropy.next()), pv: entropy.next())
    }
}
