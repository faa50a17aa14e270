import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel

// Why an app gets no callback, or not the one that the test waits for.
extension HintFinder {
    /// Apps of a phone that do not run.
    func stalls(of phone: PhoneNode, _ facts: StoryFacts) -> [Hint] {
        let (name, status) = (names.node(phone.id), phone.stack.status)
        let ended = status.endedApps.map { app in
            Hint.ended(app: names.name(of: app, on: phone.id), phone: name, at: facts.end(of: app))
        }
        let suspended = status.stalledApps.map { app, missing in
            Hint.suspended(
                app: names.name(of: app, on: phone.id), phone: name,
                since: facts.change(of: app, to: .suspended),
                missing: missing)
        }
        return ended + suspended
    }

    /// What apps of a phone looked for on devices that do not have it.
    func missingAttributes(of phone: PhoneNode, _ facts: StoryFacts) -> [Hint] {
        let model = phone.stack.model
        return facts.emptyDiscoveries.compactMap { discovery in
            guard let address = model.address(of: discovery.peer), let device = state.device(at: address)
            else {
                return nil
            }
            let (name, services) = (names.node(device.id), device.definition.services)
            guard let identifier = discovery.service else {
                let has = services.filter(\.isPrimary).map(\.uuid)
                guard !discovery.wanted.contains(where: has.contains) else { return nil }
                return .noService(device: name, wanted: discovery.wanted, has: has)
            }
            guard let uuid = names.uuid(of: identifier, of: phone.id) else { return nil }
            let has = services.filter { $0.uuid == uuid }.flatMap(\.characteristics).map(\.uuid)
            guard !discovery.wanted.contains(where: has.contains) else { return nil }
            return .noCharacteristic(device: name, service: uuid, wanted: discovery.wanted, has: has)
        }
    }

    /// The values that apps of a phone wait for, if they wait for nothing else and got none of them.
    func unsentValues(to phone: PhoneNode, _ facts: StoryFacts) -> [Hint] {
        let model = phone.stack.model
        guard isOfWait, !OpenRequests.isAny(of: model, countsConnects: true),
            phone.stack.status.openScans.isEmpty
        else { return [] }
        var hints: [Hint] = []
        for (peer, characteristic, uuid) in model.router.subscriptions {
            guard let time = facts.subscription(to: characteristic, of: peer),
                let address = model.address(of: peer), let device = state.device(at: address),
                !device.sendsByItself(uuid),
                !state.trace.story.hasUpdate(of: uuid, on: device.id, since: time),
                !facts.hasValue(of: characteristic, of: peer, since: time)
            else { return [] }
            hints.append(.neverSent(device: names.node(device.id), uuid))
        }
        return hints
    }
}

extension DeviceNode {
    /// Whether the definition has a behaviour that sends values of this characteristic.
    fileprivate func sendsByItself(_ uuid: BluetoothUUID) -> Bool {
        definition.behaviours.contains { behaviour in
            if case .notifying(uuid, _, _) = behaviour.kind { true } else { false }
        }
    }
}
