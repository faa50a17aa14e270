import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// The values that a device sets and sends now, as far as its buffers allow.
struct DeviceUpdates {
    let node: DeviceNode
    let now: Instant

    /// Sets a value and sends it to subscribers. Returns whether there was room at each of them; `nil` if there is no
    /// such characteristic.
    func set(_ uuid: BluetoothUUID, to value: [UInt8]) -> Bool? {
        set(at: node.characteristics.indices.lazy.filter { node.uuid(at: $0) == uuid }, of: uuid, to: value)
    }

    /// The same for some of the characteristics of this type; `nil` for none.
    func set(at places: some Sequence<Int>, of uuid: BluetoothUUID, to value: [UInt8]) -> Bool? {
        var hasRoom: Bool?
        for place in places {
            let isTaken = set(at: place, to: value)
            hasRoom = isTaken && hasRoom != false
        }
        if let hasRoom { tell(uuid, value, isSent: hasRoom) }
        return hasRoom
    }

    /// Sends a value to one central, if it is subscribed.
    func send(_ value: [UInt8], at places: [Int], of uuid: BluetoothUUID, to link: Host.LinkID) -> Bool {
        var hasRoom = true
        for place in places {
            let subscribers = node.characteristics[place].subscribers
            guard let subscriber = subscribers.first(where: { $0.link == link }) else { continue }
            if !send(value, at: place, to: subscriber) { hasRoom = false }
        }
        tell(uuid, value, isSent: hasRoom)
        return hasRoom
    }

    private func set(at index: Int, to value: [UInt8]) -> Bool {
        store(value, at: index)
        var hasRoom = true
        // Asked where it is: a definition that is taken out is copied, 200 bytes for each update.
        if node.database.item(at: index, in: node.definition.services).hasConfiguration {
            for subscriber in node.characteristics[index].subscribers
            where !send(value, at: index, to: subscriber) { hasRoom = false }
        } else {
            // No central can subscribe to it, so every one gets it.
            let kind: GATT.UpdateKind =
                node.item(at: index).properties.contains(.notify) ? .notification : .indication
            for link in node.links where !send(value, at: index, as: kind, to: link.id) { hasRoom = false }
        }
        return hasRoom
    }

    /// Sets the value of the characteristic at `index`, and sends it to nobody.
    func store(_ value: [UInt8], at index: Int) {
        guard !node.database.setValue(value, at: index) else { return }
        node.host.handle(.gatt(.setValue(node.characteristics[index].handle, value)), at: now)
    }

    private func send(_ value: [UInt8], at index: Int, to subscriber: DeviceDatabase.Subscriber) -> Bool {
        let kind: GATT.UpdateKind =
            subscriber.kinds.contains(.notifications) ? .notification : .indication
        return send(value, at: index, as: kind, to: subscriber.link)
    }

    private func send(
        _ value: [UInt8], at index: Int, as kind: GATT.UpdateKind, to link: Host.LinkID
    ) -> Bool {
        guard hasRoom(for: link) else {
            if !node.refused.contains(link) { node.refused.append(link) }
            return false
        }
        let handle = node.characteristics[index].handle
        node.host.handle(.gatt(.update(link, node.makeToken(), handle, value, kind)), at: now)
        return true
    }

    /// Tells the timeline of a value, which then goes on to the controller.
    private func tell(_ uuid: BluetoothUUID, _ value: [UInt8], isSent: Bool) {
        node.note(isSent ? .update(uuid, value) : .refusedUpdate(uuid, value))
        node.drainHost(at: now)
    }

    // MARK: Room

    /// Whether this many more values to a central may wait; more than all that may wait counts as all.
    func hasRoom(for link: Host.LinkID, count: Int = 1) -> Bool {
        let depth = node.definition.updateQueueDepth
        return node.ask { $0.waitingUpdateCount(of: link) } <= depth - min(count, depth)
    }

    /// A value was sent, or never will be: the device's script hears if there is room again.
    func sent(to id: Host.LinkID) {
        guard node.hasRefused, hasRoom(for: id), let link = node.link(id),
            let place = node.refused.firstIndex(of: id)
        else { return }
        node.refused.remove(at: place)
        for behaviour in node.definition.behaviours {
            guard case .onReadyToUpdate(let action) = behaviour.kind else { continue }
            let device = node.device
            node.later { action(device, link) }
        }
    }
}
