import BluetoothTypes
import BluetoothWire

extension Host {
    /// How the connection parameters of one link change, by either end.
    ///
    /// A central uses LE Connection Update. A peripheral does so too if its controller has the link layer's
    /// Connection Parameters Request procedure. If it has not, or if the peer refuses, the peripheral sends the
    /// L2CAP request (Core 6.0, Vol 3, Part C, 9.3.9).
    struct ParameterProcedure: Hashable, Sendable {
        /// A change that this end began.
        enum Own: Hashable, Sendable {
            /// LE Connection Update is with the controller. Goes to `none` with LE Connection Update
            /// Complete, or to `requesting` when the link layer of a peripheral can't do it.
            case updating(ParameterUnits)
            /// The L2CAP request is with the central. Goes to `none` with its response or the deadline.
            case requesting(ParameterUnits, identifier: UInt8, deadline: Instant)
        }

        /// A change that the peer asked for.
        enum Asked: Hashable, Sendable {
            /// The upper layer has been asked. Goes to `replying` or `none` with its answer.
            case linkLayer(ParameterUnits)
            case signal(ParameterUnits, identifier: UInt8)
            /// The answer is on its way to the controller. Goes to `none` when the controller took it.
            case replying
        }

        /// What is under way.
        struct Changes: Hashable, Sendable {
            fileprivate var own: Own?
            fileprivate var next: ConnectionParameters?
            fileprivate var asked: Asked?
        }

        let link: LinkID
        let handle: UInt16
        let role: Link.Role
        /// Whether the controller has the link layer's procedure, which a peripheral asks with.
        let asksLinkLayer: Bool
        /// What is under way, which is nearly always nothing; one word then.
        private var changes = OnDemand<Changes>()
        /// The parameters in use.
        private(set) var current: ConnectionParameters

        init(_ id: LinkID, _ link: Link, asksLinkLayer: Bool) {
            self.link = id
            self.asksLinkLayer = asksLinkLayer
            handle = link.connectionHandle
            role = link.role
            current = link.parameters
        }

        private(set) var own: Own? {
            get { changes.value?.own }
            set { change { $0.own = newValue } }
        }
        /// The last change that the upper layer wants after `own` has finished.
        private(set) var next: ConnectionParameters? {
            get { changes.value?.next }
            set { change { $0.next = newValue } }
        }
        private(set) var asked: Asked? {
            get { changes.value?.asked }
            set { change { $0.asked = newValue } }
        }

        private mutating func change(_ body: (inout Changes) -> Void) {
            changes.use(orMake: Changes(), body)
            if changes.value == Changes() { changes.value = nil }
        }

        /// How long the central may take for an answer (Core 6.0, Vol 3, Part C, 9.3.9: 30 s).
        static let patience = Nanoseconds.seconds(30)

        var deadline: Instant? {
            if changes.isEmpty { return nil }
            if case .requesting(_, _, let deadline) = own { return deadline }
            return nil
        }

        /// What is wrong between two inputs; `nil` if nothing is.
        func brokenInvariant(_ identifiers: SignalIdentifiers) -> String? {
            if own == nil, next != nil { return "a change waits for nothing" }
            if case .requesting(_, let identifier, _) = own, !identifiers.open.contains(identifier) {
                return "the identifier \(identifier) of the request may be used again"
            }
            if case .requesting = own, role == .central { return "a central has sent the L2CAP request" }
            return nil
        }
    }
}

// MARK: - Changes by this end

extension Host.ParameterProcedure {
    /// The upper layer asks for other parameters. While a change is running, only its last request is kept.
    mutating func change(
        to parameters: Host.ConnectionParameters,
        _ identifiers: inout Host.SignalIdentifiers, at now: Instant, into sink: inout Host.Sink
    ) {
        guard own == nil else {
            if next != nil { report(.controllerBusy, into: &sink) }
            next = parameters
            return
        }
        let units = Host.ParameterUnits(parameters)
        if role == .peripheral, !asksLinkLayer {
            request(units, &identifiers, at: now, into: &sink)
        } else {
            update(units, into: &sink)
        }
    }

    private mutating func update(_ units: Host.ParameterUnits, into sink: inout Host.Sink) {
        own = .updating(units)
        sink.command(
            .leConnectionUpdate(
                HCI.LEConnectionUpdate(
                    connectionHandle: handle, connectionIntervalMin: units.intervalMin,
                    connectionIntervalMax: units.intervalMax, maxLatency: units.latency,
                    supervisionTimeout: units.timeout)), for: .link(link, .update))
    }

    private mutating func request(
        _ units: Host.ParameterUnits, _ identifiers: inout Host.SignalIdentifiers, at now: Instant,
        into sink: inout Host.Sink
    ) {
        let identifier = identifiers.nextRequest()
        own = .requesting(units, identifier: identifier, deadline: now + Self.patience)
        sink.signal(
            identifier,
            .connectionParameterUpdateRequest(
                intervalMin: units.intervalMin, intervalMax: units.intervalMax, latency: units.latency,
                timeout: units.timeout), to: handle)
    }

    /// The controller refused LE Connection Update.
    mutating func updateRefused(
        _ status: HCI.ErrorCode, _ identifiers: inout Host.SignalIdentifiers,
        at now: Instant, into sink: inout Host.Sink
    ) {
        guard case .updating(let units) = own else { return }
        if role == .peripheral {
            request(units, &identifiers, at: now, into: &sink)
        } else {
            end(status, &identifiers, at: now, into: &sink)
        }
    }

    /// LE Connection Update Complete: a change by either end has finished.
    mutating func updated(
        _ event: HCI.LEConnectionUpdateComplete,
        _ identifiers: inout Host.SignalIdentifiers, at now: Instant, into sink: inout Host.Sink
    ) {
        if case .updating(let units) = own {
            if event.status == .unsupportedRemoteFeature, role == .peripheral {
                return request(units, &identifiers, at: now, into: &sink)
            }
            own = nil
        }
        if event.status == .success {
            current =
                Host.ParameterUnits(
                    interval: event.connectionInterval, latency: event.peripheralLatency,
                    timeout: event.supervisionTimeout
                ).parameters
        }
        report(event.status, into: &sink)
        goOn(&identifiers, at: now, into: &sink)
    }

    /// The central answered the L2CAP request. If it accepts, LE Connection Update Complete follows.
    mutating func requestAnswered(
        _ identifier: UInt8, accepted: Bool,
        _ identifiers: inout Host.SignalIdentifiers, at now: Instant, into sink: inout Host.Sink
    ) {
        guard case .requesting(_, identifier, _) = own else { return }
        if accepted {
            own = nil
            identifiers.close(identifier)
            goOn(&identifiers, at: now, into: &sink)
        } else {
            end(
                .unacceptableConnectionParameters, &identifiers, at: now,
                into: &sink)
        }
    }

    /// Does nothing if called early.
    mutating func deadlineReached(
        _ identifiers: inout Host.SignalIdentifiers, at now: Instant,
        into sink: inout Host.Sink
    ) {
        guard let deadline, deadline <= now else { return }
        end(.llResponseTimeout, &identifiers, at: now, into: &sink)
    }

    private mutating func end(
        _ status: HCI.ErrorCode, _ identifiers: inout Host.SignalIdentifiers,
        at now: Instant, into sink: inout Host.Sink
    ) {
        if case .requesting(_, let identifier, _) = own { identifiers.close(identifier) }
        own = nil
        report(status, into: &sink)
        goOn(&identifiers, at: now, into: &sink)
    }

    private mutating func goOn(
        _ identifiers: inout Host.SignalIdentifiers, at now: Instant,
        into sink: inout Host.Sink
    ) {
        guard own == nil, let wanted = next else { return }
        next = nil
        change(to: wanted, &identifiers, at: now, into: &sink)
    }

    private func report(_ status: HCI.ErrorCode, into sink: inout Host.Sink) {
        sink.emit(.parametersUpdated(link, current, status))
    }
}

// MARK: - Requests of the peer

extension Host.ParameterProcedure {
    /// The peer asks with the link layer procedure (Core 6.0, Vol 4, Part E, 7.7.65.6).
    mutating func linkLayerAsks(
        _ units: Host.ParameterUnits, _ policy: Host.ParameterRequestPolicy, into sink: inout Host.Sink
    ) {
        // There is one such procedure at a time; a second one is the controller's mistake.
        guard asked == nil else { return }
        switch policy {
        case .accept: reply(units, accept: units.isValid, into: &sink)
        case .reject: reply(units, accept: false, into: &sink)
        case .ask:
            asked = .linkLayer(units)
            sink.emit(.parametersRequested(link, units.parameters))
        }
    }

    /// The peripheral asks with an L2CAP request (Core 6.0, Vol 3, Part A, 4.20).
    mutating func peripheralAsks(
        _ units: Host.ParameterUnits, _ identifier: UInt8, _ policy: Host.ParameterRequestPolicy,
        into sink: inout Host.Sink
    ) {
        guard units.isValid, asked == nil, own == nil else {
            return answer(units, identifier, accept: false, into: &sink)
        }
        switch policy {
        case .accept: answer(units, identifier, accept: true, into: &sink)
        case .reject: answer(units, identifier, accept: false, into: &sink)
        case .ask:
            asked = .signal(units, identifier: identifier)
            sink.emit(.parametersRequested(link, units.parameters))
        }
    }

    /// The upper layer answers a request; an answer to no open request is ignored.
    mutating func answer(accept: Bool, into sink: inout Host.Sink) {
        switch asked {
        case .linkLayer(let units): reply(units, accept: accept, into: &sink)
        case .signal(let units, let identifier):
            asked = nil
            answer(units, identifier, accept: accept && own == nil, into: &sink)
        case .replying, nil: break
        }
    }

    /// The controller took the answer to the peer's request.
    mutating func replied() { asked = nil }

    private mutating func reply(
        _ units: Host.ParameterUnits, accept: Bool, into sink: inout Host.Sink
    ) {
        asked = .replying
        let command: HCI.Command =
            accept
            ? .leRemoteConnectionParameterRequestReply(
                HCI.LERemoteConnectionParameterRequestReply(
                    connectionHandle: handle, intervalMin: units.intervalMin, intervalMax: units.intervalMax,
                    maxLatency: units.latency, timeout: units.timeout))
            : .leRemoteConnectionParameterRequestNegativeReply(
                HCI.LERemoteConnectionParameterRequestNegativeReply(
                    connectionHandle: handle, reason: .unacceptableConnectionParameters))
        sink.command(command, for: .link(link, .parameterReply))
    }

    private mutating func answer(
        _ units: Host.ParameterUnits, _ identifier: UInt8, accept: Bool, into sink: inout Host.Sink
    ) {
        sink.signal(
            identifier, .connectionParameterUpdateResponse(accept ? .accepted : .rejected), to: handle)
        if accept { update(units, into: &sink) }
    }
}
