import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// What a device does when its host reports something.
extension DeviceNode {
    func handle(_ event: Host.Event, at now: Instant) {
        switch event {
        case .ready:
            startAdvertising(at: now)
            announce(.started)
        case .connected(let id, let link):
            opened(DeviceLink(id: id, peer: link.peer), at: now)
        case .disconnected(let id, let code):
            closed(id, code, at: now)
        case .advertisingEnded(let set, let status):
            advertisingEnded(Int(set.rawValue), status, at: now)
        case .advertisingStarted(let set, let status):
            sets.started(Int(set.rawValue), status == .success)
            advertisingAnswered(status)
        case .serviceAdded(let token, .success(let handles)):
            let service = Int(token.rawValue)
            database.add(definition.services[service], at: service, handles)
        case .serviceAdded(_, .failure(let problem)): database.additionFailed(problem)
        case .attributeRead(let request):
            answer(request, at: now)
        case .attributeWritten(let request):
            answer(request, at: now)
        case .subscriptionChanged(let link, let handle, let kinds):
            subscriptionChanged(link, handle, kinds, at: now)
        case .parametersRequested(let link, _):
            host.handle(.link(.answerParameterRequest(link, accept: true)), at: now)
        case .controllerFailed(let failure):
            controllerFailed(failure, at: now)
        case .procedureEnded(let link, let token, let outcome): procedureEnded(link, token, outcome, at: now)
        case .commandSent(let link, let token): procedureEnded(link, token, .written, at: now)
        case .valueReceived(let link, let handle, let value, _): valueReceived(link, handle, value)
        case .poweredOff, .advertisementReceived, .connectFailed, .parametersUpdated,
            .dataLengthChanged, .phyChanged, .rssi, .mtuChanged, .serviceChanged, .serviceRemoved:
            break
        case .pairingPrompted, .pairingPromptEnded, .securityRequested, .securityChanged, .securityEnded,
            .bondChanged, .identityResolved, .outOfBandData:
            handleSecurity(event, at: now)
        case .channelOpened, .channelFailed, .channelReceived, .channelSent, .channelClosed:
            handleChannel(event, at: now)
        case .updateSent(let link, let token, _):
            rangingSent(token, on: link, at: now)
            DeviceUpdates(node: self, now: now).sent(to: link)
        case .ranging(let link, let event): handleRanging(event, on: link, at: now)
        }
    }

    // MARK: Links

    private func opened(_ link: DeviceLink, at now: Instant) {
        links.append(link)
        restartAdvertising(at: now)
        announce(.connected(link))
        let required = definition.security.requires
        if required != .none { host.handle(.security(.secure(link.id, required)), at: now) }
    }

    private func closed(_ id: Host.LinkID, _ code: HCI.ErrorCode, at now: Instant) {
        guard let index = links.firstIndex(where: { $0.id == id }) else { return }
        let link = links.remove(at: index)
        restartAdvertising(at: now)
        if code == .connectionTimeout { announce(.linkLost(link)) }
        forget(link)
    }

    /// Ends everything that depended on a link that has ended.
    private func forget(_ link: DeviceLink) {
        endClientWork(on: link.id)
        rangingLinkLost(link.id)
        if hasRefused { refused.removeAll { $0 == link.id } }
        for index in characteristics.indices { unsubscribe(link, at: index) }
        stopIdleTimers()
        announce(.disconnected(link))
        if pairings.hasAnnounced { pairings.linkEnded(link.id) }
    }

    /// Forgets everything that depended on links: the radio went off without a disconnect.
    func dropLinks() {
        dropChannels()
        while let link = links.popLast() { forget(link) }
    }

    // MARK: Subscriptions

    private func subscriptionChanged(
        _ id: Host.LinkID, _ handle: ATT.Handle, _ kinds: GATT.Subscription, at now: Instant
    ) {
        guard let index = database.index(of: handle), let link = link(id) else {
            return
        }
        rangingSubscribed(id, at: index, kinds)
        if kinds.isEmpty {
            unsubscribe(link, at: index)
            stopIdleTimers()
            return
        }
        guard database.subscribe(id, kinds, at: index) else { return }
        let uuid = uuid(at: index)
        timers.start(uuid, at: now)
        announce(.subscribed(uuid, link))
    }

    func unsubscribe(_ link: DeviceLink, at index: Int) {
        if database.unsubscribe(link.id, at: index) { announce(.unsubscribed(uuid(at: index), link)) }
    }

    func stopIdleTimers() {
        if !timers.isEmpty { timers.stopIdle { database.isHeard($0, in: definition.services) } }
    }

    func runTimers(at now: Instant) {
        if !timers.isEmpty {
            let device = device
            timers.run(at: now) { uuid, value in
                later {
                    if let bytes = value(device) { device.update(uuid, bytes) }
                }
            }
        }
        startDelayedSets(at: now)
    }
}
