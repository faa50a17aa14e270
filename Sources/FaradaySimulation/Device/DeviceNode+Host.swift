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
        case .disconnected(let id, _):
            closed(id, at: now)
        case .advertisingEnded(let set, _):
            runningSets[Int(set.rawValue)] = false
            restartAdvertising(at: now)
        case .advertisingStarted(let set, let status):
            runningSets[Int(set.rawValue)] = status == .success
        case .serviceAdded(let token, .success(let handles)):
            published(handles, service: Int(token.rawValue))
        case .serviceAdded(_, .failure(let problem)):
            preconditionFailure("device \(name) can't publish its services: \(problem)")
        case .attributeRead(let request):
            answer(request, at: now)
        case .attributeWritten(let request):
            answer(request, at: now)
        case .subscriptionChanged(let link, let handle, let kinds):
            subscriptionChanged(link, handle, kinds, at: now)
        case .parametersRequested(let link, _):
            host.handle(.answerParameterRequest(link, accept: true), at: now)
        case .controllerFailed(let failure):
            controllerFailed(failure, at: now)
        case .poweredOff, .advertisementReceived, .connectFailed, .parametersUpdated,
            .dataLengthChanged, .phyChanged, .rssi, .mtuChanged, .procedureEnded, .commandSent,
            .valueReceived, .serviceChanged, .serviceRemoved, .updateSent:
            break
        case .pairingPrompted, .pairingPromptEnded, .securityRequested, .securityChanged, .securityEnded,
            .bondChanged, .identityResolved, .outOfBandData:
            handleSecurity(event, at: now)
        case .channelOpened, .channelFailed, .channelReceived, .channelSent, .channelClosed:
            handleChannel(event, at: now)
        }
    }

    // MARK: Links

    private func opened(_ link: DeviceLink, at now: Instant) {
        links.append(link)
        restartAdvertising(at: now)
        announce(.connected(link))
        let required = definition.security.requires
        if required != .none { host.handle(.secure(link.id, required), at: now) }
    }

    private func closed(_ id: Host.LinkID, at now: Instant) {
        guard let index = links.firstIndex(where: { $0.id == id }) else { return }
        let link = links.remove(at: index)
        restartAdvertising(at: now)
        forget(link)
    }

    /// Ends what lived on a link that is gone.
    private func forget(_ link: DeviceLink) {
        for index in characteristics.indices { unsubscribe(link, at: index) }
        stopIdleTimers()
        announce(.disconnected(link))
    }

    /// Forgets everything that lived on links: the radio went off without a word.
    func dropLinks() {
        if !channels.isEmpty || !openings.isEmpty { dropChannels() }
        while let link = links.popLast() { forget(link) }
    }

    // MARK: Advertising

    func startAdvertising(at now: Instant) {
        isSilenced = false
        for index in definition.advertising.indices { startSet(index, at: now) }
    }

    private func startSet(_ index: Int, at now: Instant) {
        let set = Host.AdvertisingSetID(UInt8(index))
        runningSets[index] = true
        let parameters = definition.advertising[index].parameters(name: definition.name)
        host.handle(.startAdvertising(set, parameters), at: now)
    }

    /// A connectable set ends with the connection it led to; it starts again when that is over, or at
    /// once if the definition says so.
    private func restartAdvertising(at now: Instant) {
        guard isOn, !isSilenced else { return }
        for (index, advertising) in definition.advertising.enumerated() {
            guard !runningSets[index], links.isEmpty || advertising.continuesWhileConnected else { continue }
            startSet(index, at: now)
        }
    }

    // MARK: Subscriptions

    private func subscriptionChanged(
        _ id: Host.LinkID, _ handle: ATT.Handle, _ kinds: GATT.Subscription, at now: Instant
    ) {
        guard let index = characteristicIndex(handle), let link = links.first(where: { $0.id == id }) else {
            return
        }
        if kinds.isEmpty {
            unsubscribe(link, at: index)
            stopIdleTimers()
            return
        }
        let uuid = uuid(at: index)
        if let place = characteristics[index].subscribers.firstIndex(where: { $0.link == id }) {
            characteristics[index].subscribers[place].kinds = kinds
            return
        }
        characteristics[index].subscribers.append(Subscriber(link: id, kinds: kinds))
        for timer in timers.indices where timers[timer].uuid == uuid && timers[timer].due == nil {
            timers[timer].due = now + timers[timer].interval
        }
        announce(.subscribed(uuid, link))
    }

    private func unsubscribe(_ link: DeviceLink, at index: Int) {
        guard let place = characteristics[index].subscribers.firstIndex(where: { $0.link == link.id }) else {
            return
        }
        characteristics[index].subscribers.remove(at: place)
        announce(.unsubscribed(uuid(at: index), link))
    }

    private func stopIdleTimers() {
        for index in timers.indices {
            let uuid = timers[index].uuid
            let isHeard = characteristics.indices.contains {
                self.uuid(at: $0) == uuid && !characteristics[$0].subscribers.isEmpty
            }
            if !isHeard { timers[index].due = nil }
        }
    }

    func runTimers(at now: Instant) {
        for index in timers.indices {
            guard let due = timers[index].due, due <= now else { continue }
            timers[index].due = due + timers[index].interval
            let (device, uuid, value) = (device, timers[index].uuid, timers[index].value)
            later {
                if let bytes = value(device) { device.update(uuid, bytes) }
            }
        }
    }
}
