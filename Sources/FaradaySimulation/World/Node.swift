import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// The host side of one simulated node: what lives above its controller. A phone and a device are two of these.
///
/// Every method is called under the world's lock and must not call app code: what the app is to see is
/// handed out by `takeDeliveries` and run by the driver once the lock is free. After each call the world
/// asks for packets, deliveries and the next deadline, so a subclass only changes its own state.
///
/// What is touched at every event is marked `@exclusivity(unchecked)`: the world's lock lets in one thread,
/// no method calls back, and the run-time checks would be a fifth of the cost of a GATT read.
class Node {
    /// The node's number; also the index of its controller in the medium.
    let id: NodeID
    /// What a person calls this node, for traces and messages.
    let name: String
    /// Whether the world has this node on its list of nodes to pump; the world's own.
    @exclusivity(unchecked) final var isTouched = false
    /// The time of the deadline event that waits in the scheduler, `.max` if none does; the world's own.
    @exclusivity(unchecked) final var armedDeadline = Int64.max
    /// Tells the waiting deadline event from earlier ones; the world's own.
    @exclusivity(unchecked) final var deadlineGeneration: UInt32 = 0

    /// What app code above this node misused since the last pump; the world takes it.
    @exclusivity(unchecked) final var misuses: [Misuse] = []
    /// Where to record what crosses the node's own stairs, once the world has taken the node in.
    @exclusivity(unchecked) final var trace: TraceLog?

    /// What a floor above keeps for as long as there is the node.
    @exclusivity(unchecked) final var attachment: (any AnyObject & Sendable)?

    /// Creates a node; `id` and `name` come from the world.
    init(id: NodeID, name: String) {
        self.id = id
        self.name = name
    }

    /// The node's power comes on: the host resets its controller.
    func start(at now: Instant) {}
    /// A packet came up from the node's controller.
    func receive(_ packet: consuming HCI.Packet, at now: Instant) {}
    /// A deadline that `nextDeadline` reported has come.
    func deadlineReached(at now: Instant) {}
    /// When the node next has something to do by itself.
    var nextDeadline: Instant? { nil }
    /// The next packet for the node's controller.
    func nextHCI() -> HCI.Packet? { nil }
    /// Appends what the app or the device's script is to see, in order, and forgets it.
    func takeDeliveries(into deliveries: inout Fifo<World.Delivery>) {}
    /// The passkey on the node's display, while a pairing shows one.
    var shownPasskey: UInt32? { nil }
    /// The node's user answers what a pairing asked.
    func answerPairing(_ answer: Host.PairingAnswer, to number: UInt32, at now: Instant) {}
}

extension World {
    /// Something to run outside the world's lock, in order.
    enum Delivery {
        /// Events for a central manager.
        case central(CentralSession, [Central.Event])
        /// Events for a peripheral manager.
        case peripheral(PeripheralSession, [Peripheral.Event])
        /// A device's handler, an action of the test, a report; it runs anywhere.
        case call(@Sendable () -> Void)
        /// A call that waits for a queue of the app's own, and so is not for the main one: the app may wait for that.
        case callOffMain(@Sendable () -> Void)
    }
}
