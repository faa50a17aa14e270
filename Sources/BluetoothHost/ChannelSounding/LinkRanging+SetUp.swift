import BluetoothTypes
import BluetoothWire

/// The steps from `.start` to the first procedure.
extension Host.LinkRanging {
    /// The upper layer wants the distance.
    mutating func start(
        _ parameters: Host.RangingParameters, _ turn: Host.RangingTurn, into sink: inout Host.Sink
    ) {
        if let failure = refusal(parameters, turn) {
            return sink.emit(.ranging(turn.id, .ended(failure)))
        }
        own = Own(parameters: parameters)
        proceed(from: .remoteFeatures, turn, into: &sink)
    }

    /// What is wrong before anything is sent.
    private func refusal(
        _ parameters: Host.RangingParameters, _ turn: Host.RangingTurn
    ) -> Host.RangingFailure? {
        guard own == nil, running == nil else { return .busy }
        guard let local = turn.local else { return .unsupported }
        if let problem = parameters.agreed.problem { return .invalidConfiguration(problem) }
        if let need = parameters.need(.initiator, local) { return .lacks(need) }
        return turn.isEncrypted ? nil : .notEncrypted
    }

    /// The upper layer wants no more procedures.
    mutating func stop(_ turn: Host.RangingTurn, into sink: inout Host.Sink) {
        if let own {
            switch own.step {
            case .enabling where !own.awaitsKey: self.own?.isStopping = true
            case .running: disable(own.parameters.configID, turn, into: &sink)
            case .disabling: break
            case .remoteFeatures, .defaultSettings, .remoteCapabilities, .frequencyErrors, .configuration,
                .security, .rangingService, .procedureParameters, .enabling:
                end(nil, turn, into: &sink)
            }
        } else if let running {
            disable(running.configID, turn, into: &sink)
        }
    }

    mutating func disable(_ configID: UInt8, _ turn: Host.RangingTurn, into sink: inout Host.Sink) {
        own?.step = .disabling
        own?.deadline = turn.now + Self.patience
        sink.command(
            .leCSProcedureEnable(
                HCI.LECSProcedureEnable(connectionHandle: turn.handle, configID: configID, enable: false)),
            for: turn.purpose(.disabling))
    }

    // MARK: Steps

    /// Does this step and those after it, until one has to wait.
    mutating func proceed(
        from first: Host.RangingStep, _ turn: Host.RangingTurn, into sink: inout Host.Sink
    ) {
        var next: Host.RangingStep? = first
        while let step = next, own != nil {
            own?.step = step
            own?.deadline = turn.now + Self.patience
            if perform(step, turn, into: &sink) { return }
            next = Host.RangingStep(rawValue: step.rawValue + 1)
        }
    }

    /// The step has ended well.
    mutating func done(_ step: Host.RangingStep, _ turn: Host.RangingTurn, into sink: inout Host.Sink) {
        guard own?.step == step, let next = Host.RangingStep(rawValue: step.rawValue + 1) else { return }
        proceed(from: next, turn, into: &sink)
    }

    /// Begins a step; returns whether it waits for something.
    private mutating func perform(
        _ step: Host.RangingStep, _ turn: Host.RangingTurn, into sink: inout Host.Sink
    ) -> Bool {
        guard let own else { return true }
        if outstanding?.step == step {
            self.own?.isAdopting = true
            return true
        }
        // Both controllers refuse what needs encryption while they change the key.
        if turn.isChangingKey, step == .security || step == .enabling {
            self.own?.awaitsKey = true
            return true
        }
        switch step {
        case .remoteFeatures: return checkFeatures(turn, into: &sink)
        case .defaultSettings: return enable(.initiator, turn, into: &sink)
        case .remoteCapabilities:
            guard let peer else { return send(.remoteCapabilities, turn, into: &sink) }
            return checkPeer(peer, turn, into: &sink)
        case .frequencyErrors:
            if hasFrequencyErrors || peer?.subfeatures.contains(.noFrequencyActuationError) == true {
                return false
            }
            return send(.frequencyErrors, turn, into: &sink)
        case .configuration: return configure(own.parameters, turn, into: &sink)
        case .security: return isSecured ? false : send(.security, turn, into: &sink)
        case .rangingService:
            guard own.parameters.correction == .rangingService else { return false }
            return !requestor.begin(hasSounding: own.parameters.configuration.rttType.isSounding)
        case .procedureParameters: return send(step, turn, into: &sink)
        case .enabling:
            // The link has got a new key meanwhile.
            guard isSecured else {
                proceed(from: .security, turn, into: &sink)
                return true
            }
            return send(step, turn, into: &sink)
        case .running, .disabling: return true
        }
    }

    private mutating func send(
        _ step: Host.RangingStep, _ turn: Host.RangingTurn, into sink: inout Host.Sink
    ) -> Bool {
        if let command = command(step, turn) { order(command, for: step, turn, into: &sink) }
        return true
    }

    private mutating func order(
        _ command: HCI.Command, for step: Host.RangingStep, _ turn: Host.RangingTurn,
        into sink: inout Host.Sink
    ) {
        if step.isProcedure {
            outstanding = Outstanding(
                step: step, configID: step == .configuration ? own?.parameters.configID : nil)
        }
        sink.command(command, for: turn.purpose(step))
    }

    private func command(_ step: Host.RangingStep, _ turn: Host.RangingTurn) -> HCI.Command? {
        let handle = turn.handle
        switch step {
        case .remoteFeatures: return .leReadRemoteFeatures(.init(connectionHandle: handle))
        case .remoteCapabilities:
            return .leCSReadRemoteSupportedCapabilities(.init(connectionHandle: handle))
        case .frequencyErrors: return .leCSReadRemoteFAETable(.init(connectionHandle: handle))
        case .security: return .leCSSecurityEnable(.init(connectionHandle: handle))
        case .procedureParameters:
            return own.map { .leCSSetProcedureParameters($0.parameters.procedureParameters(handle)) }
        case .enabling:
            return own.map {
                .leCSProcedureEnable(
                    .init(connectionHandle: handle, configID: $0.parameters.configID, enable: true))
            }
        case .defaultSettings, .configuration, .rangingService, .running, .disabling: return nil
        }
    }

    private mutating func checkFeatures(_ turn: Host.RangingTurn, into sink: inout Host.Sink) -> Bool {
        guard let features = turn.remoteFeatures else { return send(.remoteFeatures, turn, into: &sink) }
        guard features.contains(.channelSounding) else {
            end(.peerUnsupported, turn, into: &sink)
            return true
        }
        guard features.contains(.channelSoundingHostSupport) else {
            end(.peerLacks(.hostSupport), turn, into: &sink)
            return true
        }
        return false
    }

    private mutating func checkPeer(
        _ peer: ChannelSoundingCapabilities, _ turn: Host.RangingTurn, into sink: inout Host.Sink
    ) -> Bool {
        guard let need = own?.parameters.need(.reflector, peer) else { return false }
        end(.peerLacks(need), turn, into: &sink)
        return true
    }

    /// Makes the configuration, unless the link has it; another one of that identifier is removed first.
    private mutating func configure(
        _ parameters: Host.RangingParameters, _ turn: Host.RangingTurn, into sink: inout Host.Sink
    ) -> Bool {
        let (id, wanted) = (parameters.configID, parameters.agreed)
        if let old = known.first(where: { $0.id == id }) {
            if old.agreed.configuration == wanted { return false }
            order(
                .leCSRemoveConfig(.init(connectionHandle: turn.handle, configID: id)), for: .configuration,
                turn, into: &sink)
            return true
        }
        order(
            .leCSCreateConfig(.init(connectionHandle: turn.handle, configID: id, configuration: wanted)),
            for: .configuration, turn, into: &sink)
        return true
    }

    // MARK: Roles

    /// The upper layer allows other roles, or the link is new. What runs keeps its role.
    mutating func allowedRolesChanged(_ turn: Host.RangingTurn, into sink: inout Host.Sink) {
        var roles: ChannelSounding.Roles = own == nil ? [] : .initiator
        if let running { roles.insert(running.session.role.set) }
        _ = enable(roles, turn, into: &sink)
    }

    /// Has the controller allow these roles besides those that the upper layer allows; returns whether that is sent.
    mutating func enable(
        _ roles: ChannelSounding.Roles, _ turn: Host.RangingTurn, into sink: inout Host.Sink
    ) -> Bool {
        guard let local = turn.local else { return false }
        let allowed = ownAllowedRoles ?? turn.configuration.allowedRoles
        let wanted = roles.union(allowed).intersection(local.roles)
        guard wanted != enabledRoles else { return false }
        enabledRoles = wanted
        sink.command(
            .leCSSetDefaultSettings(
                .init(
                    connectionHandle: turn.handle, roleEnable: wanted,
                    maxTXPower: turn.configuration.maxTXPower)),
            for: turn.purpose(.defaultSettings))
        return true
    }
}

extension Host.RangingStep {
    /// Whether the controller does it with its peer, takes no second one meanwhile, and reports its end by an event.
    fileprivate var isProcedure: Bool {
        switch self {
        case .remoteCapabilities, .frequencyErrors, .configuration, .security: true
        case .remoteFeatures, .defaultSettings, .rangingService, .procedureParameters, .enabling, .running,
            .disabling:
            false
        }
    }
}
