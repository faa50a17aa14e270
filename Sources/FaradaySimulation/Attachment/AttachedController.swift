import BluetoothTypes
import BluetoothWire

/// A controller on a world's air whose host is not ours: another stack, firmware, or a fuzzer.
///
/// ```swift
/// let controller = world.addController(name: "Zephyr", at: .meters(1))
/// controller.send(.command(.reset))
/// let answers = controller.takePackets()
/// ```
///
/// May be used from any thread.
public struct AttachedController: Sendable {
    let world: World
    let id: NodeID

    /// Hands a packet of the host to the controller; its answers wait in `takePackets()`.
    public func send(_ packet: HCI.Packet) {
        world.perform(on: id) { node, _ in (node as? AttachedNode)?.outgoing.append(packet) }
    }

    /// The packets for the host since the last call, oldest first.
    public func takePackets() -> [HCI.Packet] {
        world.perform(on: id) { node, _ in
            guard let node = node as? AttachedNode else { return [] }
            defer { node.received.removeAll() }
            return node.received
        }
    }

    /// Puts the controller somewhere else at once.
    public func move(to position: Position) { world.move(id, to: position) }
}

/// The node behind an attached controller: it only carries packets.
final class AttachedNode: Node {
    var outgoing = Fifo<HCI.Packet>()
    /// For the host, until it asks; bounded, since a host may never ask.
    var received: [HCI.Packet] = []
    private static let capacity = 65_536

    override func receive(_ packet: consuming HCI.Packet, at now: Instant) {
        if received.count < Self.capacity { received.append(packet) }
    }

    override func nextHCI() -> HCI.Packet? { outgoing.popFirst() }
}

extension World {
    /// Adds a controller whose host is not ours.
    public func addController(name: String, at position: Position = .meters(1)) -> AttachedController {
        let id = addNode(name: name, txPower: 0, at: position) { id in
            AttachedNode(id: id, name: name)
        }
        return AttachedController(world: self, id: id)
    }
}
