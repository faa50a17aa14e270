import BluetoothPort
import BluetoothTypes

extension PhoneStack {
    /// What a report says of the phone's apps and managers.
    package var status: PhoneStatus { PhoneStatus(model) }

    /// Whether a manager has anything open: a request, a scan, a peer, a published service, an advertisement.
    ///
    /// It changes nothing. Phones ask it when a manager ends, and a status is a copy of the whole model; so is a stack
    /// whose method is not `mutating`.
    package mutating func hasWork(of session: SessionID) -> Bool {
        OpenWork.exists(for: session, in: &model)
    }
}

/// What a report says of a phone's apps and managers: what they do, and what they wait for.
package struct PhoneStatus {
    private let model: PhoneModel

    /// Looks at a phone as it is now.
    fileprivate init(_ model: PhoneModel) { self.model = model }

    private var managers: Managers { model.managers }

    /// How many managers there are.
    package var managerCount: Int { managers.cores.count }

    /// The services that open scans look for, by manager; empty for all peripherals.
    package var openScans: [(session: SessionID, services: [BluetoothUUID])] {
        model.scanning.scanners.compactMap { scanner in
            scanner.scan.map { (scanner.session, $0.request.services) }
        }
    }

    /// Whether apps wait for an event of their phone: an answer, a discovery, a value, a central.
    package var isExpectingEvents: Bool {
        OpenRequests.isAny(of: model, countsConnects: true)
            || model.scanning.scanners.contains { $0.scan != nil }
            || !model.advertiser.advertisements.isEmpty || !model.router.subscriptions.isEmpty
            || !model.server.requests.pending.isEmpty
    }

    /// Whether a manager has anything open: a request, a scan, a peer, a published service, an advertisement.
    func hasWork(of session: SessionID) -> Bool {
        var model = model
        return OpenWork.exists(for: session, in: &model)
    }

    /// The apps that have ended and were not started again.
    package var endedApps: [AppID] { model.apps.lives.filter { $0.state == .terminated }.map(\.app) }

    /// The suspended apps whose managers have work open, each with the background modes that it lacks for that work.
    package var stalledApps: [(app: AppID, missing: AppManifest.BackgroundModes)] {
        guard !model.profile.endsLinksOnSuspension else { return [] }
        return model.apps.lives.filter { $0.state == .suspended }.compactMap { life in
            var missing: AppManifest.BackgroundModes = []
            for session in managers.sessions(of: life.app) where hasWork(of: session) {
                missing.insert(managers.mode(of: session))
            }
            missing.subtract(life.manifest.backgroundModes)
            return missing.isEmpty ? nil : (life.app, missing)
        }
    }

    /// Whether an event that satisfies the condition waits until its app runs.
    package func holds(where condition: (PhoneOutput) -> Bool) -> Bool {
        model.apps.lives.contains { $0.held.contains(where: condition) }
    }

    /// Alerts of the system that wait for the user.
    package var openQuestions: [SystemAlert] { model.apps.questions }

    /// The authorizations of apps that have managers but may not use Bluetooth.
    package var refusedAuthorizations: [Authorization] {
        var refused: [Authorization] = []
        for core in managers.cores where !core.isLimited {
            let authorization = model.authorization(of: core.app)
            if authorization != .allowedAlways, !refused.contains(authorization) {
                refused.append(authorization)
            }
        }
        return refused
    }
}

/// Whether a manager has anything open, in a model that is not copied for it.
private enum OpenWork {
    static func exists(for session: SessionID, in model: inout PhoneModel) -> Bool {
        if model.managers.central(session) != nil {
            if model.scanning.request(of: session) != nil
                || model.router.connections.events.isRegistered(session)
            {
                return true
            }
            if !model.router.peers.attached(to: session).isEmpty { return true }
        } else if model.advertiser.request(of: session) != nil || !model.server.services(of: session).isEmpty
        {
            return true
        }
        return OpenRequests.all(of: model).contains { $0.session == session }
    }
}
