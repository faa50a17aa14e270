import BluetoothPort
import BluetoothTypes
import FaradayEngine

// Calls and jobs in a world with a schedule.
extension WorldState {
    /// Takes a node's calls; those for managers may come later.
    mutating func admitCalls(of node: Node) {
        var fresh = Fifo<World.PendingCall>()
        node.takeCalls(into: &fresh)
        while let call = fresh.popFirst() { admit(call, of: node) }
        guard node.isHurried else { return }
        node.isHurried = false
        deliveries?.deliverAll(of: node.id, at: now)
    }

    private mutating func admit(_ call: World.PendingCall, of node: Node) {
        let late: (event: Scheduler.Event, time: Instant)?
        switch call {
        case .central(let recipient, _): late = deliveries?.admit(call, for: recipient, at: now)
        case .peripheral(let recipient, _): late = deliveries?.admit(call, for: recipient, at: now)
        case .accessory(let recipient, _): late = deliveries?.admit(call, for: recipient, at: now)
        case .nearby(let recipient, _): late = deliveries?.admit(call, for: recipient, at: now)
        case .call, .callOffMain:
            deliveries?.append(call, of: ObjectIdentifier(node))
            return
        }
        if let late { scheduler.schedule(late.event, at: late.time) }
    }

    /// An action of the test or of a device's script is due.
    mutating func happen(_ action: World.PendingCall) {
        if isScheduled {
            deliveries?.append(action, of: nil)
        } else {
            calls.append(action)
            noteArrivals()
        }
    }

    /// Makes one of the calls that are due the next one, unless there is a next one.
    mutating func pickCall() {
        guard calls.isEmpty, let call = deliveries?.pick() else { return }
        calls.append(call)
        noteArrivals()
    }

    /// Records an event when the app gets it.
    func record(_ event: Central.Event, for recipient: CentralRecipient) {
        if trace.isOn { trace.record(recipient.node, .up, .centralEvent(recipient.id, event)) }
    }

    /// Records an event when the app gets it.
    func record(_ event: Peripheral.Event, for recipient: PeripheralRecipient) {
        if trace.isOn { trace.record(recipient.node, .up, .peripheralEvent(recipient.id, event)) }
    }

    /// Records an event when the app gets it.
    func record(_ event: Accessories.Event, for recipient: AccessoryRecipient) {
        if trace.isOn { trace.record(recipient.node, .up, .accessoryEvent(recipient.id, event)) }
    }

    /// An event as a session of Nearby Interaction gets it: with the direction, if the phone's camera looks (29.9). It is
    /// recorded now, because the phone alone does not know where anything is.
    func seen(_ event: Nearby.Event, by recipient: NearbyRecipient) -> Nearby.Event {
        var event = event
        if recipient.usesCamera, case .updated(var object) = event, object.distance != nil {
            object.horizontalAngle = horizontalAngle(to: object.peer, from: recipient.node)
            event = .updated(object)
        }
        if trace.isOn { trace.record(recipient.node, .up, .nearbyEvent(recipient.id, event)) }
        return event
    }

    private func horizontalAngle(to peer: PeerIdentifier, from id: NodeID) -> Double? {
        let phone = phone(id)
        guard let address = phone.stack.model.address(of: peer),
            let device = nodes.first(where: { $0.isPresent(as: address) })
        else { return nil }
        return medium.position(of: id).horizontalAngle(
            to: medium.position(of: device.id), heading: phone.heading)
    }
}
