import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// What joins connections with the host, the links and the apps (behaviour section 3).
extension PhoneModel {
    mutating func connect(
        _ identifier: PeerIdentifier, _ options: Central.ConnectOptions, from session: SessionID,
        at now: Instant
    ) {
        let effect = connections.connect(
            identifier, options, from: session, reaches: reaches(identifier, session), &peers, links, at: now,
            into: &effects)
        screenEvents()
        perform(effect, at: now)
    }

    mutating func endStartDelay(_ session: SessionID, _ identifier: PeerIdentifier, at now: Instant) {
        guard let slot = peers.slot(of: identifier) else { return }
        let effect = connections.begin(
            slot, session, reaches: reaches(identifier, session), &peers, links, into: &effects)
        screenEvents()
        perform(effect, at: now)
    }

    private mutating func perform(_ effect: Connections.Effect?, at now: Instant) {
        switch effect {
        case nil: return
        case .attach(let slot, let link): attachWaiting(slot, to: link, at: now)
        case .restart: restart(at: now)
        }
    }

    /// Whether the system lets a manager use a peer (1.38).
    private func reaches(_ identifier: PeerIdentifier, _ session: SessionID) -> Bool {
        guard let core = core(of: session), core.isLimited, let slot = peers.slot(of: identifier) else {
            return true
        }
        return reaches(slot, core)
    }

    /// What exceeding the number of links did on older systems (3.27): all managers see `.resetting`.
    private mutating func restart(at now: Instant) {
        setRadio(.resetting, at: now)
        setRadio(.on, at: now)
    }

    /// Connects all managers that wait for this peer (3.2, 3.3).
    mutating func attachWaiting(_ slot: Int, to link: Int, at now: Instant) {
        while let new = connections.attachNext(slot, to: links[link].id, &peers, at: now, into: &effects) {
            links[link].client.attach(new.session, keepsDiscoveries: new.keepsView)
            screenEvents()
            if new.options.requiresNotificationSharing { requireNotificationSharing(link) }
        }
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
        if !connections.holds.isEmpty { knowHeldServices(link) }
        switch connections.linkBegan(links[link], isBonded: new.isBonded, peers, links, at: now) {
        case .unwanted:
            if new.role == .central { end(link, saying: nil) }
        case .tooMany:
            if profile.restartsAtConnectionLimit { return restart(at: now) }
            failWaiting(slot, .connectionLimitReached, at: now)
            end(link, saying: nil)
        case .wanted:
            if new.role == .central { makeRoom() }
            attachWaiting(slot, to: link, at: now)
        case .encrypted:
            makeRoom()
            links[link].security.encryptBeforeConnect(into: &effects)
        }
    }

    /// Ends lingering links when there are more links than the system keeps (3.27).
    private mutating func makeRoom() {
        for id in connections.surplus(links) {
            effects.cancel(.linger(id))
            lingerOver(id)
        }
    }

    mutating func connectFailed(_ address: DeviceAddress, _ code: HCI.ErrorCode, at now: Instant) {
        guard let slot = peers.slot(of: address), peers[slot].connection.cancelRequest() else { return }
        failWaiting(slot, PortError(connectFailedBy: code), at: now)
    }

    mutating func failWaiting(_ slot: Int, _ error: PortError, at now: Instant) {
        let again = connections.failWaiting(
            slot, error, &peers, time: absoluteTime(now), into: &effects)
        screenEvents()
        for device in again { connect(device, at: now) }
    }

    /// Asks the host to end a link. Managers that are still connected will get `error`.
    mutating func end(_ link: Int, saying error: PortError?) {
        guard !links[link].isEnding else { return }
        links[link].client.end()
        links[link].endCause = error
        effects.append(.host(.link(.disconnect(links[link].id, .remoteUserTerminatedConnection))))
    }

    /// No app has used a lingering link again, or another link needs its place (3.8).
    mutating func lingerOver(_ id: Host.LinkID) {
        guard let link = slotOfLink[id], connections.lingering.contains(id) else { return }
        end(link, saying: nil)
    }

    /// The link has ended: managers get the event, and no answers to requests on the link (3.24).
    mutating func linkEnded(_ id: Host.LinkID, _ code: HCI.ErrorCode, at now: Instant) {
        guard let link = slotOfLink[id] else { return }
        let slot = links[link].peer
        client(link) { $0.linkEnded(into: &$1) }
        screened { $0.channels.linkEnded(id, into: &$0.effects) }
        screened { $0.server.linkEnded(id, at: now, into: &$0.effects) }
        rememberAttributes(link)
        keepAttributes(link)
        let error = links[link].endCause ?? PortError(linkEndedBy: code)
        if links[link].security.state == .beforeConnect {
            failWaiting(slot, profile.error(bondLostBy: code), at: now)
        }
        tellLinkEnded(link)
        connections.lingering.end(id, into: &effects)
        if !effects.timers.isEmpty { effects.cancel(.refusedParameters(id)) }
        pairingPromptEnded(id)
        let next = links.indices.first { $0 != link && !links[$0].isFree && links[$0].peer == slot }
        if peers[slot].link == link, let next { links[next].client.takeDiscoveries(of: links[link].client) }
        removeLink(link)
        if peers[slot].connection.linkEnded(link, next: next) {
            let endings = connections.linkEnded(
                slot, error, &peers, at: now, time: absoluteTime(now), into: &effects)
            screenEvents()
            for ending in endings where hostPhase == .ready {  // 3.9
                guard let options = ending.connectsAgain else { continue }
                connect(peers[slot].identifier, options, from: ending.session, at: now)
            }
        }
        resumeAdvertising()
    }
}
