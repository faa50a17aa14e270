import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// An app's request to its phone that has not been answered yet.
public struct OpenRequest: Hashable, Sendable {
    /// What was asked.
    public enum Kind: Hashable, Sendable {
        /// A new manager waits for its first state.
        case state
        /// `connect`, which has no timeout.
        case connect
        /// `cancelPeripheralConnection`, until `didDisconnectPeripheral`.
        case cancelConnection
        /// A request to the peer's attributes, as the app made it.
        case attributes(Central.Command)
        /// `readRSSI`.
        case readRSSI
        /// `openL2CAPChannel` with this PSM.
        case openChannel(psm: UInt16)
        /// `add` of a service, until `didAdd`.
        case addService(BluetoothUUID)
        /// `startAdvertising`, until `peripheralManagerDidStartAdvertising`.
        case startAdvertising
    }

    /// The manager that asked.
    public let session: SessionID
    /// The peer that the request is about, if there is one.
    public let peer: PeerIdentifier?
    /// What was asked.
    public let kind: Kind
}

extension PhoneModel {
    /// The requests of apps that have not been answered yet. Those on one link are in the order of the calls.
    ///
    /// A link answers a connect. A scan and a subscription are not listed, because they have no end.
    public var openRequests: [OpenRequest] {
        var all: [OpenRequest] = []
        visitOpenRequests { request in
            all.append(request())
            return true
        }
        return all
    }

    /// Whether there is any open request; `countsConnects` says whether a connect is one.
    public func hasOpenRequests(countsConnects: Bool) -> Bool {
        var isOpen = false
        visitOpenRequests(countsConnects: countsConnects) { _ in
            isOpen = true
            return false
        }
        return isOpen
    }

    /// Visits the open requests until `visit` returns false.
    private func visitOpenRequests(countsConnects: Bool = true, _ visit: (() -> OpenRequest) -> Bool) {
        for case .firstState(let session) in effects.timers.lazy.map(\.timer) {
            guard visit({ OpenRequest(session: session, peer: nil, kind: .state) }) else { return }
        }
        for slot in links.indices where !links[slot].isFree {
            guard visitRequests(of: slot, visit) else { return }
        }
        guard visitPeers(countsConnects, visit) else { return }
        for opening in channels.openings {
            let kind = OpenRequest.Kind.openChannel(psm: opening.psm)
            let isOpen = visit { OpenRequest(session: opening.session, peer: opening.peer, kind: kind) }
            guard isOpen else { return }
        }
        visitServer(visit)
    }

    private func visitPeers(_ countsConnects: Bool, _ visit: (() -> OpenRequest) -> Bool) -> Bool {
        for slot in 0..<peers.count {
            for attachment in peers[slot].attachments {
                guard centralIndex(attachment.session) != nil else { continue }
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

    private func visitRequests(of slot: Int, _ visit: (() -> OpenRequest) -> Bool) -> Bool {
        let identifier = peers[links[slot].peer].identifier
        for operation in [links[slot].current].compactMap({ $0 }) + links[slot].queue.all {
            guard let session = operation.session,
                let command = command(of: operation.kind, to: identifier, on: slot)
            else { continue }
            let isOpen = visit {
                OpenRequest(session: session, peer: identifier, kind: .attributes(command))
            }
            guard isOpen else { return false }
        }
        for read in links[slot].signalReads {
            guard visit({ OpenRequest(session: read.session, peer: identifier, kind: .readRSSI) }) else {
                return false
            }
        }
        return true
    }

    /// The call of the app; `nil` for what the phone does by itself.
    private func command(
        of kind: Operation.Kind, to peer: PeerIdentifier, on slot: Int
    ) -> Central.Command? {
        let link = links[slot]
        return switch kind {
        case .background, .unsubscribe: nil
        case .discoverServices(let uuids): .discoverServices(peer, uuids.isEmpty ? nil : uuids)
        case .discoverIncludedServices(let uuids, let service):
            .discoverIncludedServices(peer, uuids.isEmpty ? nil : uuids, service: link.name(service))
        case .discoverCharacteristics(let uuids, let service):
            .discoverCharacteristics(peer, uuids.isEmpty ? nil : uuids, service: link.name(service))
        case .discoverDescriptors(let handle): .discoverDescriptors(peer, characteristic: link.name(handle))
        case .read(let handle): .readCharacteristic(peer, link.name(handle))
        case .write(let handle, let value):
            .writeCharacteristic(peer, link.name(handle), value, .withResponse)
        case .command(let handle, let value):
            .writeCharacteristic(peer, link.name(handle), value, .withoutResponse)
        case .setNotify(let handle, let isOn): .setNotify(peer, link.name(handle), isOn)
        case .readDescriptor(let handle): .readDescriptor(peer, link.name(handle))
        case .writeDescriptor(let handle, let value): .writeDescriptor(peer, link.name(handle), value)
        }
    }

    private func visitServer(_ visit: (() -> OpenRequest) -> Bool) {
        for (session, service) in server.waitingServices {
            let kind = OpenRequest.Kind.addService(service.uuid)
            guard visit({ OpenRequest(session: session, peer: nil, kind: kind) }) else { return }
        }
        for session in advertiser.starting {
            guard visit({ OpenRequest(session: session, peer: nil, kind: .startAdvertising) }) else { return }
        }
    }
}

extension PhoneModel {
    /// The services that open scans look for, by manager; empty for all peripherals.
    public var openScans: [(session: SessionID, services: [BluetoothUUID])] {
        centrals.compactMap { central in central.scan.map { (central.core.id, $0.request.services) } }
    }

    /// The attributes that are known on links that are up, with the identifiers that apps know them by.
    public var knownAttributes: [(identifier: AttributeIdentifier, uuid: BluetoothUUID)] {
        var known: [(AttributeIdentifier, BluetoothUUID)] = []
        for link in links where !link.isFree {
            for service in link.database.services {
                known.append((link.name(service.range.first), service.uuid))
            }
            for (handle, characteristic) in link.database.characteristics.entries {
                known.append((link.name(handle), characteristic.uuid))
                for descriptor in characteristic.descriptors ?? [] {
                    known.append((link.name(descriptor.handle), descriptor.uuid))
                }
            }
        }
        return known
    }

    /// Whether there is a link that an app uses.
    public var hasConnections: Bool { links.contains { !$0.isFree && !$0.isLingering } }

    /// Whether apps wait for an event of their phone: an answer, a discovery, a value, a central.
    public var isExpectingEvents: Bool {
        hasOpenRequests(countsConnects: true) || centrals.contains { $0.scan != nil }
            || !advertiser.advertisements.isEmpty
            || links.contains { !$0.isFree && !$0.database.subscriptions.isEmpty }
            || !server.requests.pending.isEmpty
    }

    /// Whether a manager has anything open: a request, a scan, a peer, a published service, an advertisement.
    public func hasWork(of session: SessionID) -> Bool {
        if let index = centralIndex(session) {
            let central = centrals[index]
            if central.scan != nil || central.connectionEvents != nil { return true }
            if !peers.attached(to: session).isEmpty { return true }
        } else if advertiser.request(of: session) != nil || !server.services(of: session).isEmpty {
            return true
        }
        return openRequests.contains { $0.session == session }
    }

    /// What apps are subscribed to on links that are up.
    public var subscriptions:
        [(peer: PeerIdentifier, characteristic: AttributeIdentifier, uuid: BluetoothUUID)]
    {
        var all: [(PeerIdentifier, AttributeIdentifier, BluetoothUUID)] = []
        for link in links where !link.isFree {
            for (handle, _) in link.database.subscriptions {
                guard let characteristic = link.database.characteristics[handle] else { continue }
                all.append((peers[link.peer].identifier, link.name(handle), characteristic.uuid))
            }
        }
        return all
    }

    /// The apps that have ended and were not started again.
    public var endedApps: [AppID] { apps.filter { $0.state == .terminated }.map(\.app) }

    /// The suspended apps whose managers have work open, each with the background modes that it lacks for that work.
    public var stalledApps: [(app: AppID, missing: AppManifest.BackgroundModes)] {
        guard !profile.endsLinksOnSuspension else { return [] }
        return apps.filter { $0.state == .suspended }.compactMap { record in
            var missing: AppManifest.BackgroundModes = []
            if centrals.contains(where: { $0.core.app == record.app && hasWork(of: $0.core.id) }) {
                missing.insert(.central)
            }
            if peripherals.contains(where: { $0.core.app == record.app && hasWork(of: $0.core.id) }) {
                missing.insert(.peripheral)
            }
            missing.subtract(record.manifest.backgroundModes)
            return missing.isEmpty ? nil : (record.app, missing)
        }
    }

    /// How many managers there are.
    public var managerCount: Int { centrals.count + peripherals.count }

    /// Alerts of the system that wait for the user.
    public var openQuestions: [SystemAlert] { questions }

    /// The authorizations of apps that have managers but may not use Bluetooth.
    public var refusedAuthorizations: [Authorization] {
        var refused: [Authorization] = []
        for core in centrals.map(\.core) + peripherals.map(\.core) {
            let authorization = authorization(of: core.app)
            if authorization != .allowedAlways, !refused.contains(authorization) {
                refused.append(authorization)
            }
        }
        return refused
    }

    /// The address of a peer, as the phone knows it.
    public func address(of peer: PeerIdentifier) -> DeviceAddress? {
        peers.slot(of: peer).map { peers[$0].address }
    }
}
