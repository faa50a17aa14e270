import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// What managers ask about peers and links. Nothing changes.
extension LinkRouter {
    /// Peers that any app on this phone is connected to, and that have one of the services in the phone's cache (3.31).
    /// Every peer has the two generic services (3.32).
    func retrieveConnected(_ services: [BluetoothUUID]) -> [Central.Peer] {
        let isGeneric = services.contains { $0 == BluetoothUUID(0x1800) || $0 == BluetoothUUID(0x1801) }
        let matching = links.all.filter { link in
            !link.isFree && !link.isEnding
                && (isGeneric || link.database.hasAny(of: services))
        }
        return matching.sorted { $0.id < $1.id }.map { peers[$0.peer].portValue }
    }

    /// The peers whose attributes the phone remembers without a link (4.7).
    package var rememberedPeers: [DeviceAddress] { links.cache.remembered.map { peers[$0].address } }

    /// Whether there is room for a write without response.
    package func canSendWriteWithoutResponse(to identifier: PeerIdentifier, for session: SessionID) -> Bool {
        connected(identifier, session)?.attachment.commands.canSend(profile) ?? false
    }

    /// The maximum number of bytes of one write (5.9, 5.10).
    package func maximumWriteLength(
        to identifier: PeerIdentifier, _ type: Central.WriteType, for session: SessionID
    ) -> Int {
        switch type {
        case .withResponse: return ATT.maximumValueLength
        case .withoutResponse:
            let mtu = connected(identifier, session).map { links[$0.link].mtu } ?? ATT.defaultMTU
            return Int(mtu) - 3
        }
    }

    /// The ATT MTU as a peripheral's description prints it (1.35).
    package func mtu(of identifier: PeerIdentifier, for session: SessionID) -> Int {
        guard let slot = peers.slot(of: identifier), let state = peers[slot].connection.state(of: session)
        else { return 0 }
        return mtu(of: slot, state)
    }

    private func mtu(of slot: Int, _ state: Attachment.State?) -> Int {
        switch state {
        case .connecting, .waiting: Int(ATT.defaultMTU)
        case .connected: Int(peers[slot].link.map { links[$0].mtu } ?? 0)
        case .disconnecting, nil: 0
        }
    }

    /// The description of a peripheral; its slot stands for its address (1.35).
    func text(of slot: Int, _ state: Attachment.State?) -> String {
        let peer = peers[slot]
        let name =
            switch state {
            case nil: "disconnected"
            case .waiting, .connecting: "connecting"
            case .connected: "connected"
            case .disconnecting: "disconnecting"
            }
        // A connect that waits for its delay has no MTU yet.
        let mtu = state == .waiting ? 0 : mtu(of: slot, state)
        return "<CBPeripheral: \(Misuse.hexadecimal(UInt32(truncatingIfNeeded: slot + 1))), "
            + "identifier = \(peer.identifier), name = \(peer.name ?? "(null)"), mtu = \(mtu), "
            + "state = \(name)>"
    }

    /// Whether the manager waits for answers of the peer.
    package func hasOpenRequests(to identifier: PeerIdentifier, for session: SessionID) -> Bool {
        guard let link = connected(identifier, session)?.link else { return false }
        return links[link].client.operations.isUsed(by: session)
    }

    private func connected(
        _ identifier: PeerIdentifier, _ session: SessionID
    ) -> (link: Int, attachment: Attachment)? {
        guard let slot = peers.slot(of: identifier), let link = peers[slot].link,
            let index = peers[slot].attachment(of: session),
            peers[slot].attachments[index].state == .connected
        else { return nil }
        return (link, peers[slot].attachments[index])
    }

    /// Whether the user shares the phone's notifications with the peer (3.25).
    package func isNotificationSharingAuthorized(for identifier: PeerIdentifier) -> Bool {
        peers.sharing.isAllowed(identifier)
    }

    /// Whether an app without managers holds a peer, connected or not yet (3.31).
    package func isHeld(_ address: DeviceAddress, by app: AppID) -> Bool {
        connections.holds.contains(address, app)
    }

    /// How many apps hold a peer, connected or not yet.
    package func holdCount(of address: DeviceAddress) -> Int { connections.holds.count(of: address) }

    /// Whether a manager or the system uses the link to a peer, or wants one. A peer that the phone does not know by this
    /// address counts as used.
    package func usesLink(to peer: DeviceAddress) -> Bool {
        guard let slot = peers.slot(of: peer) else { return true }
        return !peers[slot].attachments.isEmpty
    }

    /// The central on a link, as a manager hands it out (6.18).
    func subscriber(_ id: Host.LinkID) -> Peripheral.Subscriber? {
        links.slot(of: id).map { link in
            Peripheral.Subscriber(
                identifier: peers[links[link].peer].identifier, maximumUpdateLength: Int(links[link].mtu) - 3)
        }
    }

    /// The managers whose connections to a peer ask for an alert, in the order they asked.
    func managers(wanting alert: Central.ConnectionAlerts, of peer: PeerIdentifier) -> [SessionID] {
        peers.slot(of: peer).map { peers[$0].managers(wanting: alert) } ?? []
    }

    /// The peers of a manager that its app creates again (7.5, 7.6).
    func restoredPeripherals(of session: SessionID) -> [Central.RestoredPeripheral] {
        peers.attached(to: session).map { slot in
            let peer = peers[slot].portValue
            guard peers[slot].connection.state(of: session) == .connected, let link = peers[slot].link else {
                return Central.RestoredPeripheral(peer: peer, state: .connecting)
            }
            let services = links[link].client.attributes.discoveries(of: session)
            return Central.RestoredPeripheral(peer: peer, state: .connected, services: services)
        }
    }

    // MARK: The whole phone

    /// Visits the requests on links, in the order of the calls, until `visit` returns false. Returns whether it visited
    /// all.
    func visitRequests(_ visit: (() -> OpenRequest) -> Bool) -> Bool {
        links.used.allSatisfy { links[$0].client.visitRequests(visit) }
    }

    /// Visits the connects and disconnects of managers that have not ended, as `visitRequests`.
    func visitConnects(
        of managers: Managers, countsConnects: Bool, _ visit: (() -> OpenRequest) -> Bool
    ) -> Bool {
        for slot in 0..<peers.count {
            for attachment in peers[slot].attachments where managers.central(attachment.session) != nil {
                let kind: OpenRequest.Kind
                switch attachment.state {
                case .waiting, .connecting: kind = .connect
                case .disconnecting: kind = .cancelConnection
                case .connected: continue
                }
                if kind == .connect, !countsConnects { continue }
                let identifier = peers[slot].identifier
                guard visit({ OpenRequest(session: attachment.session, peer: identifier, kind: kind) }) else {
                    return false
                }
            }
        }
        return true
    }

    /// The attributes that are known on links that are up, with the identifiers that apps know them by.
    package var knownAttributes: [(identifier: AttributeIdentifier, uuid: BluetoothUUID)] {
        links.used.flatMap { links[$0].client.attributes.all }
    }

    /// Whether there is a link that an app uses.
    package var hasConnections: Bool { links.used.contains { !connections.lingering.contains(links[$0].id) } }

    /// What apps are subscribed to on links that are up.
    package var subscriptions:
        [(peer: PeerIdentifier, characteristic: AttributeIdentifier, uuid: BluetoothUUID)]
    {
        var all: [(PeerIdentifier, AttributeIdentifier, BluetoothUUID)] = []
        for slot in links.used {
            let (client, database) = (links[slot].client, links[slot].database)
            for (handle, _) in database.subscriptions {
                guard let characteristic = database.characteristics[handle] else { continue }
                all.append((client.peer, client.attributes.name(handle), characteristic.uuid))
            }
        }
        return all
    }
}

extension Peer {
    /// The managers whose connections to this peer ask for an alert, in the order they asked.
    func managers(wanting alert: Central.ConnectionAlerts) -> [SessionID] {
        attachments.filter { $0.options.alerts.contains(alert) }.map(\.session)
    }
}
