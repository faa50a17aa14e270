import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel
import FaradayEngine

/// The layers of faults, as the world and its nodes see them: values that pass a stair go through here while a plan is
/// injected. A world without faults has none, and then each stair asks no more than whether there are any.
///
/// Every method is called under the world's lock.
protocol InjectedFaults: AnyObject {
    /// A node was added.
    func adopt(_ node: Node)
    /// A controller gives its host a packet.
    func up(_ packet: consuming HCI.Packet, to node: Node)
    /// A host gives its controller a packet.
    func down(_ packet: consuming HCI.Packet, from node: Node)
    /// An app gives a manager of the phone a command. Returns whether the phone must not see it.
    func isSwallowed(_ command: Central.Command, from session: SessionID, on phone: Node) -> Bool
    /// An app gives a manager of the phone a command. Returns whether the phone must not see it.
    func isSwallowed(_ command: Peripheral.Command, from session: SessionID, on phone: Node) -> Bool
    /// The phone has an event for an app. Returns whether the app gets it now.
    func passes(_ event: Central.Event, to session: SessionID, on phone: Node) -> Bool
    /// The phone has an event for an app. Returns whether the app gets it now.
    func passes(_ event: Peripheral.Event, to session: SessionID, on phone: Node) -> Bool
    /// The phone restarts.
    func restarts(_ phone: Node)
    /// Whether `takeOrders` would return anything.
    var hasOrders: Bool { get }
    /// What the world has to do: calls to make now, without the lock, and a call to make at a time.
    func takeOrders() -> (calls: [@Sendable () -> Void], wake: (Instant, @Sendable () -> Void)?)
}

extension WorldState {
    /// Gives every waiting packet of the controllers to the layers, on its way to the hosts.
    @inline(never)
    mutating func sendUpThroughFaults() {
        guard let faults else { return }
        while let (id, packet) = medium.nextOutput() {
            let node = nodes[id.index]
            touch(node)
            faults.up(packet, to: node)
        }
    }

    /// Gives every waiting packet of the touched hosts to the layers, on its way to the controllers. Returns whether
    /// there was any.
    @inline(never)
    mutating func sendDownThroughFaults() -> Bool {
        guard let faults else { return false }
        var sent = false
        var next = touched.first
        while let node = next?.takeUnretainedValue() {
            while let packet = node.nextHCI() {
                faults.down(packet, from: node)
                sent = true
            }
            next = node.nextTouched
        }
        return sent
    }

    /// Does what the faults that fired ask for.
    mutating func carryOutFaults() {
        guard let faults, faults.hasOrders else { return }
        let orders = faults.takeOrders()
        for call in orders.calls { calls.append(.call(call)) }
        guard let (time, wake) = orders.wake else { return }
        scheduler.schedule(actions.insert(.call(wake)), at: max(time, now))
    }
}
