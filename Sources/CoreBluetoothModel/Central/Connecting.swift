import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Connecting, and how links begin and end (behaviour section 3).
extension PhoneModel {
    // MARK: Connecting

    mutating func connect(
        _ identifier: PeerIdentifier, _ options: Central.ConnectOptions, from session: SessionID,
        at now: Instant
    ) {
        guard let slot = peers.slot(of: identifier), !peers[slot].isForgotten || peers[slot].link != nil
        else {
            tell(session, .failedToConnect(identifier, .unknownDevice))  // 3.30
            return
        }
        guard let index = peers[slot].attachment(of: session) else {
            guard options.isValid else {  // 3.22
                return tell(session, .failedToConnect(identifier, .invalidParameters))
            }
            peers[slot].attachments.append(
                Attachment(session: session, state: .waiting, options: options))
            beginOrDelay(slot, session, options, at: now)
            return
        }
        // Wrong options of a further call do not end the attempt: the call repeats the first one (3.2).
        if options.isValid { peers[slot].attachments[index].options = options }
        switch peers[slot].attachments[index].state {
        case .waiting:
            guard options.isValid else { return }
            effects.cancel(.connect(session, identifier))
            beginOrDelay(slot, session, options, at: now)
        case .connecting: peers[slot].attachments[index].isReconnecting = false  // 3.2
        case .connected: tell(session, .connected(peers[slot].handedOut))  // 3.4
        case .disconnecting: peers[slot].attachments[index].connectsAgain = options  // 3.9
        }
    }

    private mutating func beginOrDelay(
        _ slot: Int, _ session: SessionID, _ options: Central.ConnectOptions, at now: Instant
    ) {
        if options.startDelay > 0 {  // 3.25; no longer than time can be counted.
            let delay = Nanoseconds.seconds(min(options.startDelay, 1e9))
            effects.schedule(.connect(session, peers[slot].identifier), at: now + delay)
        } else {
            begin(slot, session, at: now)
        }
    }

    mutating func endStartDelay(_ session: SessionID, _ identifier: PeerIdentifier, at now: Instant) {
        guard let slot = peers.slot(of: identifier) else { return }
        begin(slot, session, at: now)
    }

    /// Begins to connect: at once if the phone has a link already (3.3), otherwise when the phone hears the
    /// peer.
    private mutating func begin(_ slot: Int, _ session: SessionID, at now: Instant) {
        guard let index = peers[slot].attachment(of: session) else { return }
        // 1.38: waits forever, also when other apps connect to the peer.
        if let core = core(of: session), core.isLimited, !reaches(slot, core) { return }
        if let link = peers[slot].link, !links[link].isEnding {
            peers[slot].attachments[index].state = .connecting
            if links[link].securing != .beforeConnect { attachWaiting(slot, to: link, at: now) }
            return
        }
        if peers[slot].link == nil, centralLinkCount >= profile.maximumConnections {  // 3.27
            if profile.restartsAtConnectionLimit { return restart(at: now) }
            let identifier = peers[slot].identifier
            peers[slot].attachments.remove(at: index)
            tell(session, .failedToConnect(identifier, .connectionLimitReached))
            return
        }
        peers[slot].attachments[index].state = .connecting
        askHostToConnect(slot)
    }

    /// What exceeding the number of links did on older systems (3.27): all managers see `.resetting`.
    private mutating func restart(at now: Instant) {
        setRadio(.resetting, at: now)
        setRadio(.on, at: now)
    }

    /// One connect at the host serves all managers. While the old link still goes down the host is not asked.
    private mutating func askHostToConnect(_ slot: Int) {
        guard !peers[slot].isConnectPending, peers[slot].link == nil, !peers[slot].isForgotten else { return }
        peers[slot].isConnectPending = true
        effects.append(.host(.gap(.connect(peers[slot].address))))
    }

    /// The number of links that count against the limit. A lingering link does not count, because it can be
    /// ended.
    var centralLinkCount: Int {
        links.reduce(0) { $0 + (!$1.isFree && $1.role == .central && !$1.isLingering ? 1 : 0) }
    }

    /// Connects all managers that wait for this peer (3.2, 3.3).
    mutating func attachWaiting(_ slot: Int, to link: Int, at now: Instant) {
        for index in peers[slot].attachments.indices where peers[slot].attachments[index].state == .connecting
        {
            peers[slot].attachments[index].state = .connected
            if !peers[slot].attachments[index].isReconnecting {
                peers[slot].attachments[index].view = AttributeView()
            }
            peers[slot].attachments[index].isReconnecting = false
            openCommands(slot, index, at: now)
            tell(peers[slot].attachments[index].session, .connected(peers[slot].handedOut))
            if peers[slot].attachments[index].options.requiresNotificationSharing {
                requireNotificationSharing(link)
            }
        }
        if links[link].isLingering { endLinger(link) }
        if !links[link].isClientStarted { tellLinkBegan(link) }
        startClient(link)
        systemMayUse(link)
    }

    // MARK: Events of the host

    mutating func linkBegan(_ id: Host.LinkID, _ new: Host.Link, at now: Instant) {
        guard hostPhase == .ready, slotOfLink[id] == nil else { return }
        let slot = slotForPeer(new.peer)
        let link = addLink(Link(id: id, role: new.role, peer: slot))
        server.linkBegan(id, subscriber(link))
        if new.role == .central { peers[slot].isConnectPending = false }
        links[link].isBonded = new.isBonded
        if peers[slot].link == nil {
            peers[slot].link = link
            recallAttributes(link)
            resumeAttributes(link)
        }
        if !holds.isEmpty { knowHeldServices(link) }
        if !systemDevices.isEmpty { systemLinkBegan(slot, at: now) }
        guard peers[slot].attachments.contains(where: { $0.state == .connecting }) else {
            // The app's cancel came when the connection was already made.
            if new.role == .central { end(link, saying: nil) }
            return
        }
        if new.role == .central, centralLinkCount > profile.maximumConnections {
            if profile.restartsAtConnectionLimit { return restart(at: now) }
            failWaiting(slot, .connectionLimitReached, at: now)
            end(link, saying: nil)
            return
        }
        if new.role == .central { makeRoom() }
        if peers[slot].isConnectPending {
            peers[slot].isConnectPending = false
            effects.append(.host(.gap(.cancelConnect(peers[slot].address))))
        }
        guard new.isBonded, new.role == .central else { return attachWaiting(slot, to: link, at: now) }
        links[link].securing = .beforeConnect
        effects.append(.host(.security(.secure(id, .encrypted))))
    }

    mutating func connectFailed(_ address: DeviceAddress, _ code: HCI.ErrorCode, at now: Instant) {
        guard let slot = peers.slot(of: address), peers[slot].isConnectPending else { return }
        peers[slot].isConnectPending = false
        failWaiting(slot, PortError(connectFailedBy: code), at: now)
    }

    mutating func failWaiting(_ slot: Int, _ error: PortError, at now: Instant) {
        let identifier = peers[slot].identifier
        let isDisconnect = error == .encryptionTimedOut && profile.tellsEncryptionTimeoutAsDisconnect  // 3.15
        for attachment in peers[slot].attachments where attachment.state == .connecting {
            tell(
                attachment.session,
                isDisconnect
                    ? .disconnected(
                        identifier, error, timestamp: absoluteTime(now), isReconnecting: false)
                    : .failedToConnect(identifier, error))
        }
        peers[slot].attachments.removeAll { $0.state == .connecting }
        endHolds(slot)
        if !systemDevices.isEmpty { systemConnectFailed(slot, at: now) }
    }

    /// Asks the host to end a link. Managers that are still connected will get `error`.
    mutating func end(_ link: Int, saying error: PortError?) {
        guard !links[link].isEnding else { return }
        links[link].isEnding = true
        links[link].endCause = error
        effects.append(.host(.link(.disconnect(links[link].id, .remoteUserTerminatedConnection))))
    }

    /// The link has ended: managers get the event, and no answers to requests on the link (3.24).
    mutating func linkEnded(_ id: Host.LinkID, _ code: HCI.ErrorCode, at now: Instant) {
        guard let link = slotOfLink[id] else { return }
        let slot = links[link].peer
        let isPeersLink = peers[slot].link == link
        cutOffRequests(link, of: nil)
        screened { $0.channels.linkEnded(id, into: &$0.effects) }
        screened { $0.server.linkEnded(id, at: now, into: &$0.effects) }
        rememberAttributes(link)
        keepAttributes(link)
        let error = links[link].endCause ?? PortError(linkEndedBy: code)
        if links[link].securing == .beforeConnect {
            failWaiting(slot, profile.error(bondLostBy: code), at: now)
        }
        tellLinkEnded(link)
        cancelTimers(ofLink: id)
        pairingPromptEnded(id)
        removeLink(link)
        if isPeersLink {
            peers[slot].link = links.indices.first { !links[$0].isFree && links[$0].peer == slot }
            if peers[slot].link == nil { tellDisconnected(slot, error, at: now) }
        }
        resumeAdvertising()
    }

    private mutating func tellDisconnected(_ slot: Int, _ error: PortError, at now: Instant) {
        let identifier = peers[slot].identifier
        let time = absoluteTime(now)
        var again: [(SessionID, Central.ConnectOptions)] = []
        var kept: [Attachment] = []
        for var attachment in peers[slot].attachments {
            switch attachment.state {
            case .waiting, .connecting: kept.append(attachment)
            case .connected where isSystem(attachment.session):
                guard systemReconnects(attachment.session, at: now) else { continue }
                attachment.state = .connecting
                kept.append(attachment)
            case .connected:
                effects.cancel(.commandReadiness(attachment.session, identifier))
                let reconnects = reconnects(attachment)
                tell(
                    attachment.session,
                    .disconnected(identifier, error, timestamp: time, isReconnecting: reconnects))
                if reconnects {
                    attachment.state = .connecting
                    attachment.isReconnecting = true
                    kept.append(attachment)
                }
            case .disconnecting:  // 3.6: also when the peer disconnected first.
                tell(
                    attachment.session,
                    .disconnected(identifier, nil, timestamp: time, isReconnecting: false))
                if let options = attachment.connectsAgain { again.append((attachment.session, options)) }
            }
        }
        peers[slot].attachments = kept
        endHolds(slot)
        if kept.contains(where: { $0.state == .connecting }) { askHostToConnect(slot) }
        for (session, options) in again where hostPhase == .ready {  // 3.9
            connect(identifier, options, from: session, at: now)
        }
    }
}
