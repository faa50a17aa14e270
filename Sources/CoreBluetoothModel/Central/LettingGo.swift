import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Releasing peers and retrieving them (behaviour section 3).
extension PhoneModel {
    mutating func cancelConnection(_ identifier: PeerIdentifier, from session: SessionID, at now: Instant) {
        guard let slot = peers.slot(of: identifier) else { return }
        letGo(slot, session, tells: true, at: now)
    }

    /// The app has released its last reference (1.28, 1.29): releases the peer without any event.
    mutating func release(_ identifier: PeerIdentifier, from session: SessionID, at now: Instant) {
        guard let slot = peers.slot(of: identifier), let state = peers[slot].connection.state(of: session)
        else { return }
        switch state {
        case .waiting, .connecting:
            effects.append(.misuse(session, .unusedConnecting(text(of: slot, state))))
        case .connected: effects.append(.misuse(session, .unusedConnected(text(of: slot, state))))
        case .disconnecting: break
        }
        letGo(slot, session, tells: false, at: now)
    }

    /// One manager releases a peer; the link ends when the last manager releases it (3.5–3.8).
    mutating func letGo(_ slot: Int, _ session: SessionID, tells: Bool, at now: Instant) {
        guard let state = peers[slot].connection.state(of: session) else { return }  // 3.7
        let identifier = peers[slot].identifier
        switch state {
        case .waiting, .connecting:
            effects.cancel(.connect(session, identifier))
            peers[slot].connection.remove(session)
            cancelPendingConnect(slot)
            endUnwantedLink(slot)
        case .connected:
            effects.cancel(.commandReadiness(session, identifier))
            if let link = peers[slot].link {
                let id = links[link].id
                screened { $0.channels.end(of: session, on: id, tells: tells, into: &$0.effects) }
                links[link].client.release(session)
            }
            let isLast = peers[slot].connection.isLastUser(session)
            if let link = peers[slot].link, isLast, links[link].role == .central,
                !linger(link, tells, at: now)
            {
                end(link, saying: nil)
                if tells {
                    peers[slot].connection.disconnect(session)
                } else {
                    peers[slot].connection.remove(session)
                }
                return
            }
            peers[slot].connection.remove(session)
            if let link = peers[slot].link { proceed(link) }
        case .disconnecting:
            if tells {
                peers[slot].connection.cancelNextAttempt(session)
            } else {
                peers[slot].connection.remove(session)
            }
            return
        }
        if tells {
            tell(
                session,
                .disconnected(
                    identifier, nil, timestamp: absoluteTime(now), isReconnecting: false))
        }
    }

    /// Ends a bonded peer's link that is being encrypted (3.16), when no manager waits for it any more.
    private mutating func endUnwantedLink(_ slot: Int) {
        guard let link = peers[slot].link, links[link].security.state == .beforeConnect,
            links[link].role == .central, !peers[slot].connection.isWanted
        else { return }
        links[link].security.abandonConnect()
        end(link, saying: nil)
    }

    mutating func cancelPendingConnect(_ slot: Int) {
        guard peers[slot].connection.cancelUnwantedRequest() else { return }
        effects.append(.host(.gap(.cancelConnect(peers[slot].address))))
    }

    /// Keeps a link that an app has released (3.8). Returns false if the link has to end at once, because the
    /// system keeps none or because the app has ended.
    private mutating func linger(_ link: Int, _ isCancelled: Bool, at now: Instant) -> Bool {
        isCancelled && !links[link].isEnding && lingering.begin(links[link].id, at: now, into: &effects)
    }

    // MARK: Retrieving and texts

    /// Peers that any app on this phone is connected to, and that have one of the services in the phone's
    /// cache (3.31). Every peer has the two generic services (3.32).
    func retrieveConnected(_ services: [BluetoothUUID]) -> [Central.Peer] {
        let isGeneric = services.contains { $0 == BluetoothUUID(0x1800) || $0 == BluetoothUUID(0x1801) }
        let matching = links.filter { link in
            !link.isFree && !link.isEnding
                && (isGeneric || link.database.hasAny(of: services))
        }
        return matching.sorted { $0.id < $1.id }.map { peers[$0.peer].handedOut }
    }

    /// The description of a peripheral; its slot stands for its address (1.35).
    func text(of slot: Int, _ state: Attachment.State?) -> String {
        let peer = peers[slot]
        let mtu =
            state == .connected ? Int(peer.link.map { links[$0].mtu } ?? 0) : state == .connecting ? 23 : 0
        let name =
            switch state {
            case nil: "disconnected"
            case .waiting, .connecting: "connecting"
            case .connected: "connected"
            case .disconnecting: "disconnecting"
            }
        return "<CBPeripheral: \(Misuse.hexadecimal(UInt32(truncatingIfNeeded: slot + 1))), "
            + "identifier = \(peer.identifier), name = \(peer.name ?? "(null)"), mtu = \(mtu), "
            + "state = \(name)>"
    }
}
