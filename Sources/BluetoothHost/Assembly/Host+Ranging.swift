import BluetoothTypes
import BluetoothWire

/// The distance to peers: what joins the machines of links with the controller and the configuration.
extension Host {
    /// What this controller can do in Channel Sounding; nil if it can't, or if the configuration does not use it.
    package var channelSounding: ChannelSoundingCapabilities? { profile.channelSounding }

    /// What the peer's controller can do in Channel Sounding, once it is known.
    package func channelSounding(of id: LinkID) -> ChannelSoundingCapabilities? {
        index(of: id).flatMap { links[$0].ranging.value?.peer }
    }

    mutating func handle(_ command: RangingCommand, at now: Instant) {
        switch command {
        case .start(let id, let parameters):
            guard let index = index(of: id) else { return emit(.ranging(id, .ended(.linkLost))) }
            guard profile.channelSounding != nil else { return emit(.ranging(id, .ended(.unsupported))) }
            range(index, at: now) { $0.start(parameters, $1, into: &$2) }
        case .stop(let id):
            guard let index = index(of: id), !links[index].ranging.isEmpty else { return }
            range(index, at: now) { $0.stop($1, into: &$2) }
        case .allow(let roles, nil):
            configuration.ranging?.allowedRoles = roles
            for index in links.indices { allow(nil, on: index, at: now) }
        case .allow(let roles, let id?):
            if let index = index(of: id) { allow(roles, on: index, at: now) }
        }
    }

    private mutating func allow(_ roles: ChannelSounding.Roles?, on index: Int, at now: Instant) {
        range(index, at: now) {
            $0.ownAllowedRoles = roles
            $0.allowedRolesChanged($1, into: &$2)
        }
    }

    /// A link is new: its peer may begin at any time.
    mutating func allowRanging(on index: Int) {
        guard let ranging = configuration.ranging, !ranging.allowedRoles.isEmpty else { return }
        range(index, at: .zero) { $0.allowedRolesChanged($1, into: &$2) }
    }

    /// Gives the machine of a link an input, and its client of the Ranging Service what it asks for.
    mutating func range(
        _ index: Int, at now: Instant, _ input: (inout LinkRanging, RangingTurn, inout Sink) -> Void
    ) {
        guard let ranging = configuration.ranging, profile.channelSounding != nil else { return }
        let turn = RangingTurn(links[index], profile.channelSounding, ranging, at: now)
        Self.give(input, to: &links[index].ranging, turn, into: &sink)
        while links[index].ranging.value?.hasWork == true {
            while let request = links[index].takeRangingRequest() { ask(request, on: index, at: now) }
            Self.give({ $0.takeInbox($1, into: &$2) }, to: &links[index].ranging, turn, into: &sink)
        }
    }

    private mutating func ask(_ request: RangingRequestor.Request, on index: Int, at now: Instant) {
        switch request {
        case .procedure(let procedure):
            links[index].bearer.perform(procedure, token: .ofRanging, at: now, into: &actions)
        case .command(let handle, let value):
            links[index].bearer.writeWithoutResponse(value, to: handle, token: .ofRanging, into: &actions)
        }
        perform(on: index)
    }

    private static func give(
        _ input: (inout LinkRanging, RangingTurn, inout Sink) -> Void,
        to ranging: inout OnDemand<LinkRanging>, _ turn: RangingTurn, into sink: inout Sink
    ) {
        ranging.use(orMake: LinkRanging()) { input(&$0, turn, &sink) }
    }

    /// The controller reports what became of the link's encryption, which its security knows already.
    mutating func encryptionChanged(_ event: HCI.Event, on index: Int, at now: Instant) {
        guard !links[index].ranging.isEmpty else { return }
        switch event {
        case .encryptionKeyRefreshComplete(let event) where event.status == .success:
            range(index, at: now) { $0.keyChanged($1, into: &$2) }
        case .encryptionChange(let event) where event.status == .success:
            let isOn = event.encryptionEnabled != .off
            range(index, at: now) {
                if isOn { $0.keyChanged($1, into: &$2) } else { $0.encryptionLost($1, into: &$2) }
            }
        default: break
        }
    }

    /// The link has ended.
    static func endRanging(_ link: inout LinkState, into sink: inout Sink) {
        let id = link.id
        link.ranging.use(orMake: LinkRanging()) { $0.linkLost(id, into: &sink) }
    }

    /// Takes an event of Channel Sounding.
    mutating func receivedRanging(_ event: consuming HCI.Event, at now: Instant) {
        guard let handle = event.rangingHandle, let index = index(ofHandle: handle) else { return }
        let event = event
        range(index, at: now) { $0.received(event, $1, into: &$2) }
    }

    /// The bearer of a link with such a client has an event, which may be for it; returns whether for nobody else.
    mutating func keepForRanging(_ event: Event, on index: Int) -> Bool {
        switch event {
        case .procedureEnded(_, .ofRanging, _): break
        case .commandSent(_, .ofRanging): return true
        case .valueReceived: break
        default: return false
        }
        links[index].ranging.use(orMake: LinkRanging()) { $0.inbox.append(event) }
        if case .valueReceived = event { return false }
        return true
    }

    /// The client of the Ranging Service handles what the bearer had for it.
    mutating func serveRanging(_ index: Int, at now: Instant) {
        guard links[index].ranging.value?.hasWork == true else { return }
        range(index, at: now) { _, _, _ in }
    }
}

extension Host.Token {
    /// Of the host's own client; the upper layer counts from 0.
    static let ofRanging = Host.Token(.max)
}

extension Host.LinkState {
    fileprivate mutating func takeRangingRequest() -> RangingRequestor.Request? {
        if ranging.isEmpty { return nil }
        return ranging.use(orMake: Host.LinkRanging()) { $0.requestor.takeRequest() }
    }
}

extension Host.RangingTurn {
    init(
        _ state: Host.LinkState, _ local: ChannelSoundingCapabilities?,
        _ configuration: Host.RangingConfiguration, at now: Instant
    ) {
        self.init(
            id: state.id, handle: state.handle, interval: state.parameters.current.maximumInterval,
            isEncrypted: state.security.value.map { $0.security.level > .none } ?? false,
            isChangingKey: state.security.value?.encrypting != nil,
            remoteFeatures: state.remoteFeatures, local: local, configuration: configuration, now: now)
    }
}

extension HCI.Event {
    /// The handle of the link that an event of Channel Sounding is about.
    var rangingHandle: UInt16? {
        switch self {
        case .leCSReadRemoteSupportedCapabilitiesComplete(let event): event.connectionHandle
        case .leCSReadRemoteSupportedCapabilitiesCompleteV2(let event): event.connectionHandle
        case .leCSReadRemoteFAETableComplete(let event): event.connectionHandle
        case .leCSSecurityEnableComplete(let event): event.connectionHandle
        case .leCSConfigComplete(let event): event.connectionHandle
        case .leCSProcedureEnableComplete(let event): event.connectionHandle
        case .leCSSubeventResult(let event): event.connectionHandle
        case .leCSSubeventResultContinue(let event): event.connectionHandle
        default: nil
        }
    }
}
