import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// The phone's links: inputs for their clients, and what follows from them for the rest of the phone.
extension PhoneModel {
    /// Puts a new link into a slot.
    mutating func addLink(_ id: Host.LinkID, _ new: Host.Link, _ peer: Int) -> Int {
        let link = Link(id, new.role, peer: peer, isBonded: new.isBonded, newClient(id, peer))
        let slot = slotOfLink.add(id)
        if slot < links.count { links[slot] = link } else { links.append(link) }
        return slot
    }

    /// The peer's only link begins with what the phone knows of the peer already (3.19, 4.10).
    mutating func recallAttributes(_ slot: Int) {
        let peer = links[slot].peer
        if let remembered = attributeCache.recall(peer) {
            links[slot].client.recall(remembered, isBonded: links[slot].security.isBonded)
        }
        if let kept = attributeCache.takeKept(peer),
            peers[peer].attachments.contains(where: \.isReconnecting)
        {
            links[slot].client.resume(kept)
        }
    }

    private func newClient(_ id: Host.LinkID, _ peer: Int) -> LinkClient {
        LinkClient(id, peers[peer].identifier, LinkClient.Rules(profile))
    }

    /// Frees the slot of a link that has ended.
    mutating func removeLink(_ slot: Int) {
        let peer = links[slot].peer
        slotOfLink.remove(slot)
        let id = links[slot].id
        links[slot] = Link(id, links[slot].role, peer: peer, isBonded: false, newClient(id, peer))
        links[slot].isFree = true
    }

    /// The first manager is connected: the phone begins its own work on the link (5.38, 9.7).
    mutating func startClient(_ slot: Int) {
        guard links[slot].client.phase == .unused else { return }
        let id = links[slot].id
        if links[slot].role == .central {
            if profile.dataLength > 27 {
                effects.append(.host(.link(.setDataLength(id, octets: profile.dataLength))))
            }
            if profile.prefers2M { effects.append(.host(.link(.setPHY(id, .le2M)))) }
        }
        links[slot].client.begin(into: &effects)
    }

    // MARK: Inputs of clients

    /// Gives an input to a link's client. Its events for managers are screened before anything else happens.
    @inline(__always)
    mutating func client<Result>(
        _ slot: Int, _ input: (inout LinkClient, inout PhoneEffects) -> Result
    ) -> Result {
        let result = input(&links[slot].client, &effects)
        screenEvents()
        return result
    }

    /// Starts everything that can start on a link.
    mutating func proceed(_ slot: Int) { client(slot) { $0.proceed(into: &$1) } }

    mutating func enqueue(_ kind: Operation.Kind, from session: SessionID?, _ slot: Int) {
        client(slot) { $0.enqueue(kind, from: session, into: &$1) }
    }

    /// A write without response takes room, and is lost where there is none (5.7, 5.16).
    mutating func writeWithoutResponse(
        _ value: [UInt8], to name: AttributeIdentifier, _ command: Central.Command, from session: SessionID,
        _ attachment: Int, _ slot: Int
    ) -> CommandResult {
        guard let handle = links[slot].client.writeTarget(name, of: command, from: session, into: &effects)
        else { return .ignored }
        guard peers[links[slot].peer].connection.takeCommandRoom(attachment, profile) else {
            effects.append(.misuse(session, .lostWrite(profile.commandQueueDepth)))
            return .ignored
        }
        enqueue(.command(handle, value), from: session, slot)
        return .accepted
    }

    mutating func procedureEnded(_ id: Host.LinkID, _ token: Host.Token, _ outcome: GATT.Outcome) {
        guard let slot = slotOfLink[id] else { return }
        var barrier: PairingBarrier?
        if case .failed(.error) = outcome { barrier = peers.barrier(links[slot].peer) }
        let effect = links[slot].procedureEnded(token, outcome, barrier: barrier, into: &effects)
        screenEvents()
        switch effect {
        case .nothing: return
        case .nameRead(let name): nameRead(name, links[slot].peer)
        case .servicesFound(let session, let filter):
            tellListeners(slot)
            client(slot) { $0.tellServices(filter, to: session, into: &$1) }
            systemMayUse(slot)
        case .bearerFailed(let error): end(slot, saying: error)
        }
        proceed(slot)
    }

    mutating func signalRead(
        _ id: Host.LinkID, _ token: Host.Token, _ result: Result<Int8, HCI.ErrorCode>
    ) {
        guard let slot = slotOfLink[id] else { return }
        client(slot) { $0.signalRead(token, result, into: &$1) }
    }

    mutating func mtuChanged(_ id: Host.LinkID, _ mtu: UInt16) {
        guard let slot = slotOfLink[id] else { return }
        links[slot].client.mtuChanged(mtu)
        tellUpdateLength(slot)
    }

    /// The peer sent a value by itself.
    mutating func valueReceived(_ id: Host.LinkID, _ handle: ATT.Handle, _ value: [UInt8]) {
        guard let slot = slotOfLink[id] else { return }
        let changed = client(slot) { $0.valueReceived(handle, value, into: &$1) }
        if let changed { servicesChanged(slot, changed) }
    }

    /// The host has got an indication of Service Changed. Where the model knows the handle, it has seen the indication
    /// itself.
    mutating func servicesChanged(_ id: Host.LinkID, _ range: ATT.HandleRange) {
        guard let slot = slotOfLink[id], links[slot].client.background.serviceChanged == nil else { return }
        servicesChanged(slot, range)
    }

    private mutating func servicesChanged(_ slot: Int, _ range: ATT.HandleRange) {
        let managers = peers[links[slot].peer].connection.users
        let holder = connections.holds.isEmpty ? nil : holder(of: slot)?.session
        client(slot) {
            $0.servicesChanged(range, managers: managers, discoverer: holder, into: &$1)
        }
    }

    /// The GAP name replaces the advertised one. Apps get a callback if it is new (2.21, 5.37).
    private mutating func nameRead(_ value: [UInt8], _ peer: Int) {
        let name = String(decoding: value, as: UTF8.self)
        let isNews = peers[peer].name != name
        peers[peer].gapName = name
        guard isNews else { return }
        for session in peers[peer].connection.users {
            tell(session, .nameChanged(peers[peer].identifier, name))
        }
    }

    // MARK: Attributes that outlive links

    /// A link ends: keeps what was found on it, if behaviour 4.10 says so.
    mutating func rememberAttributes(_ slot: Int) {
        let peer = links[slot].peer
        guard peers[peer].link == slot else { return }
        attributeCache.forget(peer)
        let remembered = links[slot].client.remembered(
            isBonded: links[slot].security.isBonded, limit: profile.maximumRememberedAttributes)
        if let remembered { attributeCache.remember(remembered, of: peer) }
    }

    /// A link is lost: keeps what was found on it for the managers for which the system reconnects (3.19).
    mutating func keepAttributes(_ slot: Int) {
        let peer = links[slot].peer
        guard peers[peer].attachments.contains(where: { $0.reconnects(profile) }) else { return }
        attributeCache.keep(links[slot].client.attributes.kept, of: peer)
    }

    /// Power-off ends all links. What was found on them is kept as at any other end, unless this system
    /// forgets it (4.11).
    mutating func rememberAttributesAtPowerOff() {
        if profile.powerOffForgetsAttributes, radio == .off { return forgetAttributes() }
        for slot in links.indices where !links[slot].isFree { rememberAttributes(slot) }
    }

    /// Forgets the attributes of all peers, as a phone does when it restarts (4.11). Links that are up keep
    /// what they have, but nothing of it is kept when they end.
    package mutating func forgetAttributes() {
        attributeCache.forgetAll()
        for slot in links.indices { links[slot].client.keepNothing() }
    }

    /// Forgets the attributes of one peer, with its bond (4.11).
    mutating func forgetAttributes(of peer: Int) {
        attributeCache.forget(peer)
        if let link = peers[peer].link { links[link].client.keepNothing() }
    }
}

extension Link {
    /// The host's answer to a procedure of the client, which may make the phone secure the link.
    @inline(__always)
    mutating func procedureEnded(
        _ token: Host.Token, _ outcome: GATT.Outcome, barrier: PairingBarrier?,
        into effects: inout PhoneEffects
    ) -> LinkClient.Effect {
        client.procedureEnded(token, outcome, &security, barrier: barrier, into: &effects)
    }

    /// The rule that is broken after an input, if one is; only a defect of Faraday breaks one.
    var brokenRule: String? {
        if let rule = client.brokenRule ?? security.brokenRule { return rule }
        let isBlocked = if case .blocked = security.state { true } else { false }
        return isBlocked == client.operations.isBlocked
            ? nil : "a request and a pairing do not wait for each other"
    }
}
