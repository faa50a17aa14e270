import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel
import FaradayAppTime
import FaradayEngine

/// Finds out why a test may have failed, from the state of its world.
struct HintFinder {
    let state: WorldEvidence
    let names: TraceNames
    private let error: World.RunError?
    /// How many devices the hints mention at most.
    private static let mostDevices = 3

    init(_ state: WorldEvidence, _ names: TraceNames, _ error: World.RunError?) {
        (self.state, self.names, self.error) = (state, names, error)
    }

    /// The most likely hint first. A hint is said only where it is known that what it says is why.
    var hints: [Hint] {
        // Effects of a test's mistake are not reported: the mistake itself is.
        guard !state.mistakes.hasAny else { return [] }
        guard error != nil || !state.nodes.isEmpty else { return hasUnusedWorld ? [.unusedWorld] : [] }
        let hasMoved = state.scheduler.eventCount > 0 || state.now > .zero
        // What this world does not show may be in the other one.
        if !hasMoved, state.kept[ObjectIdentifier(OtherRun.self)] != nil { return [.otherWorld] }
        var hints = swallowed + deadlock
        if state.phones.isEmpty { hints.append(.noPhone) }
        let phones = state.phones.map { state.phone($0) }
        let hasManager = state.hasOtherManagers || phones.contains { $0.openedCount > 0 }
        if !phones.isEmpty, !hasManager { hints.append(.noManager) }
        if !hasMoved { hints.append(.timeNeverMoved) }
        let waitsForNothing = waitsForNothing(phones)
        let misuse = misuse(waitsForNothing)
        if let misuse { hints.append(misuse) }
        var reasons = replays
        for phone in phones where phone.openedCount > 0 { reasons += self.hints(of: phone) }
        if misuse != nil { reasons.removeAll(where: \.isOfEmptyWorld) }
        hints += reasons
        if waitsForNothing, misuse == nil {
            // What is known about the app says more than this general hint.
            if let hint = lastError {
                hints.append(hint)
            } else if reasons.isEmpty {
                hints += general(phones)
            }
        }
        return hints.isEmpty ? unrelated(phones) : hints
    }

    /// Where nothing is known that apps wait for: a step that an app does not take, or else that nothing is left to happen. In
    /// real time an app may still be about to take it.
    private func general(_ phones: [PhoneNode]) -> [Hint] {
        guard !state.holdsWork || state.work.nextTime == nil else { return [] }
        guard let step = missingStep(phones) else { return [stillness].compactMap(\.self) }
        return state.holdsWork ? [step] : [step, stillness].compactMap(\.self)
    }

    private func missingStep(_ phones: [PhoneNode]) -> Hint? {
        phones.lazy.compactMap { phone in
            missingStep(of: phone, StoryFacts(state.trace.story, of: phone.id)).first
        }.first
    }

    /// What happened during a run that timed out, where no hint says why.
    private func unrelated(_ phones: [PhoneNode]) -> [Hint] {
        guard case .timedOut(let time, _)? = error else { return [] }
        let start = Instant(nanoseconds: max(0, state.now.nanoseconds - time.count))
        return phones.flatMap { phone in
            unrelatedValues(to: phone, StoryFacts(state.trace.story, of: phone.id), since: start)
        }
    }

    // MARK: The test

    /// An earlier run has failed, and the test did not end with it.
    private var swallowed: [Hint] {
        guard error == nil, let run = state.kept[ObjectIdentifier(WorldSnapshot.self)] as? WorldSnapshot,
            let failure = run.error, let place = run.place
        else { return [] }
        let text = "\(failure)".prefix { $0 != ";" && $0 != "\n" }
        return [.swallowed(String(text), place)]
    }

    private var deadlock: [Hint] {
        guard case .deadlock(_, let waits, _)? = error,
            waits.contains(where: { $0.hasPrefix("main waits for its turn on main") })
        else { return [] }
        return [.mainWaitsForItself]
    }

    private var otherWorlds: [(devices: [String], isUnused: Bool)] {
        let others = state.kept[ObjectIdentifier(OtherWorlds.self)] as? OtherWorlds
        return others?.facts ?? []
    }

    private var hasUnusedWorld: Bool { otherWorlds.contains(where: \.isUnused) }

    /// The misuses that fail the test. If apps wait for nothing, also those that are only logged: a phone ignores such a
    /// call, so no callback comes for it.
    private func misuse(_ waitsForNothing: Bool) -> Hint? {
        var found = state.misuses.failed
        if found.isEmpty, waitsForNothing {
            let expected = state.misuses.expectations.map(\.kind)
            found = state.misuses.reports.filter { report in
                !report.misuse.kind.isHarmless && !expected.contains(report.misuse.kind)
            }
        }
        guard var first = found.first else { return nil }
        if let index = names.fullNodes.firstIndex(of: first.phone) { first.phone = names.nodes[index] }
        return .misuse(first, count: found.count)
    }

    /// Whether a run ended before its condition was true.
    var isOfWait: Bool {
        switch error {
        case .timedOut?, .idle?: true
        default: false
        }
    }

    // MARK: Phones

    private func hints(of phone: PhoneNode) -> [Hint] {
        let (name, radio, status) = (names.node(phone.id), phone.stack.model.radio, phone.stack.status)
        let facts = StoryFacts(state.trace.story, of: phone.id)
        let stalls = stalls(of: phone, facts)
        if status.managerCount == 0 {
            if !stalls.isEmpty { return stalls }
            // At the end of a test its objects are released, and nothing happens after that.
            guard let closed = phone.lastClosed, closed.hadWork, closed.time < state.now else { return [] }
            return [.letGo(phone: name, at: closed.time)]
        }
        var hints = stalls
        if radio != .on { hints.append(.radio(phone: name, radio)) }
        for alert in phone.alerts { hints.append(.openAlert(phone: name, alert.message)) }
        for alert in status.openQuestions {
            let text = alert.text(naming: names.name(of: alert.app, on: phone.id))
            hints.append(.openAlert(phone: name, text))
        }
        if status.openQuestions.isEmpty {
            for authorization in status.refusedAuthorizations {
                hints.append(.permission(phone: name, authorization))
            }
        }
        guard radio == .on else { return hints }
        let unheard = unheardDevices(of: phone, status.openScans.map(\.services) + facts.endedScans)
        return hints + unheard.prefix(Self.mostDevices) + missingAttributes(of: phone, facts)
            + unsentValues(to: phone, facts) + unpublishedServices(phone, facts)
            + refusedUpdates(of: phone, facts) + unheardCallbacks(of: phone)
    }

    /// A run ended before its condition was true, and no app waits for anything that its phone will do.
    private func waitsForNothing(_ phones: [PhoneNode]) -> Bool {
        guard isOfWait else { return false }
        let used = phones.filter { $0.openedCount > 0 }
        return !used.isEmpty
            && used.allSatisfy { phone in
                let status = phone.stack.status
                return status.managerCount > 0 && phone.stack.model.radio == .on
                    && !status.isExpectingEvents && status.refusedAuthorizations.isEmpty
            }
    }

    /// What nothing more will come from. An app whose own work the world does not hold may still wait in real time.
    private var stillness: Hint? {
        guard state.holdsWork else {
            return .realTime(Interposition.reason ?? "the world's app time is real")
        }
        return state.work.nextTime == nil ? .nothingAwaited : nil
    }

    /// The last line of the apps' story, if that line is an error, and no app has anything left to do.
    private var lastError: Hint? {
        guard !state.holdsWork || state.work.nextTime == nil else { return nil }
        let entry = state.trace.story.entries.last { entry in
            switch entry.record.payload {
            case .centralCommand, .centralEvent, .peripheralCommand, .peripheralUpdate, .peripheralEvent,
                .accessoryCommand, .accessoryEvent, .nearbyCommand, .nearbyEvent:
                true
            default: false
            }
        }
        guard let record = entry?.record, record.payload.isError else { return nil }
        guard case .centralEvent(_, let event) = record.payload else { return nil }
        return .quietSince(record.time, StoryText(names).what(record), AttributeMend(event))
    }

    // MARK: Devices

    /// Devices that wait for the next step of a recorded conversation.
    private var replays: [Hint] {
        guard isOfWait else { return [] }
        return state.nodes.compactMap { node in
            guard let device = node as? DeviceNode, let step = device.replay?.machine.awaited else {
                return nil
            }
            return .replayWaits(device: names.node(device.id), step)
        }
    }

    /// `scans`: the services of each scan that is open, or that ended and found nothing.
    private func unheardDevices(of phone: PhoneNode, _ scans: [[BluetoothUUID]]) -> [Hint] {
        let model = phone.stack.model
        var hints: [Hint] = []
        for request in OpenRequests.all(of: model) where request.kind == .connect {
            guard let peer = request.peer, let address = model.address(of: peer) else { continue }
            guard let device = state.device(at: address) else {
                if !isPhone(address) {
                    hints.append(.stranger(phone: names.node(phone.id), names.peer(peer, of: phone.id)))
                }
                continue
            }
            if let hint = whyUnheard(device, by: phone, connecting: true) { hints.append(hint) }
        }
        if !scans.isEmpty {
            if isOfWait, state.nodes.count == 1, !phone.stack.status.openScans.isEmpty {
                let (name, devices) = (names.node(phone.id), otherWorlds.flatMap(\.devices))
                hints.append(
                    devices.isEmpty
                        ? .nobodyElse(phone: name) : .otherWorldsDevices(phone: name, devices: devices))
            }
            let wanted = scans.contains(where: \.isEmpty) ? [] : scans.flatMap { $0 }
            for case let device as DeviceNode in state.nodes {
                let isKnown = model.identifier(of: device.address) != nil
                if isKnown, model.router.hasConnections { continue }
                guard let hint = whyUnheard(device, by: phone, wanted: wanted), !hints.contains(hint) else {
                    continue
                }
                hints.append(hint)
            }
        }
        return hints
    }

    /// Whether an address may be that of a phone, which changes its address regularly.
    private func isPhone(_ address: DeviceAddress) -> Bool {
        address.kind != .public && state.phones.count > 1
    }

    private func whyUnheard(
        _ device: DeviceNode, by phone: PhoneNode, wanted: [BluetoothUUID] = [], connecting: Bool = false
    ) -> Hint? {
        let name = names.node(device.id)
        guard let controller = state.medium.controller(of: device.id) else { return .removed(device: name) }
        guard device.isOn else { return .off(device: name) }
        if let listener = state.medium.controller(of: phone.id) {
            let metres = state.medium.position(of: device.id).distance(
                to: state.medium.position(of: phone.id))
            let limit = state.medium.range(from: controller, to: listener)
            if metres > limit {
                return .outOfRange(device: name, phone: names.node(phone.id), metres: metres, limit: limit)
            }
        }
        let running = device.definition.advertising.indices.filter { device.sets[$0] == .running }
            .map { device.definition.advertising[$0] }
        if running.isEmpty {
            if let other = linkedNode(of: device) {
                return other == phone.id ? nil : .connectedElsewhere(device: name, to: names.node(other))
            }
            if device.sets.contains(.delayed) { return nil }
            return .silent(device: name, isDefined: !device.definition.advertising.isEmpty)
        }
        if connecting {
            return device.isConnectable && running.contains(where: \.isConnectable)
                ? nil : .notConnectable(device: name)
        }
        let advertised = running.flatMap(\.services)
        guard !wanted.isEmpty, !wanted.contains(where: advertised.contains) else { return nil }
        let has = device.definition.services.map(\.uuid).filter(wanted.contains)
        return .otherServices(device: name, advertised: advertised, wanted: wanted, has: has)
    }

    private func linkedNode(of device: DeviceNode) -> NodeID? {
        for case let link? in state.medium.links {
            let ends = (link.central.controller.node, link.peripheral.controller.node)
            if ends.0 == device.id { return ends.1 }
            if ends.1 == device.id { return ends.0 }
        }
        return nil
    }
}

extension Hint {
    /// Whether it is about what the world does not have.
    fileprivate var isOfEmptyWorld: Bool {
        if case .nobodyElse = self { true } else { false }
    }
}

extension TraceRecord.Payload {
    /// Whether the record reports an error to an app.
    fileprivate var isError: Bool {
        guard case .centralEvent(_, let event) = self else { return false }
        return switch event {
        case .failedToConnect, .disconnected(_, _?, _, _), .servicesDiscovered(_, _, _?),
            .includedServicesDiscovered(_, _, _, _?), .characteristicsDiscovered(_, _, _, _?),
            .descriptorsDiscovered(_, _, _, _?), .characteristicValue(_, _, .failure),
            .characteristicWritten(_, _, _?), .notifyStateChanged(_, _, _, _?),
            .descriptorValue(_, _, .failure), .descriptorWritten(_, _, _?), .rssi(_, .failure),
            .channelOpened(_, .failure), .ranging(_, .measured(.failure)), .ranging(_, .completed(_?)):
            true
        default: false
        }
    }
}

extension Medium {
    /// The largest distance in metres at which `listener` receives `sender`, in clear air.
    func range(from sender: Controller, to listener: Controller) -> Double {
        let budget = Double(sender.configuration.txPower) - Double(listener.configuration.sensitivity)
        return PathLoss.meters(decibels: budget, exponent: configuration.pathLossExponent)
    }
}

extension DeviceAdvertising {
    /// The services that the set advertises.
    fileprivate var services: [BluetoothUUID] {
        (data.structures + scanResponse.structures).flatMap { structure -> [BluetoothUUID] in
            switch structure {
            case .completeServiceUUIDs(_, let uuids), .incompleteServiceUUIDs(_, let uuids),
                .serviceSolicitation(_, let uuids):
                uuids
            default: []
            }
        }
    }
}
