import BluetoothTypes
import BluetoothWire

/// Connection parameters of a link, changed by either end.
///
/// A central uses LE Connection Update. A peripheral does so too if its controller has the link layer's
/// Connection Parameters Request procedure. If it has not, or if the peer refuses, the peripheral sends the
/// L2CAP request (Core 6.0, Vol 3, Part C, 9.3.9).
extension Host {
    // MARK: Changes by this end

    /// The upper layer asks for other parameters. While a change is running, only its last request is kept.
    mutating func updateParameters(_ index: Int, _ parameters: ConnectionParameters, at now: Instant) {
        guard links[index].parameters.own == nil else {
            if links[index].parameters.next != nil { reportParameters(index, .controllerBusy) }
            links[index].parameters.next = parameters
            return
        }
        let units = ParameterUnits(parameters)
        let isPeripheral = links[index].link.role == .peripheral
        if isPeripheral, !profile.abilities.contains(.connectionParametersRequest) {
            request(index, units, at: now)
        } else {
            update(index, units)
        }
    }

    private mutating func update(_ index: Int, _ units: ParameterUnits) {
        links[index].parameters.own = .updating(units)
        commands.append(
            .leConnectionUpdate(
                HCI.LEConnectionUpdate(
                    connectionHandle: links[index].handle, connectionIntervalMin: units.intervalMin,
                    connectionIntervalMax: units.intervalMax, maxLatency: units.latency,
                    supervisionTimeout: units.timeout)), for: .link(links[index].id, .update))
    }

    private mutating func request(_ index: Int, _ units: ParameterUnits, at now: Instant) {
        let identifier = links[index].nextSignalIdentifier()
        links[index].parameters.own = .requesting(
            units, identifier: identifier, deadline: now + ParameterState.patience)
        signal(
            identifier,
            .connectionParameterUpdateRequest(
                intervalMin: units.intervalMin, intervalMax: units.intervalMax, latency: units.latency,
                timeout: units.timeout), on: index)
    }

    /// The controller refused LE Connection Update.
    mutating func updateRefused(_ index: Int, _ status: HCI.ErrorCode, at now: Instant) {
        guard case .updating(let units) = links[index].parameters.own else { return }
        if links[index].link.role == .peripheral {
            request(index, units, at: now)
        } else {
            ownEnded(index, status, at: now)
        }
    }

    /// LE Connection Update Complete: a change by either end has finished.
    mutating func updated(_ index: Int, _ event: HCI.LEConnectionUpdateComplete, at now: Instant) {
        if case .updating(let units) = links[index].parameters.own {
            if event.status == .unsupportedRemoteFeature, links[index].link.role == .peripheral {
                request(index, units, at: now)
                return
            }
            links[index].parameters.own = nil
        }
        if event.status == .success {
            links[index].link.parameters =
                ParameterUnits(
                    interval: event.connectionInterval, latency: event.peripheralLatency,
                    timeout: event.supervisionTimeout
                ).parameters
        }
        reportParameters(index, event.status)
        goOn(index, at: now)
    }

    /// The central answered the L2CAP request. If it accepts, LE Connection Update Complete follows.
    mutating func requestAnswered(_ index: Int, _ identifier: UInt8, accepted: Bool, at now: Instant) {
        guard case .requesting(_, identifier, _) = links[index].parameters.own else { return }
        if accepted {
            links[index].parameters.own = nil
            goOn(index, at: now)
        } else {
            ownEnded(index, .unacceptableConnectionParameters, at: now)
        }
    }

    mutating func parameterDeadlineReached(_ index: Int, at now: Instant) {
        guard let deadline = links[index].parameters.deadline, deadline <= now else { return }
        ownEnded(index, .llResponseTimeout, at: now)
    }

    private mutating func ownEnded(_ index: Int, _ status: HCI.ErrorCode, at now: Instant) {
        links[index].parameters.own = nil
        reportParameters(index, status)
        goOn(index, at: now)
    }

    private mutating func goOn(_ index: Int, at now: Instant) {
        guard links[index].parameters.own == nil, let next = links[index].parameters.next else { return }
        links[index].parameters.next = nil
        updateParameters(index, next, at: now)
    }

    private mutating func reportParameters(_ index: Int, _ status: HCI.ErrorCode) {
        emit(.parametersUpdated(links[index].id, links[index].link.parameters, status))
    }

    // MARK: Requests of the peer

    /// The peer asks with the link layer procedure (Core 6.0, Vol 4, Part E, 7.7.65.6).
    mutating func linkLayerAsks(_ index: Int, _ units: ParameterUnits) {
        // There is one such procedure at a time; a second one is the controller's mistake.
        guard links[index].parameters.asked == nil else { return }
        switch configuration.parameterRequests {
        case .accept: reply(index, units, accept: units.isValid)
        case .reject: reply(index, units, accept: false)
        case .ask:
            links[index].parameters.asked = .linkLayer(units)
            emit(.parametersRequested(links[index].id, units.parameters))
        }
    }

    /// The peripheral asks with an L2CAP request (Core 6.0, Vol 3, Part A, 4.20).
    mutating func peripheralAsks(_ index: Int, _ units: ParameterUnits, _ identifier: UInt8) {
        let state = links[index].parameters
        guard units.isValid, state.asked == nil, state.own == nil else {
            answer(index, units, identifier, accept: false)
            return
        }
        switch configuration.parameterRequests {
        case .accept: answer(index, units, identifier, accept: true)
        case .reject: answer(index, units, identifier, accept: false)
        case .ask:
            links[index].parameters.asked = .signal(units, identifier: identifier)
            emit(.parametersRequested(links[index].id, units.parameters))
        }
    }

    /// The upper layer answers a request; an answer to no open request is ignored.
    mutating func answerParameterRequest(_ index: Int, accept: Bool, at now: Instant) {
        switch links[index].parameters.asked {
        case .linkLayer(let units): reply(index, units, accept: accept)
        case .signal(let units, let identifier):
            links[index].parameters.asked = nil
            answer(index, units, identifier, accept: accept && links[index].parameters.own == nil)
        case .replying, nil: break
        }
    }

    private mutating func reply(_ index: Int, _ units: ParameterUnits, accept: Bool) {
        links[index].parameters.asked = .replying
        let handle = links[index].handle
        let command: HCI.Command =
            accept
            ? .leRemoteConnectionParameterRequestReply(
                HCI.LERemoteConnectionParameterRequestReply(
                    connectionHandle: handle, intervalMin: units.intervalMin, intervalMax: units.intervalMax,
                    maxLatency: units.latency, timeout: units.timeout))
            : .leRemoteConnectionParameterRequestNegativeReply(
                HCI.LERemoteConnectionParameterRequestNegativeReply(
                    connectionHandle: handle, reason: .unacceptableConnectionParameters))
        commands.append(command, for: .link(links[index].id, .parameterReply))
    }

    private mutating func answer(
        _ index: Int, _ units: ParameterUnits, _ identifier: UInt8, accept: Bool
    ) {
        signal(identifier, .connectionParameterUpdateResponse(accept ? .accepted : .rejected), on: index)
        if accept { update(index, units) }
    }
}
