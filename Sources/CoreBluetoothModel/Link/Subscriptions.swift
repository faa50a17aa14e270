import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

// Apps' subscriptions to notifications and indications (behaviour 5.20–5.25).
extension PhoneModel {
    mutating func startNotify(_ operation: Operation, _ handle: ATT.Handle, _ isOn: Bool, _ slot: Int) {
        guard let session = operation.session else { return }
        guard let entry = links[slot].database.characteristics[handle] else {
            fail(operation, .unknown, slot)
            return
        }
        guard entry.properties.contains(.notify) || entry.properties.contains(.indicate) else {  // 5.22
            fail(operation, .att(code: ATT.ErrorCode.requestNotSupported.rawValue), slot)
            return
        }
        let subscribers = links[slot].database.subscribers(of: handle)
        guard subscribers.contains(session) != isOn else {  // 5.24
            tellNotify(session, handle, isOn, slot)
            return
        }
        // 5.25: the first manager turns the peer's notifications on, the last one turns them off.
        let others = subscribers.count - (isOn ? 0 : 1)
        guard others == 0 else {
            if isOn {
                addSubscriber(session, to: handle, slot)
            } else {
                removeSubscriber(session, from: handle, slot)
            }
            tellNotify(session, handle, isOn, slot)
            return
        }
        if let configuration = entry.configuration {
            let bits: UInt8 = entry.properties.contains(.notify) ? 0x01 : 0x02  // 5.20
            // A value may come before the peer's answer; the manager gets it too (5.21).
            if isOn { addSubscriber(session, to: handle, slot) }
            run(.write(configuration, [isOn ? bits : 0x00, 0x00]), for: operation, slot)
        } else if entry.descriptors == nil, let range = entry.descriptorRange {
            run(.discoverDescriptors(range), for: operation, slot)
        } else {  // section 8, ATT 10
            fail(operation, .att(code: ATT.ErrorCode.attributeNotFound.rawValue), slot)
        }
    }

    mutating func notifyWritten(_ operation: Operation, _ handle: ATT.Handle, _ isOn: Bool, _ slot: Int) {
        guard let session = operation.session else { return }
        if !isOn { removeSubscriber(session, from: handle, slot) }
        tellNotify(session, handle, isOn, slot)
    }

    private mutating func tellNotify(
        _ session: SessionID, _ handle: ATT.Handle, _ isOn: Bool, _ slot: Int
    ) {
        let identifier = peers[links[slot].peer].identifier
        tell(session, .notifyStateChanged(identifier, links[slot].name(handle), isNotifying: isOn, nil))
    }

    mutating func startUnsubscribing(_ operation: Operation, _ handle: ATT.Handle, _ slot: Int) {
        guard links[slot].database.subscribers(of: handle).isEmpty,
            let configuration = links[slot].database.characteristics[handle]?.configuration
        else { return }
        run(.write(configuration, [0x00, 0x00]), for: operation, slot)
    }

    func isSubscribed(_ session: SessionID, to handle: ATT.Handle, _ slot: Int) -> Bool {
        links[slot].database.subscribers(of: handle).contains(session)
    }

    private mutating func addSubscriber(_ session: SessionID, to handle: ATT.Handle, _ slot: Int) {
        if let index = links[slot].database.subscriptions.firstIndex(where: { $0.handle == handle }) {
            links[slot].database.subscriptions[index].sessions.append(session)
        } else {
            links[slot].database.subscriptions.append((handle, [session]))
        }
    }

    /// Returns whether it was the last one.
    @discardableResult
    mutating func removeSubscriber(_ session: SessionID, from handle: ATT.Handle, _ slot: Int) -> Bool {
        guard let index = links[slot].database.subscriptions.firstIndex(where: { $0.handle == handle }),
            let place = links[slot].database.subscriptions[index].sessions.firstIndex(of: session)
        else { return false }
        links[slot].database.subscriptions[index].sessions.remove(at: place)
        guard links[slot].database.subscriptions[index].sessions.isEmpty else { return false }
        links[slot].database.subscriptions.remove(at: index)
        return true
    }

    /// The peer sent a value by itself: every manager that subscribed gets it (5.1, 5.25).
    mutating func valueReceived(_ id: Host.LinkID, _ handle: ATT.Handle, _ value: [UInt8]) {
        guard let slot = slotOfLink[id] else { return }
        let identifier = peers[links[slot].peer].identifier
        let subscribers = links[slot].database.subscribers(of: handle)
        if subscribers.isEmpty { return serviceChangedReceived(slot, handle, value) }
        for session in subscribers {
            tell(session, .characteristicValue(identifier, links[slot].name(handle), .success(value)))
        }
    }
}
