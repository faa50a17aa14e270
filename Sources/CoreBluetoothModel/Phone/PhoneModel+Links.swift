import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// What joins peers, links and connections with the rest of the phone.
extension PhoneModel {
    /// Gives an input to the router of links, and does what follows from it.
    @discardableResult
    mutating func route<Result>(
        at now: Instant,
        _ input: (inout LinkRouter, inout LinkRouter.Turn, inout PhoneEffects) -> Result
    ) -> Result {
        clock = now
        var turn = LinkRouter.Turn(
            now: now, time: absoluteTime(now), managers: managers, isHostReady: hostPhase == .ready)
        let result = input(&router, &turn, &effects)
        screenEvents()
        for effect in turn.following { perform(effect, at: now) }
        return result
    }

    private mutating func perform(_ effect: LinkRouter.Effect, at now: Instant) {
        switch effect {
        case .restart:
            setRadio(.resetting, at: now)
            setRadio(.on, at: now)
        case .connect(let peer, let options, let session): connect(peer, options, from: session, at: now)
        case .askAboutSharing(let peer, let session):
            guard !apps.isAsking(.notificationSharing(peer)), let index = managers.central(session) else {
                return
            }
            apps.show(.notificationSharing(peer), for: managers.centrals[index].core.app, into: &effects)
        case .pairingEnded(let link, let isSecured):
            channels.pairingEnded(on: link, isSecured: isSecured, into: &effects)
        case .slotReused(let slot): reuse(slot)
        }
    }

    mutating func connect(
        _ identifier: PeerIdentifier, _ options: Central.ConnectOptions, from session: SessionID,
        at now: Instant
    ) {
        let reaches = reaches(identifier, session)
        route(at: now) { $0.connect(identifier, options, from: session, reaches: reaches, &$1, into: &$2) }
    }

    /// Whether the system lets a manager use a peer (1.38).
    func reaches(_ identifier: PeerIdentifier, _ session: SessionID) -> Bool {
        guard let core = managers.core(of: session), core.isLimited,
            let slot = router.peers.slot(of: identifier)
        else { return true }
        return apps.reach(of: core).contains(router.peers[slot])
    }

    /// One manager releases a peer (3.5-3.8), and with it its channels. `reports`: it gets the events.
    mutating func cancelConnection(_ slot: Int, _ session: SessionID, reports: Bool, at now: Instant) {
        if let link = router.linkInUse(slot, session) {
            channels.end(of: session, on: link, reports: reports, into: &effects)
            ranging.connectionCancelled(on: link, session, reports: reports, into: &effects)
        }
        route(at: now) { $0.cancelConnection(slot, session, reports: reports, $1, into: &$2) }
    }

    /// A manager releases all its peers.
    mutating func cancelConnections(of session: SessionID, reports: Bool, at now: Instant) {
        for slot in router.peers.attached(to: session) {
            cancelConnection(slot, session, reports: reports, at: now)
        }
    }

    mutating func linkBegan(_ id: Host.LinkID, _ new: Host.Link, at now: Instant) {
        guard let link = route(at: now, { router, turn, _ in router.add(id, new, &turn) }) else { return }
        if let central = router.subscriber(id) { server.linkBegan(id, central) }
        route(at: now) { $0.linkBegan(link, isBonded: new.isBonded, &$1, into: &$2) }
    }

    mutating func linkEnded(_ id: Host.LinkID, _ code: HCI.ErrorCode, at now: Instant) {
        guard router.links.slot(of: id) != nil else { return }
        router.requestsEnd(id, into: &effects)
        channels.linkEnded(id, into: &effects)
        server.linkEnded(id, at: now, into: &effects)
        let error = router.cause(of: code, on: id)
        ranging.linkEnds(id, error, isTold: false, into: &effects)
        route(at: now) { $0.linkEnded(id, code, &$1, into: &$2) }
        ranging.linkEnds(id, error, isTold: true, into: &effects)
        advertiser.resume(into: &effects)
    }

    // MARK: Channels

    mutating func channelOpened(_ id: Host.ChannelID, _ channel: Host.Channel, _ token: Host.Token?) {
        channels.opened(id, channel, token, by: router.subscriber(channel.link), into: &effects)
    }

    mutating func channelFailed(_ token: Host.Token, _ failure: Host.ChannelFailure) {
        guard let refusal = channels.failed(token, failure, into: &effects) else { return }
        let verdict = router.verdict(on: refusal, into: &effects)
        channels.answer(refusal, verdict, into: &effects)
    }

    // MARK: Scanning

    /// Handles one advertisement: a dictionary look-up, and nothing more if no manager gets it.
    mutating func received(_ report: Host.AdvertisingReport, at now: Instant) {
        guard scanning.isOn, report.address != address else { return }  // 1.39
        let peer = report.identity ?? report.address
        if report.isExtended || report.isDirected {
            guard scanning.hears(report, isBonded: router.peers.bonds.contains(peer)) else { return }
        }
        let slot = slotForPeer(peer)
        scanning.received(report, from: slot, of: &router.peers, time: absoluteTime(now), into: &effects)
        guard setup.picker.isListing else { return }
        let sender = router.peers[slot]
        changeSetup(at: now) { setup, turn, _ in setup.heard(report, from: sender, &turn) }
    }

    /// Finds the peer's slot, or gives it one.
    private mutating func slotForPeer(_ address: DeviceAddress) -> Int {
        let (slot, isReused) = router.peers.meet(address)
        if isReused { reuse(slot) }
        return slot
    }

    /// The slot has a new peer: what was known of the old one is not true of it.
    private mutating func reuse(_ slot: Int) {
        scanning.forget(slot)
        router.links.cache.clear(slot)
    }
}

// What the user does with links.
extension PhoneModel {
    /// The user chose "Forget This Device": ends the bond and the link (3.17).
    package mutating func forget(_ peer: DeviceAddress, at now: Instant) {
        if let identifier = identifier(of: peer) {
            apps.withdraw(.notificationSharing(identifier))
            changeSetup(at: now) { setup, turn, _ in setup.book.forget(identifier, &turn) }
        }
        router.forget(peer, into: &effects)
    }
}

// Which peers the phone knows, and by which identifier, beside those it meets by itself (behaviour 3.30, 3.33).
extension PhoneModel {
    /// Gives the peer at an address this identifier instead of a generated one. The phone forgets the peer
    /// that it knew at that address, and the peer that had this identifier at another address.
    package mutating func choose(_ identifier: PeerIdentifier, of address: DeviceAddress) {
        for slot in router.peers.choose(identifier, of: address) { forgetPeer(slot) }
    }

    /// Makes the phone know the peer at an address: apps can retrieve and connect it without a scan.
    package mutating func introduce(_ address: DeviceAddress, name: String?) {
        let slot = slotForPeer(address)
        if let name { router.peers[slot].advertisedName = name }
    }

    /// Forgets the peer at an address, and its identifier. A link to it stays up, and managers keep using it.
    /// Attempts to connect no longer find the peer.
    package mutating func forgetKnown(_ address: DeviceAddress) {
        if let slot = router.peers.slot(of: address) { forgetPeer(slot) }
    }

    /// Forgets every peer that no app uses. Scans find such peers as new ones (3.30).
    package mutating func forgetPeers(at now: Instant) {
        for slot in router.peers.forgetUnused() { reuse(slot) }
    }

    /// Forgets the attributes of all peers, as a phone does when it restarts (4.11).
    package mutating func forgetAttributes() { router.links.forgetAttributes() }

    /// The identifier by which apps know a peer; `nil` when the phone does not know it.
    package func identifier(of peer: DeviceAddress) -> PeerIdentifier? {
        router.peers.slot(of: peer).map { router.peers[$0].identifier }
    }

    /// The address of a peer, as the phone knows it.
    package func address(of peer: PeerIdentifier) -> DeviceAddress? {
        router.peers.slot(of: peer).map { router.peers[$0].address }
    }

    private mutating func forgetPeer(_ slot: Int) {
        scanning.forget(slot)
        router.forgetPeer(slot, into: &effects)
    }
}
