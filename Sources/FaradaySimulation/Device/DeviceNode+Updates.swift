import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// Values that a device sets and sends.
extension DeviceNode {
    /// Returns whether there is such a characteristic.
    func update(_ uuid: BluetoothUUID, _ value: [UInt8], at now: Instant) -> Bool {
        var isKnown = false
        for index in characteristics.indices where self.uuid(at: index) == uuid {
            if !isKnown { note(.update(uuid, value)) }
            isKnown = true
            update(at: index, value, at: now)
        }
        if isKnown { drainHost(at: now) }
        return isKnown
    }

    func update(at index: Int, _ value: [UInt8], at now: Instant) {
        if !database.setValue(value, at: index) {
            host.handle(.gatt(.setValue(characteristics[index].handle, value)), at: now)
        }
        if !item(at: index).hasConfiguration { return sendToAll(value, at: index, at: now) }
        for subscriber in characteristics[index].subscribers {
            send(value, at: index, to: subscriber, at: now)
        }
    }

    func send(_ value: [UInt8], at index: Int, to subscriber: DeviceDatabase.Subscriber, at now: Instant) {
        let kind: GATT.UpdateKind =
            subscriber.kinds.contains(.notifications) ? .notification : .indication
        host.handle(
            .gatt(.update(subscriber.link, makeToken(), characteristics[index].handle, value, kind)), at: now)
    }

    /// Sends a value to every central, because no central can subscribe to it.
    private func sendToAll(_ value: [UInt8], at index: Int, at now: Instant) {
        let kind: GATT.UpdateKind = item(at: index).properties.contains(.notify) ? .notification : .indication
        for link in links {
            host.handle(
                .gatt(.update(link.id, makeToken(), characteristics[index].handle, value, kind)), at: now)
        }
    }
}
