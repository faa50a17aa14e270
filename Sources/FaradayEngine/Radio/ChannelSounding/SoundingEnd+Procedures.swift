import BluetoothWire

/// Start and end of procedures: LL_CS_REQ, LL_CS_RSP, LL_CS_IND and LL_CS_TERMINATE_REQ (Core 6.0, Vol 6, Part B,
/// 5.1.26 and 5.1.27).
extension SoundingEnd {
    /// LL_CS_REQ for a configuration; nil if something is missing meanwhile.
    func request(_ configID: UInt8) -> LL.CSReq? {
        guard let agreed = settings.configurations[configID], shared.seed != nil, shared.run == nil,
            let parameters = settings.parameters[configID]
        else { return nil }
        let durations = durations(agreed, parameters.toneAntennas)
        let interval = Int(link.intervalTime / 1_000)
        var timing = SoundingTiming(
            parameters, agreed.configuration, durations, interval: interval, offset: wantedOffset)
        timing.procedureCount = settings.consecutive(timing.procedureCount)
        wantedTiming = timing
        return LL.CSReq(
            configID: configID, connEventCount: instant, offsets: offsets,
            maxProcedureLength: timing.maxProcedureLength, timing: timing.subevents,
            procedureInterval: timing.procedureInterval, procedureCount: timing.procedureCount,
            signal: .init(
                toneAntennas: parameters.toneAntennas, phy: parameters.phy,
                powerDelta: parameters.txPowerDelta),
            preferredPeerAntennas: parameters.preferredPeerAntennas,
            snrInitiator: parameters.snrControlInitiator, snrReflector: parameters.snrControlReflector)
    }

    private func durations(
        _ agreed: ChannelSounding.AgreedConfiguration, _ antennas: ChannelSounding.ToneAntennas
    ) -> StepDurations {
        let remote = settings.remote ?? ChannelSoundingCapabilities()
        let isInitiator = agreed.configuration.role == .initiator
        let switchTime = agreed.configuration.switchTime(
            initiator: isInitiator ? settings.local : remote, reflector: isInitiator ? remote : settings.local
        )
        return StepDurations(agreed, paths: antennas.paths, switchTime: switchTime)
    }

    /// A connection event that is far enough in the future for both ends.
    private var instant: UInt16 { UInt16(truncatingIfNeeded: link.nextCounter + link.instantDistance) }

    /// Where the first subevent should begin, in microseconds: after one packet of data from each side, but within the
    /// first quarter of the interval.
    private var wantedOffset: Int {
        let times = [end, end.other].map {
            LL.airTime(payloadBytes: min($0.longestData, 255), phy: link.phy(from: $0)).count
        }
        let pair = Int(times.reduce(450_000, +) / 1_000)
        return max(500, min(pair, Int(link.intervalTime / 4_000)))
    }

    private var offsets: LL.CSOffsets {
        let wanted = UInt32(wantedOffset)
        return .init(min: wanted, max: max(wanted, 4_000))
    }

    func proceduresAsked(_ request: LL.CSReq, _ pdu: LL.ChannelSoundingPDU) {
        let collides = collides(pdu) { own in
            if case .enable = own { true } else { false }
        }
        if collides { return }
        let timing = SoundingTiming(request, offset: request.offsets.min)
        guard let agreed = settings.configurations[request.configID], timing.isValid,
            request.offsets.min <= request.offsets.max
        else { return refuse(pdu, .unsupportedLLParameterValue) }
        guard shared.seed != nil, isEncrypted else {
            return refuse(pdu, .connectionRejectedDueToSecurityReasons)
        }
        guard shared.run == nil else { return refuse(pdu, .commandDisallowed) }
        guard settings.allows(request.signal.toneAntennas, as: agreed.configuration.role) else {
            return refuse(pdu, .unsupportedFeatureOrParameterValue)
        }
        // The later of the two begins, within the window of the other side.
        let offset = min(max(request.offsets.min, UInt32(wantedOffset)), request.offsets.max)
        settings.enabled = request.configID
        guard end.isCentral else {
            wantedTiming = timing
            return queue(
                .rsp(
                    .init(
                        configID: request.configID, connEventCount: request.connEventCount,
                        offsets: .init(min: offset, max: request.offsets.max), timing: request.timing,
                        signal: request.signal)))
        }
        begin(request.configID, agreed, SoundingTiming(request, offset: offset), request.signal)
        tellProcedures(request.configID, .success, isEnabled: true)
    }

    /// The peripheral accepts: the central sets the begin.
    func proceduresAnswered(_ answer: LL.CSRsp) {
        guard end.isCentral, case .sounding(.enable(let configID)) = end.procedures.current,
            configID == answer.configID, var timing = wantedTiming,
            let agreed = settings.configurations[configID]
        else { return }
        timing.offset = answer.offsets.min
        timing.subevents = answer.timing
        guard timing.isValid, shared.run == nil,
            settings.allows(answer.signal.toneAntennas, as: agreed.configuration.role)
        else { return end.finish(.unsupportedLLParameterValue) }
        begin(configID, agreed, timing, answer.signal)
        end.finish(.success)
    }

    private func begin(
        _ configID: UInt8, _ agreed: ChannelSounding.AgreedConfiguration, _ timing: SoundingTiming,
        _ signal: LL.CSSignal
    ) {
        let isInitiator = agreed.configuration.role == .initiator
        let first = link.nextCounter + link.instantDistance
        let common = ChannelSounding.AgreedConfiguration(
            isInitiator ? agreed.configuration : agreed.configuration.ofPeer, times: agreed.times)
        shared.begin(
            .init(
                configID: configID, agreed: common, initiatorIsCentral: isInitiator, timing: timing,
                signal: signal, durations: durations(agreed, signal.toneAntennas), first: first))
        queue(
            .ind(
                .init(
                    configID: configID, connEventCount: UInt16(truncatingIfNeeded: first),
                    offset: timing.offset, timing: timing.subevents, signal: signal)))
    }

    /// LL_CS_IND has arrived.
    func proceduresBegin(_ start: LL.CSInd) {
        guard !end.isCentral, let run = shared.run, run.configID == start.configID else { return }
        shared.peripheralKnows()
        settings.enabled = start.configID
        if case .sounding(.enable) = end.procedures.current { return end.finish(.success) }
        tellProcedures(start.configID, .success, isEnabled: true)
    }

    func terminationAsked(_ request: LL.CSTerminate) {
        let wasEnabled = settings.enabled == request.configID
        if wasEnabled {
            shared.stop(.requested)
            settings.enabled = nil
        }
        queue(.terminateRsp(request))
        // A host that has ended them itself gets its own report.
        if wasEnabled, !has({ $0 == .terminate(request.configID) }) {
            tellProcedures(request.configID, .success, isEnabled: false)
        }
    }
}
