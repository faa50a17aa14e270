import BluetoothTypes
import BluetoothWire

/// What the controller answers and reports.
extension Host.LinkRanging {
    /// The controller answered a command of this step.
    mutating func commandEnded(
        _ step: Host.RangingStep, _ status: HCI.ErrorCode, _ turn: Host.RangingTurn,
        into sink: inout Host.Sink
    ) {
        guard status == .success else { return refused(step, status, turn, into: &sink) }
        // The others are done when their event comes.
        if step == .defaultSettings || step == .procedureParameters { done(step, turn, into: &sink) }
    }

    private mutating func refused(
        _ step: Host.RangingStep, _ status: HCI.ErrorCode, _ turn: Host.RangingTurn,
        into sink: inout Host.Sink
    ) {
        if step == .defaultSettings { enabledRoles = [] }
        if step == .disabling, own == nil { return }
        if concluded(step, turn, into: &sink) { return }
        guard own?.step == step else { return }
        // The host reads the features of new links by itself: that answer will do.
        if step == .remoteFeatures, status == .commandDisallowed { return }
        // A peer without a table is as one without errors.
        if step == .frequencyErrors { return done(step, turn, into: &sink) }
        if step == .enabling, own?.isStopping == true { return end(nil, turn, into: &sink) }
        // The link has got a new key meanwhile.
        if step == .enabling, !isSecured { return proceed(from: .security, turn, into: &sink) }
        end(.refused(step, status), turn, into: &sink)
    }

    /// The controller has ended what it was asked for. Returns whether that was for an earlier start; a step that has waited
    /// for it looks at the link anew.
    private mutating func concluded(
        _ step: Host.RangingStep, _ turn: Host.RangingTurn, into sink: inout Host.Sink
    ) -> Bool {
        if outstanding?.step == step { outstanding = nil }
        guard own?.step == step, own?.isAdopting == true else { return false }
        own?.isAdopting = false
        proceed(from: step, turn, into: &sink)
        return true
    }

    /// The peer's features are known, or can't be.
    mutating func featuresRead(
        _ status: HCI.ErrorCode, _ turn: Host.RangingTurn, into sink: inout Host.Sink
    ) {
        guard own?.step == .remoteFeatures else { return }
        if status == .success, turn.remoteFeatures != nil {
            proceed(from: .remoteFeatures, turn, into: &sink)
        } else {
            end(.refused(.remoteFeatures, status), turn, into: &sink)
        }
    }

    /// Takes an event of Channel Sounding.
    mutating func received(
        _ event: consuming HCI.Event, _ turn: Host.RangingTurn, into sink: inout Host.Sink
    ) {
        switch consume event {
        case .leCSReadRemoteSupportedCapabilitiesComplete(let event):
            capabilities(event.status, event.capabilities, turn, into: &sink)
        case .leCSReadRemoteSupportedCapabilitiesCompleteV2(let event):
            capabilities(event.status, event.capabilities, turn, into: &sink)
        case .leCSReadRemoteFAETableComplete(let event):
            hasFrequencyErrors = true
            ended(.frequencyErrors, event.status, turn, into: &sink)
        case .leCSSecurityEnableComplete(let event):
            if event.status == .success { isSecured = true }
            ended(.security, event.status, turn, into: &sink)
        case .leCSConfigComplete(let event): configured(event, turn, into: &sink)
        case .leCSProcedureEnableComplete(let event): enabled(event, turn, into: &sink)
        case .leCSSubeventResult(let event): measured(event, turn, into: &sink)
        case .leCSSubeventResultContinue(let event): measured(event, turn, into: &sink)
        default: break
        }
    }

    private mutating func ended(
        _ step: Host.RangingStep, _ status: HCI.ErrorCode, _ turn: Host.RangingTurn,
        into sink: inout Host.Sink
    ) {
        if status != .success {
            refused(step, status, turn, into: &sink)
        } else if !concluded(step, turn, into: &sink) {
            done(step, turn, into: &sink)
        }
    }

    private mutating func capabilities(
        _ status: HCI.ErrorCode, _ capabilities: ChannelSoundingCapabilities, _ turn: Host.RangingTurn,
        into sink: inout Host.Sink
    ) {
        guard status == .success else {
            return refused(.remoteCapabilities, status, turn, into: &sink)
        }
        peer = capabilities
        if concluded(.remoteCapabilities, turn, into: &sink) { return }
        if own?.step == .remoteCapabilities { proceed(from: .remoteCapabilities, turn, into: &sink) }
    }

    private mutating func configured(
        _ event: HCI.LECSConfigComplete, _ turn: Host.RangingTurn, into sink: inout Host.Sink
    ) {
        let isAwaited = outstanding == Outstanding(step: .configuration, configID: event.configID)
        guard event.status == .success else {
            if isAwaited { refused(.configuration, event.status, turn, into: &sink) }
            return
        }
        known.removeAll { $0.id == event.configID }
        let created = event.configID <= ChannelSounding.maximumConfigID ? event.created : nil
        if let created { known.append(Known(id: event.configID, agreed: created)) }
        guard isAwaited, !concluded(.configuration, turn, into: &sink), own?.step == .configuration else {
            return
        }
        if created != nil {
            done(.configuration, turn, into: &sink)
        } else {
            proceed(from: .configuration, turn, into: &sink)
        }
    }

    // MARK: Procedures

    private mutating func enabled(
        _ event: HCI.LECSProcedureEnableComplete, _ turn: Host.RangingTurn, into sink: inout Host.Sink
    ) {
        guard event.status == .success else {
            // Whatever could not be stopped, is over for the upper layer.
            if own?.step == .enabling { refused(.enabling, event.status, turn, into: &sink) }
            if own?.step == .disabling { refused(.disabling, event.status, turn, into: &sink) }
            return
        }
        guard event.isEnabled else { return stopped(turn, into: &sink) }
        let agreed = known.first { $0.id == event.configID }?.agreed
        let session = Host.RangingSession(
            role: agreed?.configuration.role ?? (own == nil ? .reflector : .initiator), configuration: agreed,
            procedureInterval: turn.interval * Int(event.procedureInterval),
            procedureCount: event.procedureCount, txPower: event.selectedTXPower)
        running = Running(session: session, configID: event.configID)
        results = ProcedureResults()
        let isOwn = own?.step == .enabling && own?.parameters.configID == event.configID
        if isOwn {
            own?.step = .running
            own?.deadline = nil
        }
        sink.emit(.ranging(turn.id, .started(session)))
        if isOwn, own?.isStopping == true { disable(event.configID, turn, into: &sink) }
    }

    /// The controllers have stopped.
    private mutating func stopped(_ turn: Host.RangingTurn, into sink: inout Host.Sink) {
        guard let running else { return }
        if own?.step == .disabling { return finished(nil, turn, into: &sink) }
        if let abort = running.abort, abort.reason != .requested {
            return finished(.aborted(abort.reason), turn, into: &sink)
        }
        finished(own == nil ? nil : .endedByPeer, turn, into: &sink)
    }

    private mutating func measured(
        _ event: consuming HCI.LECSSubeventResult, _ turn: Host.RangingTurn, into sink: inout Host.Sink
    ) {
        for procedure in results.add(event) { over(procedure, turn, into: &sink) }
    }

    private mutating func measured(
        _ event: HCI.LECSSubeventResultContinue, _ turn: Host.RangingTurn, into sink: inout Host.Sink
    ) {
        if let procedure = results.add(event) { over(procedure, turn, into: &sink) }
    }

    /// All results of a procedure are there.
    private mutating func over(
        _ procedure: ProcedureResults.Procedure, _ turn: Host.RangingTurn, into sink: inout Host.Sink
    ) {
        let agreed = known.first { $0.id == procedure.configID }?.agreed.configuration
        switch agreed?.role ?? running?.session.role {
        case .reflector?:
            if turn.configuration.reportsReflections {
                sink.emit(.ranging(turn.id, .reflected(reflection(procedure))))
            }
        case .initiator? where running != nil: evaluate(procedure, agreed, turn, into: &sink)
        default: return
        }
        guard var running else { return }
        if procedure.progress.procedure == .aborted, procedure.progress.procedureAbort != .none {
            running.abort = (procedure.progress.procedureAbort, turn.now + Self.abortPatience)
        } else {
            running.abort = nil
        }
        running.count(procedure.counter)
        self.running = running
        finishIfDone(turn, into: &sink)
    }

    /// Ends when the last procedure is over, and its report has come.
    private mutating func finishIfDone(_ turn: Host.RangingTurn, into sink: inout Host.Sink) {
        guard let left = running?.left, left <= 0 else { return }
        guard requestor.isWaiting else { return finished(nil, turn, into: &sink) }
        if running?.reportDeadline == nil { running?.reportDeadline = turn.now + Self.reportPatience }
    }

    private func reflection(_ procedure: ProcedureResults.Procedure) -> Host.RangingReflection {
        Host.RangingReflection(
            procedureCounter: procedure.counter, configID: procedure.configID,
            txPower: running?.session.txPower, subevents: procedure.subevents)
    }

    private mutating func evaluate(
        _ procedure: ProcedureResults.Procedure, _ configuration: ChannelSoundingConfiguration?,
        _ turn: Host.RangingTurn, into sink: inout Host.Sink
    ) {
        let isInline = configuration?.enhancements.contains(.inlinePhaseCorrection) ?? true
        if isInline || procedure.steps.isEmpty {
            return report(procedure, procedure.steps, peer: nil, turn, into: &sink)
        }
        for finding in requestor.keep(procedure) { requested(finding, turn, into: &sink) }
    }

    private func missed(
        _ counter: UInt16, _ reason: Host.RangingGap.Reason, _ turn: Host.RangingTurn,
        into sink: inout Host.Sink
    ) {
        let gap = Host.RangingGap(procedureCounter: counter, time: turn.now, reason: reason)
        sink.emit(.ranging(turn.id, .missed(gap)))
    }

    /// Computes the distance of a procedure.
    private func report(
        _ procedure: ProcedureResults.Procedure, _ steps: [ChannelSounding.Step],
        peer: [ChannelSounding.StepData]?, _ turn: Host.RangingTurn, into sink: inout Host.Sink
    ) {
        let delay = turn.configuration.antennaDelay
        guard let estimate = DistanceEstimator.estimate(steps, peer: peer, antennaDelay: delay) else {
            let (whole, part) = (procedure.progress.procedureAbort, procedure.subeventAbort)
            let isAborted = whole != .none || part != .none
            // What this end has stopped is not missed.
            if own?.step == .disabling, whole == .requested { return }
            return missed(
                procedure.counter, isAborted ? .aborted(whole, part) : .weakSignal, turn, into: &sink)
        }
        let measurement = Host.RangingMeasurement(
            procedureCounter: procedure.counter, time: turn.now, estimate: estimate, rssi: procedure.rssi,
            steps: steps, peerSteps: peer ?? [])
        sink.emit(.ranging(turn.id, .measured(measurement)))
    }

    // MARK: The peer's Ranging Service

    /// Handles one of the bearer's events.
    mutating func takeInbox(_ turn: Host.RangingTurn, into sink: inout Host.Sink) {
        guard !inbox.isEmpty else { return }
        switch inbox.removeFirst() {
        case .procedureEnded(_, _, let outcome):
            if let finding = requestor.ended(outcome) { requested(finding, turn, into: &sink) }
        case .valueReceived(_, let handle, let value, _):
            for finding in requestor.received(value, from: handle) { requested(finding, turn, into: &sink) }
        default: break
        }
    }

    /// The requestor has got something, or has ended its own set-up.
    mutating func requested(
        _ finding: RangingRequestor.Finding, _ turn: Host.RangingTurn, into sink: inout Host.Sink
    ) {
        switch finding {
        case .ready: done(.rangingService, turn, into: &sink)
        case .unusable:
            guard let step = own?.step, step <= .rangingService else { return }
            end(.noRangingService, turn, into: &sink)
        case .pair(let procedure, let steps, let peer):
            report(procedure, steps, peer: peer, turn, into: &sink)
            finishIfDone(turn, into: &sink)
        case .lost(let counter):
            missed(counter, .reportMissing, turn, into: &sink)
            finishIfDone(turn, into: &sink)
        }
    }
}
