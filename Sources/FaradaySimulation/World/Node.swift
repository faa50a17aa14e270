import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// The host side of one simulated node: everything above its controller. A phone and a device are two kinds of nodes.
///
/// Every method is called under the world's lock and must not call app code. `takeCalls` returns events for the
/// app, and the driver runs them when the lock is free. After each call the world asks for packets, calls and the
/// next deadline, so a subclass changes only its own state.
///
/// Properties that are used at every event are marked `@exclusivity(unchecked)`: only one thread holds the world's
/// lock, and no method calls back. The run-time checks would be a fifth of the cost of a GATT read.
class Node {
    /// The node's number; also the index of its controller in the medium.
    let id: NodeID
    /// The node's name, for traces and messages.
    let name: String
    /// Whether the world's list of nodes to pump contains this node; only the world uses it.
    @exclusivity(unchecked) final var isTouched = false
    /// Whether the node may have packets, calls or a new deadline; only the world uses it.
    @exclusivity(unchecked) final var isStirred = false
    /// Nothing follows from the packet that the node has just got: half of them only say that a packet was sent.
    @exclusivity(unchecked) final var isUnmoved = false
    /// The next node of that list; only the world uses it.
    @exclusivity(unchecked) final var nextTouched: Unmanaged<Node>?
    /// The time of the node's deadline event in the scheduler, `.max` if there is none; only the world uses it.
    @exclusivity(unchecked) final var armedDeadline = Int64.max
    /// Distinguishes the waiting deadline event from earlier ones; only the world uses it.
    @exclusivity(unchecked) final var deadlineGeneration: UInt32 = 0

    /// Calls that a schedule delays must come at once; only the world resets it.
    @exclusivity(unchecked) final var isHurried = false

    /// Misuses of app code on this node since the last pump, and whether the event that would have told the app is still
    /// on its way to it; the world takes them.
    @exclusivity(unchecked) final var misuses: [(misuse: Misuse, isCrossing: Bool)] = []
    /// The log for values that pass between the node's layers, once the node is in a world.
    @exclusivity(unchecked) final var trace: TraceLog?

    /// What a higher layer keeps for as long as the node exists.
    @exclusivity(unchecked) final var attachment: (any AnyObject & Sendable)?

    /// Creates a node; `id` and `name` come from the world.
    init(id: NodeID, name: String) {
        self.id = id
        self.name = name
    }

    /// The node is switched on: the host resets its controller.
    func start(at now: Instant) {}
    /// The node's controller sends a packet to the host. May set `isUnmoved`.
    func receive(_ packet: consuming HCI.Packet, at now: Instant) {}
    /// The same, for the world, which asks only nodes that are stirred.
    @inline(__always)
    final func take(_ packet: consuming HCI.Packet, at now: Instant) {
        isUnmoved = false
        receive(packet, at: now)
        if !isUnmoved { isStirred = true }
    }
    /// The world asks the node for the last time; returns whether it has to.
    @inline(__always)
    final func calm() -> Bool {
        defer { isStirred = false }
        return isStirred
    }
    /// A deadline from `nextDeadline` has been reached.
    func deadlineReached(at now: Instant) {}
    /// When the node must next do something by itself.
    var nextDeadline: Instant? { nil }
    /// The next packet for the node's controller.
    func nextHCI() -> HCI.Packet? { nil }
    /// The bytes of the last packet for the controller, if a host outside the world sent them and they are not what the
    /// packet encodes to.
    func sentBytes(of packet: HCI.Packet) -> [UInt8]? { nil }
    /// Appends events for the app or the device's script, in order, and removes them from the node.
    func takeCalls(into calls: inout Fifo<World.PendingCall>) {}
    /// The passkey on the node's display, while a pairing shows one.
    var shownPasskey: UInt32? { nil }
    /// The node's user answers a pairing prompt.
    func answerPairing(_ answer: Host.PairingAnswer, to number: UInt32, at now: Instant) {}
    /// The node is removed permanently: what must be released outside the world's lock.
    func retire() -> Any? { nil }

    /// What an attribute of the node's own database belongs to; `nil` if the node does not know.
    func attributePlace(_ handle: ATT.Handle) -> AttributePlace? { nil }
    /// The ATT MTU of the link with a connection handle.
    func mtu(ofConnection handle: UInt16) -> UInt16 { ATT.defaultMTU }

    // What the node knows, for messages.

    /// Adds what the node is and offers, for lists of nodes.
    func describe(in description: inout NodeDescription) {}
    /// What apps on the node have requested and what they scan for, one line each.
    func requestDescriptions(_ names: TraceNames) -> [String] { [] }
    /// Adds the names by which the node knows attributes, and those of the peers among `nodes`.
    func addNames(to names: inout TraceNames, _ nodes: ContiguousArray<Node>) {}
    /// The identifier by which apps on the node know a peer.
    func identifier(of peer: DeviceAddress) -> PeerIdentifier? { nil }

    // Links without an advertisement.

    /// Whether the node wants a link to the device with this address, whether or not the device advertises.
    func expects(_ device: DeviceAddress) -> Bool { false }
    /// Whether the node is on and has this address.
    func isPresent(as address: DeviceAddress) -> Bool { false }
    /// The node has been linked with `device`, and its host does not know about the link yet.
    func met(_ device: Node, at address: DeviceAddress) {}
}

extension TraceLog {
    /// A host gives its controller a packet.
    func record(_ packet: HCI.Packet, from node: Node) {
        record(node.id, .down, .hci(packet), sentBytes: node.sentBytes(of: packet))
    }

    /// Somebody outside the world has sent bytes that are no packet for the other end.
    func record(rejected bytes: [UInt8], _ node: NodeID, _ direction: TraceRecord.Direction) {
        guard isOn, let packet = HCI.Packet(lenient: bytes) else { return }
        record(node, direction, .hci(packet), sentBytes: HCI.Received(packet, from: bytes).bytes)
    }
}

extension World {
    /// A call of app code, or of the test, that waits for the driver; calls run outside the world's lock, in order.
    enum PendingCall {
        /// An event for a central manager.
        case central(CentralRecipient, Central.Event)
        /// An event for a peripheral manager.
        case peripheral(PeripheralRecipient, Peripheral.Event)
        /// An event for an accessory session.
        case accessory(AccessoryRecipient, Accessories.Event)
        /// An event for a session of Nearby Interaction.
        case nearby(NearbyRecipient, Nearby.Event)
        /// A device's handler, an action of the test, a report; it runs anywhere.
        case call(@Sendable () -> Void)
        /// A call that waits for a queue of the app and so must not run on the main queue: the app's queue may wait for
        /// the main queue.
        case callOffMain(@Sendable () -> Void)
    }
}
