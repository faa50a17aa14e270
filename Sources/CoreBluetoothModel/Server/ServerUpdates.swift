import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Which centrals subscribed to the phone's database, and what is sent to them (behaviour 6.15–6.20).
extension PhoneModel {
    /// A central wrote a configuration, or the host found it in the central's bond.
    ///
    /// The configuration of a bonded central outlives the link (Core 6.0, Vol 3, Part G, 3.3.3.3). So the
    /// central is subscribed again as soon as the link is encrypted; the app gets `didSubscribeTo`, and
    /// updates to all subscribers are sent to it from then on. An app on that central gets no values before
    /// it has called `setNotifyValue` again (behaviour 5.25). That call writes the same configuration, so
    /// there is no second callback.
    mutating func subscriptionChanged(
        _ id: Host.LinkID, _ handle: ATT.Handle, _ subscription: GATT.Subscription
    ) {
        guard let slot = slotOfLink[id], let local = server.characteristics[handle] else { return }
        let place = local.subscribers.firstIndex { $0.link == slot }
        switch (place, subscription.isEmpty) {
        case (let place?, false):
            server.characteristics[handle]?.subscribers[place].subscription = subscription
        case (nil, false):
            let new = LocalCharacteristic.Subscriber(link: slot, subscription: subscription)
            server.characteristics[handle]?.subscribers.append(new)
            links[slot].subscriptions.append(handle)
            tell(local.session, .subscribed(subscriber(slot), characteristic: local.identifier))
        case (let place?, true):
            server.characteristics[handle]?.subscribers.remove(at: place)
            links[slot].subscriptions.removeAll { $0 == handle }
            tell(local.session, .unsubscribed(subscriber(slot), characteristic: local.identifier))
        case (nil, true): break
        }
    }

    /// A link's MTU grew: the central's `maximumUpdateValueLength` changes, without a callback (6.18).
    mutating func tellUpdateLength(_ slot: Int) {
        for peripheral in peripherals where peripheral.core.state == .poweredOn {
            tell(peripheral.core.id, .updateLengthChanged(subscriber(slot)))
        }
    }

    /// The link has ended: each subscription ends. An app gets nothing else for it (6.15).
    mutating func endServerSide(_ slot: Int, at now: Instant) {
        for handle in links[slot].subscriptions {
            guard let local = server.characteristics[handle] else { continue }
            server.characteristics[handle]?.subscribers.removeAll { $0.link == slot }
            tell(local.session, .unsubscribed(subscriber(slot), characteristic: local.identifier))
        }
        let id = links[slot].id
        for (request, pending) in server.requests.filter({ $0.value.link == id }).sorted(by: {
            $0.key < $1.key
        }) {
            server.abandon(request)
            // 6.22: the central gave up, so the app is at fault.
            if now - pending.arrived >= ServerState.requestTimeout - ServerState.requestTravel {
                effects.append(.misuse(pending.session, .unansweredRequest(pending.session)))
            }
        }
        for (session, count) in links[slot].updatesInFlight { giveBack(count, to: session) }
        links[slot].updatesInFlight = []
    }

    /// All links end at once, and in states below `.poweredOff` the database is cleared too (6.13). Apps only
    /// get the new state, as in the central role (1.15): no `didUnsubscribeFrom` for each subscription.
    mutating func endServerLinks(isCleared: Bool) {
        for request in server.requests.keys.sorted() { server.abandon(request) }
        // Each entry is changed in place, so the order does not matter.
        for handle in server.characteristics.keys { server.characteristics[handle]?.subscribers = [] }
        server.onAir = nil
        for index in peripherals.indices {
            peripherals[index].updatesInFlight = 0
            peripherals[index].owesReadiness = false
            guard isCleared else { continue }
            peripherals[index].advertisement = nil
            removeAllServices(index)
        }
        if isCleared { server.broadcasts = [] }
    }

    // MARK: Updates

    /// Sends a value to subscribers. Returns false if the queue is not empty and has no room for all of them
    /// (6.19).
    mutating func update(_ update: Peripheral.Update, _ index: Int) -> Bool {
        let session = peripherals[index].core.id
        let name = ServerState.Name(session: session, identifier: update.characteristic)
        guard let handle = server.handles[name], let local = server.characteristics[handle] else {
            effects.append(.misuse(session, .foreignObject(call: Peripheral.Update.call)))
            return false
        }
        let targets = local.subscribers.filter { subscriber in
            update.centrals?.contains(peers[links[subscriber.link].peer].identifier) ?? true
        }
        let inFlight = peripherals[index].updatesInFlight
        guard inFlight == 0 || inFlight + targets.count <= profile.updateQueueDepth else {
            peripherals[index].owesReadiness = true
            return false
        }
        peripherals[index].updatesInFlight += targets.count
        let value = update.value
        if let short = targets.first(where: { value.count > Int(links[$0.link].mtu) - 3 }) {  // 6.18
            effects.append(.misuse(session, .truncatedUpdate(value.count, Int(links[short.link].mtu) - 3)))
        }
        for target in targets {
            let token = effects.token(for: session)
            let kind: GATT.UpdateKind =
                target.subscription.contains(.notifications) ? .notification : .indication
            links[target.link].countUpdate(of: session, by: 1)
            effects.append(.host(.gatt(.update(links[target.link].id, token, handle, value, kind))))
        }
        return true
    }

    mutating func updateSent(_ id: Host.LinkID, _ token: Host.Token) {
        guard let slot = slotOfLink[id] else { return }
        let session = PhoneEffects.session(of: token)
        guard links[slot].countUpdate(of: session, by: -1) else { return }
        giveBack(1, to: session)
    }

    private mutating func giveBack(_ count: Int, to session: SessionID) {
        guard count > 0, let index = peripheralIndex(session) else { return }
        peripherals[index].updatesInFlight = max(0, peripherals[index].updatesInFlight - count)
        guard peripherals[index].owesReadiness else { return }
        peripherals[index].owesReadiness = false
        tell(session, .readyToUpdateSubscribers)
    }
}

extension Link {
    /// Counts an update that was given to the host (1) or was sent (-1). Returns false if none is open.
    @discardableResult
    mutating func countUpdate(of session: SessionID, by change: Int) -> Bool {
        if let index = updatesInFlight.firstIndex(where: { $0.session == session }) {
            guard updatesInFlight[index].count + change >= 0 else { return false }
            updatesInFlight[index].count += change
            return true
        }
        guard change > 0 else { return false }
        updatesInFlight.append((session, change))
        return true
    }
}
