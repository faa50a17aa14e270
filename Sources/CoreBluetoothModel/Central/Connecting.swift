import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Connecting (behaviour section 3): what joins the connections to peers with the host, the links and the apps.
extension PhoneModel {
    mutating func connect(
        _ identifier: PeerIdentifier, _ options: Central.ConnectOptions, from session: SessionID,
        at now: Instant
    ) {
        guard let slot = peers.slot(of: identifier), !peers[slot].isForgotten || peers[slot].link != nil
        else {
            tell(session, .failedToConnect(identifier, .unknownDevice))  // 3.30
            return
        }
        switch peers[slot].connection.connect(session, options) {
        case .goesOn: break
        case .refused: tell(session, .failedToConnect(identifier, .invalidParameters))
        case .isConnected: tell(session, .connected(peers[slot].handedOut))
        case .startsAfter(let delay):
            effects.cancel(.connect(session, identifier))
            effects.schedule(.connect(session, identifier), at: now + delay)
        case .starts:
            effects.cancel(.connect(session, identifier))
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
        // 1.38: waits forever, also when other apps connect to the peer.
        if let core = core(of: session), core.isLimited, !reaches(slot, core) { return }
        let start = peers[slot].connection.start(
            session, phase(ofLink: peers[slot].link), hasRoom: centralLinkCount < profile.maximumConnections,
            isKnown: !peers[slot].isForgotten)
        switch start {
        case .wait: break
        case .attach(let link): attachWaiting(slot, to: link, at: now)
        case .askHost: effects.append(.host(.gap(.connect(peers[slot].address))))
        case .noRoom:
            if profile.restartsAtConnectionLimit { return restart(at: now) }
            tell(session, .failedToConnect(peers[slot].identifier, .connectionLimitReached))
        }
    }

    private func phase(ofLink link: Int?) -> PeerConnection.LinkPhase {
        guard let link else { return .none }
        if links[link].isEnding { return .ending }
        return links[link].security.state == .beforeConnect ? .securing : .usable
    }

    /// What exceeding the number of links did on older systems (3.27): all managers see `.resetting`.
    private mutating func restart(at now: Instant) {
        setRadio(.resetting, at: now)
        setRadio(.on, at: now)
    }

    /// The number of links that count against the limit. A lingering link does not count, because it can be
    /// ended.
    private var centralLinkCount: Int {
        links.reduce(0) {
            $0 + (!$1.isFree && $1.role == .central && !lingering.contains($1.id) ? 1 : 0)
        }
    }

    /// Connects all managers that wait for this peer (3.2, 3.3).
    mutating func attachWaiting(_ slot: Int, to link: Int, at now: Instant) {
        let canSend = profile.canSendBeforeFirstWrite
        while let new = peers[slot].connection.attachNext(commandsAreOpen: canSend) {
            links[link].client.attach(new.session, keepsDiscoveries: new.keepsView)
            if !canSend, centralIndex(new.session) != nil {
                effects.schedule(
                    .commandReadiness(new.session, peers[slot].identifier),
                    at: now + profile.commandReadinessDelay)
            }
            tell(new.session, .connected(peers[slot].handedOut))
            if new.options.requiresNotificationSharing { requireNotificationSharing(link) }
        }
        lingering.end(links[link].id, into: &effects)
        if !links[link].client.wasUsed { tellLinkBegan(link) }
        startClient(link)
        systemMayUse(link)
    }

    // MARK: Events of the host

    mutating func linkBegan(_ id: Host.LinkID, _ new: Host.Link, at now: Instant) {
        guard hostPhase == .ready, slotOfLink[id] == nil else { return }
        let slot = slotForPeer(new.peer)
        let link = addLink(id, new, slot)
        server.linkBegan(id, subscriber(link))
        let beginning = peers[slot].connection.linkBegan(link, isRequested: new.role == .central)
        if beginning.isFirst { recallAttributes(link) }
        if beginning.cancelsRequest { effects.append(.host(.gap(.cancelConnect(peers[slot].address)))) }
        if !holds.isEmpty { knowHeldServices(link) }
        if !systemDevices.isEmpty { systemDevices.linkBegan(peers[slot].attachments, at: now) }
        guard peers[slot].connection.isWanted else {
            // The app's cancel came when the connection was already made.
            if new.role == .central { end(link, saying: nil) }
            return
        }
        guard new.role == .central else { return attachWaiting(slot, to: link, at: now) }
        if centralLinkCount > profile.maximumConnections {
            if profile.restartsAtConnectionLimit { return restart(at: now) }
            failWaiting(slot, .connectionLimitReached, at: now)
            return end(link, saying: nil)
        }
        makeRoom()
        guard new.isBonded else { return attachWaiting(slot, to: link, at: now) }
        links[link].security.encryptBeforeConnect(into: &effects)
    }

    mutating func connectFailed(_ address: DeviceAddress, _ code: HCI.ErrorCode, at now: Instant) {
        guard let slot = peers.slot(of: address), peers[slot].connection.cancelRequest() else { return }
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
        peers[slot].connection.endAttempts()
        endHolds(slot)
        guard !systemDevices.isEmpty else { return }
        let connection = peers[slot].connection
        let again = systemDevices.connectFailed(peers[slot].address) { connection.state(of: $0) != nil }
        for device in again { connect(device, at: now) }
    }

    /// Ends lingering links when there are more links than the system keeps (3.27).
    private mutating func makeRoom() {
        guard !lingering.isEmpty else { return }
        let room = profile.maximumConnections - centralLinkCount
        for id in lingering.surplus(links.filter { !$0.isFree }.map(\.id), room: room) {
            effects.cancel(.linger(id))
            lingerOver(id)
        }
    }
}
