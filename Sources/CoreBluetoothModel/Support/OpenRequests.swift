import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// An app's request to its phone that has not been answered yet.
package struct OpenRequest: Hashable, Sendable {
    /// What was asked.
    package enum Kind: Hashable, Sendable {
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
    package let session: SessionID
    /// The peer that the request is about, if there is one.
    package let peer: PeerIdentifier?
    /// What was asked.
    package let kind: Kind
}

extension PhoneModel {
    /// The requests of apps that have not been answered yet. Those on one link are in the order of the calls.
    ///
    /// A link answers a connect. A scan and a subscription are not listed, because they have no end.
    package var openRequests: [OpenRequest] {
        var all: [OpenRequest] = []
        visitOpenRequests { request in
            all.append(request())
            return true
        }
        return all
    }

    /// Whether there is any open request; `countsConnects` says whether a connect is one.
    package func hasOpenRequests(countsConnects: Bool) -> Bool {
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
        guard router.visitRequests(visit),
            router.visitConnects(of: managers, countsConnects: countsConnects, visit)
        else { return }
        for opening in channels.openings {
            let kind = OpenRequest.Kind.openChannel(psm: opening.psm)
            let isOpen = visit { OpenRequest(session: opening.session, peer: opening.peer, kind: kind) }
            guard isOpen else { return }
        }
        visitServer(visit)
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
    package var openScans: [(session: SessionID, services: [BluetoothUUID])] {
        scanning.scanners.compactMap { scanner in scanner.scan.map { (scanner.session, $0.request.services) }
        }
    }

    /// Whether apps wait for an event of their phone: an answer, a discovery, a value, a central.
    package var isExpectingEvents: Bool {
        hasOpenRequests(countsConnects: true) || scanning.scanners.contains { $0.scan != nil }
            || !advertiser.advertisements.isEmpty
            || !router.subscriptions.isEmpty
            || !server.requests.pending.isEmpty
    }

    /// Whether a manager has anything open: a request, a scan, a peer, a published service, an advertisement.
    package func hasWork(of session: SessionID) -> Bool {
        if centralIndex(session) != nil {
            if scanning.request(of: session) != nil || router.connections.events.isRegistered(session) {
                return true
            }
            if !router.peers.attached(to: session).isEmpty { return true }
        } else if advertiser.request(of: session) != nil || !server.services(of: session).isEmpty {
            return true
        }
        return openRequests.contains { $0.session == session }
    }

    /// The apps that have ended and were not started again.
    package var endedApps: [AppID] { apps.lives.filter { $0.state == .terminated }.map(\.app) }

    /// The suspended apps whose managers have work open, each with the background modes that it lacks for that work.
    package var stalledApps: [(app: AppID, missing: AppManifest.BackgroundModes)] {
        guard !profile.endsLinksOnSuspension else { return [] }
        return apps.lives.filter { $0.state == .suspended }.compactMap { record in
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
    package var managerCount: Int { centrals.count + peripherals.count }

    /// Alerts of the system that wait for the user.
    package var openQuestions: [SystemAlert] { apps.questions }

    /// The authorizations of apps that have managers but may not use Bluetooth.
    package var refusedAuthorizations: [Authorization] {
        var refused: [Authorization] = []
        for core in centrals.map(\.core) + peripherals.map(\.core) {
            let authorization = authorization(of: core.app)
            if authorization != .allowedAlways, !refused.contains(authorization) {
                refused.append(authorization)
            }
        }
        return refused
    }
}
