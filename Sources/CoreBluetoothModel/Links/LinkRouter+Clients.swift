import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// What comes to the client side of a link: managers' requests, and the host's answers.
extension LinkRouter {
    // MARK: Managers

    /// The link of a peripheral that this manager is connected to; anything else is misuse (1.10).
    ///
    /// It changes nothing but what the memory found last. What is rare is elsewhere: as one function that is not mutating,
    /// it worked on a copy of the router, 2,800 bytes for each command.
    @inline(__always)
    mutating func connectedLink(
        _ identifier: PeerIdentifier, _ session: SessionID, _ command: Central.Command,
        into effects: inout PhoneEffects
    ) -> (link: Int, attachment: Int)? {
        if let slot = peers.recall(identifier), let index = peers[slot].attachment(of: session),
            peers[slot].attachments[index].state == .connected, let link = peers[slot].link
        {
            return (link, index)
        }
        reportNotConnected(identifier, session, command, into: &effects)
        return nil
    }

    @inline(never)
    private mutating func reportNotConnected(
        _ identifier: PeerIdentifier, _ session: SessionID, _ command: Central.Command,
        into effects: inout PhoneEffects
    ) {
        let slot = peers.slot(of: identifier)
        var description = "<CBPeripheral: 0x0, identifier = \(identifier), state = disconnected>"
        if let slot {
            let state = peers[slot].attachment(of: session).map { peers[slot].attachments[$0].state }
            description = text(of: slot, state)
        }
        effects.append(.misuse(session, .notConnected(description, call: command.call)))
    }

    /// A manager's request to a peer's attributes; it is queued behind earlier ones (4.27).
    @inline(__always)
    mutating func handle(
        _ command: Central.Command, to peer: PeerIdentifier, of session: SessionID,
        into effects: inout PhoneEffects
    ) -> CommandResult {
        guard let (link, attachment) = connectedLink(peer, session, command, into: &effects) else {
            return .ignored
        }
        if case .writeCharacteristic(_, let name, let value, .withoutResponse) = command {
            return writeWithoutResponse(
                value, to: name, command, of: session, attachment, link, into: &effects)
        }
        return links[link].client.handle(command, from: session, into: &effects)
    }

    /// A write without response takes room, and is lost where there is none (5.7, 5.16).
    private mutating func writeWithoutResponse(
        _ value: [UInt8], to name: AttributeIdentifier, _ command: Central.Command, of session: SessionID,
        _ attachment: Int, _ link: Int, into effects: inout PhoneEffects
    ) -> CommandResult {
        guard
            let handle = links[link].client.writeTarget(name, of: command, from: session, into: &effects)
        else { return .ignored }
        guard peers[links[link].peer].connection.takeCommandRoom(attachment, profile) else {
            effects.append(.misuse(session, .lostWrite(profile.commandQueueDepth)))
            return .ignored
        }
        links[link].client.enqueue(.command(handle, value), from: session, into: &effects)
        return .accepted
    }

    /// A manager has been connected, or its queue empty, for some time. An app that has been told meanwhile gets no callback.
    mutating func commandsReady(
        _ session: SessionID, _ identifier: PeerIdentifier, into effects: inout PhoneEffects
    ) {
        guard let slot = peers.slot(of: identifier), peers[slot].connection.commandsSettle(session, profile)
        else {
            return
        }
        effects.tell(session, .readyToWriteWithoutResponse(identifier))
    }

    // MARK: Events of the host

    /// The first manager is connected: the phone begins its own work on the link (5.38, 9.7).
    mutating func startClient(_ link: Int, into effects: inout PhoneEffects) {
        guard links[link].client.phase == .unused else { return }
        let id = links[link].id
        if links[link].role == .central {
            if profile.dataLength > 27 {
                effects.append(.host(.link(.setDataLength(id, octets: profile.dataLength))))
            }
            if profile.prefers2M { effects.append(.host(.link(.setPHY(id, .le2M)))) }
        }
        links[link].client.begin(into: &effects)
    }

    @inline(__always)
    mutating func procedureEnded(
        _ id: Host.LinkID, _ token: Host.Token, _ outcome: consuming GATT.Outcome,
        into effects: inout PhoneEffects
    ) {
        guard let link = links.slot(of: id) else { return }
        var barrier: PairingBarrier?
        if case .failed(.error) = outcome { barrier = peers.barrier(links[link].peer) }
        switch links[link].procedureEnded(token, outcome, barrier: barrier, into: &effects) {
        case .nothing: return
        case .nameRead(let name): nameRead(name, links[link].peer, into: &effects)
        case .servicesFound(let session, let filter):
            tellListeners(link, into: &effects)
            links[link].client.tellServices(filter, to: session, into: &effects)
            systemMayUse(link, into: &effects)
        case .bearerFailed(let error): end(link, saying: error, into: &effects)
        }
        links[link].client.proceed(into: &effects)
    }

    mutating func signalRead(
        _ id: Host.LinkID, _ token: Host.Token, _ result: Result<Int8, HCI.ErrorCode>,
        into effects: inout PhoneEffects
    ) {
        if let link = links.slot(of: id) { links[link].client.signalRead(token, result, into: &effects) }
    }

    /// Returns the central whose updates may be longer now.
    mutating func mtuChanged(_ id: Host.LinkID, _ mtu: UInt16) -> Peripheral.Subscriber? {
        guard let link = links.slot(of: id) else { return nil }
        links[link].client.mtuChanged(mtu)
        return subscriber(id)
    }

    /// The peer sent a value by itself.
    @inline(__always)
    mutating func valueReceived(
        _ id: Host.LinkID, _ handle: ATT.Handle, _ value: consuming [UInt8], into effects: inout PhoneEffects
    ) {
        guard let link = links.slot(of: id) else { return }
        if let changed = links[link].client.valueReceived(handle, value, into: &effects) {
            servicesChanged(link, changed, into: &effects)
        }
    }

    /// The host has got an indication of Service Changed. Where the model knows the handle, it has seen the indication
    /// itself.
    mutating func servicesChanged(
        _ id: Host.LinkID, _ range: ATT.HandleRange, into effects: inout PhoneEffects
    ) {
        guard let link = links.slot(of: id), links[link].client.background.serviceChanged == nil else {
            return
        }
        servicesChanged(link, range, into: &effects)
    }

    private mutating func servicesChanged(
        _ link: Int, _ range: ATT.HandleRange, into effects: inout PhoneEffects
    ) {
        let managers = peers[links[link].peer].connection.users
        let holder = connections.holds.isEmpty ? nil : holder(of: link)?.session
        links[link].client.servicesChanged(range, managers: managers, discoverer: holder, into: &effects)
    }

    /// A write without response left the queue (5.17).
    mutating func commandSent(
        _ id: Host.LinkID, _ token: Host.Token, at now: Instant, into effects: inout PhoneEffects
    ) {
        guard let link = links.slot(of: id) else { return }
        let peer = links[link].peer
        let session = PhoneEffects.session(of: token)
        let identifier = peers[peer].identifier
        switch peers[peer].connection.commandSent(session, profile) {
        case .nothing: break
        case .callback: effects.tell(session, .readyToWriteWithoutResponse(identifier))
        case .settles:
            effects.schedule(.commandReadiness(session, identifier), at: now + profile.connectionInterval)
        }
    }

    /// The GAP name replaces the advertised one. Apps get a callback if it is new (2.21, 5.37).
    private mutating func nameRead(_ value: [UInt8], _ peer: Int, into effects: inout PhoneEffects) {
        let name = String(decoding: value, as: UTF8.self)
        let isNews = peers[peer].name != name
        peers[peer].gapName = name
        guard isNews else { return }
        for session in peers[peer].connection.users {
            effects.tell(session, .nameChanged(peers[peer].identifier, name))
        }
    }
}
