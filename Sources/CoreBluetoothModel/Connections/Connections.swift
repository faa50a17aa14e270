import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// How managers, and those that the phone treats like managers, come to links and lose them (behaviour section 3): apps
/// without managers, and the system for its own devices.
///
/// Each peer's state is in its `PeerConnection`. This machine joins it with the limit of links, with the timers and with
/// the other users of links. Commands for the host and events for managers go to the effects that come with each input;
/// what concerns the rest of the phone is returned.
///
/// ```swift
/// var connections = Connections(.iOS(18))
/// let next = connections.connect(peer, options, from: session, reaches: true, &peers, links, at: now, into: &effects)
/// ```
struct Connections: Sendable {
    private let shared: SharedProfile
    var profile: OSProfile { _read { yield shared.value } }
    /// Links of apps that have no managers.
    var holds: Holds
    /// Devices that the system keeps connected.
    var systemDevices: SystemDevices
    /// Links that no app uses any more.
    var lingering: Lingering
    /// Who hears of links.
    var events = ConnectionEvents()

    init(_ profile: OSProfile) { self.init(SharedProfile(profile)) }

    init(_ shared: SharedProfile) {
        let profile = shared.value
        self.shared = shared
        holds = Holds(limit: profile.maximumConnections)
        systemDevices = SystemDevices(profile)
        lingering = Lingering(profile.linkLinger)
    }

    /// What the rest of the phone has to do.
    enum Effect: Hashable {
        /// The managers that wait for a peer get its link.
        case attach(slot: Int, link: Int)
        /// The phone has more links than it can: all managers see `.resetting` (3.27).
        case restart
    }

    /// The number of links that count against the limit. A lingering link does not count, because it can be ended.
    private func count(_ links: [Link]) -> Int {
        links.reduce(0) { $0 + (!$1.isFree && $1.role == .central && !lingering.contains($1.id) ? 1 : 0) }
    }

    /// The radio went off, and with it all links.
    mutating func radioWentOff() {
        systemDevices.radioWentOff()
        events.radioWentOff()
        lingering.radioWentOff()
    }

    /// The rule that does not hold, if there is one.
    var brokenRule: String? { holds.brokenRule ?? systemDevices.brokenRule ?? events.brokenRule }

    // MARK: Connecting

    /// A manager calls `connect`. `reaches` says whether the system lets it use this peer (1.38).
    func connect(
        _ identifier: PeerIdentifier, _ options: Central.ConnectOptions, from session: SessionID,
        reaches: Bool,
        _ peers: inout PeerMemory, _ links: [Link], at now: Instant, into effects: inout PhoneEffects
    ) -> Effect? {
        guard let slot = peers.slot(of: identifier), !peers[slot].isForgotten || peers[slot].link != nil
        else {
            effects.tell(session, .failedToConnect(identifier, .unknownDevice))  // 3.30
            return nil
        }
        switch peers[slot].connection.connect(session, options) {
        case .goesOn: return nil
        case .refused:
            effects.tell(session, .failedToConnect(identifier, .invalidParameters))
            return nil
        case .isConnected:
            effects.tell(session, .connected(peers[slot].portValue))
            return nil
        case .startsAfter(let delay):
            effects.cancel(.connect(session, identifier))
            effects.schedule(.connect(session, identifier), at: now + delay)
            return nil
        case .starts:
            effects.cancel(.connect(session, identifier))
            return begin(slot, session, reaches: reaches, &peers, links, into: &effects)
        }
    }

    /// Begins to connect: at once if the phone has a link already (3.3), otherwise when the phone hears the peer.
    func begin(
        _ slot: Int, _ session: SessionID, reaches: Bool, _ peers: inout PeerMemory, _ links: [Link],
        into effects: inout PhoneEffects
    ) -> Effect? {
        guard reaches else { return nil }  // 1.38: waits forever, also when other apps connect to the peer.
        let start = peers[slot].connection.start(
            session, peers[slot].link.map { links[$0].phase } ?? .none,
            hasRoom: count(links) < profile.maximumConnections, isKnown: !peers[slot].isForgotten)
        switch start {
        case .wait: return nil
        case .attach(let link): return .attach(slot: slot, link: link)
        case .askHost: effects.append(.host(.gap(.connect(peers[slot].address))))
        case .noRoom:
            if profile.restartsAtConnectionLimit { return .restart }
            effects.tell(session, .failedToConnect(peers[slot].identifier, .connectionLimitReached))
        }
        return nil
    }

    /// Connects the next manager that waits for a link (3.2, 3.3). Returns its options; `nil` if none waits any more,
    /// and the link is used.
    mutating func attachNext(
        _ slot: Int, to link: Host.LinkID, _ peers: inout PeerMemory, at now: Instant,
        into effects: inout PhoneEffects
    ) -> PeerConnection.Attached? {
        let canSend = profile.canSendBeforeFirstWrite
        guard let new = peers[slot].connection.attachNext(commandsAreOpen: canSend) else {
            lingering.end(link, into: &effects)
            return nil
        }
        if !canSend, !holds.contains(new.session), !systemDevices.contains(new.session) {
            effects.schedule(
                .commandReadiness(new.session, peers[slot].identifier),
                at: now + profile.commandReadinessDelay)
        }
        effects.tell(new.session, .connected(peers[slot].portValue))
        return new
    }

    // MARK: Links

    /// What a new link is for.
    enum NewLink: Hashable {
        /// Managers wait for it.
        case wanted
        /// Managers wait for it, and it has to be encrypted first (3.16).
        case encrypted
        /// The app's cancel came when the connection was already made.
        case unwanted
        /// The phone has no room for it (3.27).
        case tooMany
    }

    /// A link is up, and is in its peer's connection. Returns what it is for, and the lingering links to end.
    mutating func linkBegan(
        _ link: Link, isBonded: Bool, _ peers: PeerMemory, _ links: [Link], at now: Instant
    ) -> NewLink {
        if !systemDevices.isEmpty { systemDevices.linkBegan(peers[link.peer].attachments, at: now) }
        guard peers[link.peer].connection.isWanted else { return .unwanted }
        guard link.role == .central else { return .wanted }
        if count(links) > profile.maximumConnections { return .tooMany }
        return isBonded ? .encrypted : .wanted
    }

    /// Lingering links to end, because there are more links than the system keeps (3.27).
    func surplus(_ links: [Link]) -> [Host.LinkID] {
        guard !lingering.isEmpty else { return [] }
        return lingering.surplus(
            links.filter { !$0.isFree }.map(\.id), room: profile.maximumConnections - count(links))
    }

    /// The link that managers wait for did not come about; `time` counts from the beginning of 2001. Returns the devices
    /// that the system connects again.
    mutating func failWaiting(
        _ slot: Int, _ error: PortError, _ peers: inout PeerMemory, time: Double,
        into effects: inout PhoneEffects
    ) -> [SystemDevice] {
        let peer = peers[slot]
        let isDisconnect = error == .encryptionTimedOut && profile.tellsEncryptionTimeoutAsDisconnect  // 3.15
        for attachment in peer.attachments where attachment.state == .connecting {
            if isDisconnect {
                effects.tell(
                    attachment.session,
                    .disconnected(peer.identifier, error, timestamp: time, isReconnecting: false),
                    alerting: peer.managers(wanting: .disconnection))
            } else {
                effects.tell(attachment.session, .failedToConnect(peer.identifier, error))
            }
        }
        peers[slot].connection.endAttempts()
        endHolds(slot, peers)
        if systemDevices.isEmpty { return [] }
        let connection = peers[slot].connection
        return systemDevices.connectFailed(peer.address) { connection.state(of: $0) != nil }
    }

    /// A peer has no link any more: its managers get the event, and some connect again. Returns the attempts that were
    /// asked for while the link went down (3.9).
    mutating func linkEnded(
        _ slot: Int, _ error: PortError, _ peers: inout PeerMemory, at now: Instant, time: Double,
        into effects: inout PhoneEffects
    ) -> [PeerConnection.Ending] {
        let peer = peers[slot]
        let endings = peer.connection.endings(reconnecting(peer.attachments, at: now))
        for ending in endings where !systemDevices.contains(ending.session) {
            if !ending.isOwnWish { effects.cancel(.commandReadiness(ending.session, peer.identifier)) }
            // 3.6: no error for the manager's own wish, also when the peer disconnected first.
            effects.tell(
                ending.session,
                .disconnected(
                    peer.identifier, ending.isOwnWish ? nil : error, timestamp: time,
                    isReconnecting: ending.reconnects == .keepingView),
                alerting: peer.managers(wanting: .disconnection))
        }
        let asksHost = peers[slot].connection.end(endings, isKnown: !peer.isForgotten)
        endHolds(slot, peers)
        if asksHost { effects.append(.host(.gap(.connect(peer.address)))) }
        return endings.filter { $0.connectsAgain != nil }
    }

    /// How the system connects again for the managers that have lost a peer (3.19, 3.36).
    private mutating func reconnecting(
        _ attachments: [Attachment], at now: Instant
    ) -> [SessionID: PeerConnection.Reconnecting] {
        var all: [SessionID: PeerConnection.Reconnecting] = [:]
        for attachment in attachments where attachment.state == .connected {
            let session = attachment.session
            if systemDevices.contains(session) {
                if systemDevices.linkEnded(session, at: now) { all[session] = .anew }
            } else if attachment.reconnects(profile) {
                all[session] = .keepingView
            }
        }
        return all
    }

    // MARK: Apps without managers

    /// Ends the holds whose link or attempt to this peer has ended; their apps do not try again.
    mutating func endHolds(_ slot: Int, _ peers: PeerMemory) {
        guard !holds.isEmpty else { return }
        holds.end(peers[slot].address) { !peers.attached(to: $0).isEmpty }
    }

    // MARK: Devices of the system

    /// A link is used, is bonded, or its services are known: the system may use it (3.36). Returns the session for which
    /// the link has to be encrypted and its services discovered, if the system begins to use it now.
    mutating func systemMayUse(
        _ link: Link, isBonded: Bool, _ peers: inout PeerMemory, into effects: inout PhoneEffects
    ) -> SessionID? {
        guard link.role == .central, !link.isEnding else { return nil }
        let (peer, services) = (peers[link.peer], profile.systemServices)
        let use = systemDevices.mayUse(
            link.id, to: peer.address, peer.attachments, isBonded: isBonded,
            isOfSystem: link.offers(oneOf: services, peer), current: { peers.address(of: $0) },
            newSession: effects.makeSession())
        switch use {
        case nil: return nil
        case .begins(let session): return session
        case .joins(let session):
            peers[link.peer].connection.join(session)
            return session
        }
    }
}

extension Link {
    /// Whether the peer has one of these services, as far as the phone knows.
    fileprivate func offers(oneOf services: [BluetoothUUID], _ peer: Peer) -> Bool {
        if services.isEmpty { return false }
        return database.hasAny(of: services) || peer.sighting.advertises(oneOf: services)
    }

    /// What the link is good for.
    var phase: PeerConnection.LinkPhase {
        if isEnding { return .ending }
        return security.state == .beforeConnect ? .securing : .usable
    }
}

extension Attachment {
    /// Whether the system connects again by itself when the link is lost (3.19).
    func reconnects(_ profile: OSProfile) -> Bool {
        state == .connected && options.enablesAutoReconnect && profile.supportsAutoReconnect
    }
}
