import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// How connections come to links and lose them (behaviour section 3).
extension LinkRouter {
    /// A manager calls `connect`. `reaches` says whether the system lets it use this peer (1.38).
    mutating func connect(
        _ identifier: PeerIdentifier, _ options: Central.ConnectOptions, from session: SessionID,
        reaches: Bool = true, _ turn: inout Turn, into effects: inout PhoneEffects
    ) {
        let effect = connections.connect(
            identifier, options, from: session, reaches: reaches, &peers, links.all, at: turn.now,
            into: &effects)
        perform(effect, &turn, into: &effects)
    }

    /// The delay that a manager asked for is over.
    mutating func endStartDelay(
        _ session: SessionID, _ identifier: PeerIdentifier, reaches: Bool, _ turn: inout Turn,
        into effects: inout PhoneEffects
    ) {
        guard let slot = peers.slot(of: identifier) else { return }
        let effect = connections.begin(
            slot, session, reaches: reaches, &peers, links.all, into: &effects)
        perform(effect, &turn, into: &effects)
    }

    private mutating func perform(
        _ effect: Connections.Effect?, _ turn: inout Turn, into effects: inout PhoneEffects
    ) {
        switch effect {
        case nil: return
        case .attach(let slot, let link): attachWaiting(slot, to: link, &turn, into: &effects)
        case .restart: turn.following.append(.restart)
        }
    }

    /// Connects all managers that wait for this peer (3.2, 3.3).
    mutating func attachWaiting(
        _ slot: Int, to link: Int, _ turn: inout Turn, into effects: inout PhoneEffects
    ) {
        let id = links[link].id
        while let new = connections.attachNext(slot, to: id, &peers, at: turn.now, into: &effects) {
            links[link].client.attach(new.session, keepsDiscoveries: new.keepsView)
            if new.options.requiresNotificationSharing {
                requireNotificationSharing(link, &turn, into: &effects)
            }
        }
        if !links[link].client.wasUsed { tellLinkBegan(link, turn, into: &effects) }
        startClient(link, into: &effects)
        systemMayUse(link, into: &effects)
    }

    // MARK: Events of the host

    /// A link to a known peer is up. Returns its slot; `linkBegan` follows.
    mutating func add(_ id: Host.LinkID, _ new: Host.Link, _ turn: inout Turn) -> Int? {
        guard turn.isHostReady, links.slot(of: id) == nil else { return nil }
        let peer = slotForPeer(new.peer, &turn)
        return links.add(id, new, to: peer, peers[peer].identifier)
    }

    mutating func linkBegan(_ link: Int, isBonded: Bool, _ turn: inout Turn, into effects: inout PhoneEffects)
    {
        let (slot, isCentral) = (links[link].peer, links[link].role == .central)
        let beginning = peers[slot].connection.linkBegan(link, isRequested: isCentral)
        if beginning.isFirst {
            links.recallAttributes(
                link, isReconnecting: peers[slot].attachments.contains(where: \.isReconnecting))
        }
        negotiate(.linkBegan, on: links[link].id, at: turn.now, into: &effects)
        if beginning.cancelsRequest { effects.append(.host(.gap(.cancelConnect(peers[slot].address)))) }
        if !connections.holds.isEmpty { knowHeldServices(link) }
        switch connections.linkBegan(links[link], isBonded: isBonded, peers, links.all, at: turn.now) {
        case .unwanted:
            if isCentral { end(link, saying: nil, into: &effects) }
        case .tooMany:
            if profile.restartsAtConnectionLimit { return turn.following.append(.restart) }
            failWaiting(slot, .connectionLimitReached, &turn, into: &effects)
            end(link, saying: nil, into: &effects)
        case .wanted:
            if isCentral { makeRoom(into: &effects) }
            attachWaiting(slot, to: link, &turn, into: &effects)
        case .encrypted:
            makeRoom(into: &effects)
            links[link].security.encryptBeforeConnect(into: &effects)
        }
    }

    /// Ends lingering links when there are more links than the system keeps (3.27).
    private mutating func makeRoom(into effects: inout PhoneEffects) {
        for id in connections.surplus(links.all) {
            effects.cancel(.linger(id))
            lingerEnded(id, into: &effects)
        }
    }

    mutating func connectFailed(
        _ address: DeviceAddress, _ code: HCI.ErrorCode, _ turn: inout Turn, into effects: inout PhoneEffects
    ) {
        guard let slot = peers.slot(of: address), peers[slot].connection.cancelRequest() else { return }
        failWaiting(slot, PortError(connectFailedBy: code), &turn, into: &effects)
    }

    mutating func failWaiting(
        _ slot: Int, _ error: PortError, _ turn: inout Turn, into effects: inout PhoneEffects
    ) {
        let again = connections.failWaiting(slot, error, &peers, time: turn.time, into: &effects)
        for device in again { connect(device, &turn, into: &effects) }
    }

    /// Asks the host to end a link. Managers that are still connected will get `error`.
    mutating func end(_ link: Int, saying error: PortError?, into effects: inout PhoneEffects) {
        guard !links[link].isEnding else { return }
        links[link].client.end()
        links[link].endCause = error
        effects.append(.host(.link(.disconnect(links[link].id, .remoteUserTerminatedConnection))))
    }

    /// As `end`, for a link that may be gone.
    mutating func end(_ id: Host.LinkID, saying error: PortError?, into effects: inout PhoneEffects) {
        if let link = links.slot(of: id) { end(link, saying: error, into: &effects) }
    }

    /// No app has used a lingering link again, or another link needs its place (3.8).
    mutating func lingerEnded(_ id: Host.LinkID, into effects: inout PhoneEffects) {
        if connections.lingering.contains(id) { end(id, saying: nil, into: &effects) }
    }

    /// The link has ended: requests on it get no answers (3.24).
    mutating func requestsEnd(_ id: Host.LinkID, into effects: inout PhoneEffects) {
        if let link = links.slot(of: id) { links[link].client.linkEnded(into: &effects) }
    }

    /// The error that managers get when a link ends with this code.
    func cause(of code: HCI.ErrorCode, on id: Host.LinkID) -> PortError {
        links.slot(of: id).flatMap { links[$0].endCause } ?? PortError(linkEndedBy: code)
    }

    /// The link has ended, and with it everything on it: managers get the event.
    mutating func linkEnded(
        _ id: Host.LinkID, _ code: HCI.ErrorCode, _ turn: inout Turn, into effects: inout PhoneEffects
    ) {
        guard let link = links.slot(of: id) else { return }
        let slot = links[link].peer
        rememberAttributes(link)
        if peers[slot].attachments.contains(where: { $0.reconnects(profile) }) { links.keepAttributes(link) }
        let error = cause(of: code, on: id)
        if links[link].security.state == .beforeConnect {
            failWaiting(slot, profile.error(bondLostBy: code), &turn, into: &effects)
        }
        tellLinkEnded(link, turn, into: &effects)
        connections.lingering.end(id, into: &effects)
        negotiate(.linkEnded, on: id, at: turn.now, into: &effects)
        endPairingAlert(link, into: &effects)
        let next = links.twin(of: link)
        links.remove(link)
        guard peers[slot].connection.linkEnded(link) else { return }
        let endings = connections.linkEnded(
            slot, error, &peers, at: turn.now, time: turn.time, into: &effects)
        for ending in endings where turn.isHostReady {  // 3.9
            guard let options = ending.connectsAgain else { continue }
            turn.following.append(.connect(peers[slot].identifier, options, from: ending.session))
        }
        if let next { use(next, &turn, into: &effects) }
    }

    /// The link that managers had to a peer has ended, and with it what they had found and asked for. Another one, which
    /// the peer began, is there: whoever the system reconnects is connected at once, as is who calls `connect` now.
    private mutating func use(_ next: Int, _ turn: inout Turn, into effects: inout PhoneEffects) {
        let slot = links[next].peer
        if peers[slot].connection.linkBegan(next, isRequested: false).cancelsRequest {
            effects.append(.host(.gap(.cancelConnect(peers[slot].address))))
        }
        guard peers[slot].attachments.contains(where: { $0.state == .connecting }) else { return }
        links.recallAttributes(
            next, isReconnecting: peers[slot].attachments.contains(where: \.isReconnecting))
        attachWaiting(slot, to: next, &turn, into: &effects)
    }

    /// A link ends: what was found on a peer's main link is kept.
    mutating func rememberAttributes(_ link: Int) {
        if peers[links[link].peer].link == link { links.rememberAttributes(link) }
    }
}
