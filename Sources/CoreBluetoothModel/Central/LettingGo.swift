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
        guard let slot = peers.slot(of: identifier), let index = peers[slot].attachment(of: session) else {
            return
        }
        let state = peers[slot].attachments[index].state
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
        guard let index = peers[slot].attachment(of: session) else { return }  // 3.7
        let identifier = peers[slot].identifier
        switch peers[slot].attachments[index].state {
        case .waiting, .connecting:
            effects.cancel(.connect(session, identifier))
            peers[slot].attachments.remove(at: index)
            cancelPendingConnect(slot)
            endUnwantedLink(slot)
        case .connected:
            effects.cancel(.commandReadiness(session, identifier))
            if tells, let link = peers[slot].link { cutOffRequests(link, of: session) }
            if let link = peers[slot].link {
                let id = links[link].id
                screened { $0.channels.end(of: session, on: id, tells: tells, into: &$0.effects) }
                dropInterest(link, of: session)
            }
            let isLast = isLastUser(session, of: slot)
            if let link = peers[slot].link, isLast, links[link].role == .central,
                !linger(link, tells, at: now)
            {
                end(link, saying: nil)
                if tells {
                    peers[slot].attachments[index].state = .disconnecting
                } else {
                    peers[slot].attachments.remove(at: index)
                }
                return
            }
            peers[slot].attachments.remove(at: index)
            if let link = peers[slot].link { pump(link) }
        case .disconnecting:
            if tells {
                peers[slot].attachments[index].connectsAgain = nil
            } else {
                peers[slot].attachments.remove(at: index)
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
        guard let link = peers[slot].link, links[link].securing == .beforeConnect,
            links[link].role == .central, peers[slot].attachments.allSatisfy({ $0.state != .connecting })
        else { return }
        links[link].securing = nil
        end(link, saying: nil)
    }

    mutating func cancelPendingConnect(_ slot: Int) {
        guard peers[slot].isConnectPending,
            !peers[slot].attachments.contains(where: { $0.state == .connecting })
        else { return }
        peers[slot].isConnectPending = false
        effects.append(.host(.gap(.cancelConnect(peers[slot].address))))
    }

    private func isLastUser(_ session: SessionID, of slot: Int) -> Bool {
        !peers[slot].attachments.contains { $0.session != session && $0.state == .connected }
    }

    /// The description of a characteristic; its handle stands for its address.
    func text(ofCharacteristic handle: ATT.Handle, _ session: SessionID, _ link: Int) -> String {
        let entry = links[link].database.characteristics[handle]
        let properties = String(entry?.properties.rawValue ?? 0, radix: 16, uppercase: true)
        return "<CBCharacteristic: \(Misuse.hexadecimal(UInt32(handle))), "
            + "UUID = \(entry?.uuid.description ?? "(null)"), properties = 0x\(properties), "
            + "notifying = \(isSubscribed(session, to: handle, link) ? "YES" : "NO")>"
    }

    // MARK: Retrieving and texts

    func retrieve(_ identifiers: [PeerIdentifier]) -> [Central.Peer] {  // 3.30
        identifiers.compactMap { identifier in
            guard let slot = peers.slot(of: identifier), !peers[slot].isForgotten else { return nil }
            return peers[slot].handedOut
        }
    }

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
