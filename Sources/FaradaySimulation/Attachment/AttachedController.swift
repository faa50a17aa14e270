import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// A controller on a world's air whose host is outside Faraday: another stack, firmware, or a fuzzer.
///
/// ```swift
/// let controller = world.addController(name: "Zephyr", at: .meters(1))
/// controller.send(.command(.reset))
/// let answers = controller.takePackets()
/// ```
///
/// A handle; may be used from any thread and from handlers. After `remove` it does nothing.
public struct AttachedController: Sendable {
    let world: World
    /// The controller's number in the world.
    public let id: NodeID
    /// The public device address of the controller.
    public let address: DeviceAddress
    /// Distinguishes this handle from those of earlier hosts of the controller.
    let generation: UInt32

    /// Sends a packet of the host to the controller; the controller's answers wait in `takePackets(_:)`.
    public func send(_ packet: HCI.Packet) { send(CollectionOfOne(packet)) }

    /// Sends packets of the host to the controller, in order.
    public func send(_ packets: some Collection<HCI.Packet>) { send(packets.map { HCI.Received($0) }) }

    /// Sends packets of the host to the controller, in order. The world's trace has the bytes with which they came.
    package func send(_ packets: [HCI.Received]) {
        perform { node in
            for packet in packets { node.outgoing.append(packet) }
        }
    }

    /// The host has sent bytes that are no packet for a controller: the world's trace has them.
    package func recordRejected(_ bytes: [UInt8]) {
        world.perform { state in
            if state.attached(id, generation) != nil { state.trace.record(rejected: bytes, id, .down) }
        }
    }

    /// Takes the packets that wait for the host, oldest first, at most `maximum`.
    public func takePackets(_ maximum: Int = .max) -> [HCI.Packet] {
        world.perform { state in
            guard let node = state.attached(id, generation) else { return [] }
            let packets = node.mailbox.take(maximum)
            // The controller has room again for as much data.
            state.medium.controller(of: id)?.hostHasRead(Mailbox.dataSize(of: packets))
            state.touch(node)
            return packets
        }
    }

    /// Whether more bytes waited for the host than the limit, so that packets were lost. Data and reports are not lost so:
    /// data stays with the peers that send it, and too many reports are dropped.
    public var hasOverflowed: Bool { perform { $0.mailbox.hasOverflowed } ?? false }

    /// How many reports of advertising and of Channel Sounding were dropped since the last call, because the host did not
    /// take them.
    public func takeDroppedReports() -> Int { perform { $0.mailbox.takeDroppedReports() } ?? 0 }

    /// Moves the controller at once.
    public func move(to position: Position) { if isAttached { world.move(id, to: position) } }

    /// Whether the controller is on the air: `remove()` has not been called yet.
    public var isAttached: Bool { perform { _ in true } ?? false }

    /// Removes the controller from the air as a power cut would: links end at its peers by supervision timeout. The
    /// next host that is attached under the same name gets this controller again, with the same address.
    public func remove() {
        world.perform { state in
            guard let node = state.attached(id, generation) else { return }
            if state.trace.isOn { state.trace.record(id, .none, .world(.removed)) }
            node.detach()
            state.medium.setPowered(id, false)
            state.freeControllers.append(id)
            state.touch(node)
        }
    }

    private func perform<Result>(_ body: (AttachedNode) -> Result) -> Result? {
        world.perform { state in
            guard let node = state.attached(id, generation) else { return nil }
            defer { state.touch(node) }
            return body(node)
        }
    }
}

/// The node behind an attached controller: it only carries packets.
final class AttachedNode: Node {
    var outgoing = Fifo<HCI.Received>()
    /// The packet that the controller got last.
    private var sent: HCI.Received?
    /// Packets for the host, until it takes them.
    var mailbox: Mailbox
    private(set) var isAttached = true
    private(set) var generation: UInt32 = 0

    init(id: NodeID, name: String, mailbox: Mailbox) {
        self.mailbox = mailbox
        super.init(id: id, name: name)
    }

    /// The host has left.
    func detach() {
        isAttached = false
        outgoing = Fifo()
        mailbox = Mailbox(byteLimit: 1, handler: nil)
    }

    /// Another host takes over.
    func attach(_ mailbox: Mailbox) {
        self.mailbox = mailbox
        isAttached = true
        generation &+= 1
    }

    override func receive(_ packet: consuming HCI.Packet, at now: Instant) {
        if isAttached { mailbox.append(packet) }
    }

    override func nextHCI() -> HCI.Packet? {
        sent = outgoing.popFirst()
        return sent?.packet
    }

    override func sentBytes(of packet: HCI.Packet) -> [UInt8]? { sent?.packet == packet ? sent?.bytes : nil }

    override func takeCalls(into calls: inout Fifo<World.PendingCall>) {
        mailbox.takeCalls(into: &calls)
    }
}

extension Medium {
    /// Switches a controller on whose host reads from a mailbox.
    fileprivate func switchOn(_ node: NodeID, for mailbox: Mailbox) {
        setPowered(node, true)
        controller(of: node)?.limitUnreadData(to: mailbox.dataLimit)
    }
}

extension WorldState {
    /// The node of an attached controller, unless its host has left.
    fileprivate func attached(_ id: NodeID, _ generation: UInt32) -> AttachedNode? {
        guard let node = nodes[id.index] as? AttachedNode, node.isAttached, node.generation == generation
        else { return nil }
        return node
    }

    /// Gives the controller that was removed under `name` to another host.
    fileprivate mutating func reattach(
        _ name: String, at position: Position, _ mailbox: Mailbox
    ) -> AttachedNode? {
        guard let place = freeControllers.firstIndex(where: { nodes[$0.index].name == name }) else {
            return nil
        }
        let id = freeControllers.remove(at: place)
        guard let node = nodes[id.index] as? AttachedNode else {
            preconditionFailure("node \(id.rawValue) is not an attached controller")
        }
        node.attach(mailbox)
        if trace.isOn { trace.record(id, .none, .world(.added(name: name, position))) }
        medium.move(id, to: position)
        medium.switchOn(id, for: mailbox)
        return node
    }
}

extension World {
    /// Adds a controller for a host outside the world. A controller that was removed under the same name comes back.
    ///
    /// - Parameters:
    ///   - name: The controller's name, for the timeline.
    ///   - position: The position of the controller.
    ///   - channelSounding: What it can do in Channel Sounding; nil for nothing. A controller that comes back keeps
    ///     what it had.
    ///   - byteLimit: How many bytes may wait for a host that does not take them. Data gets a quarter of that, then peers
    ///     have to keep theirs; reports are dropped when half of it is in use.
    ///   - onActivity: Called when packets begin to wait, and when too many bytes wait. It runs on the thread that
    ///     drives the world, without the world's lock.
    package func attachController(
        name: String, at position: Position = .meters(1), channelSounding: ChannelSoundingRadio? = nil,
        byteLimit: Int = 1 << 24,
        onActivity: (@Sendable (AttachmentActivity) -> Void)? = nil
    ) -> AttachedController {
        let mailbox = Mailbox(byteLimit: max(1, byteLimit), handler: onActivity)
        let known = perform { state in
            state.reattach(name, at: position, mailbox).map { ($0.id, $0.generation) }
        }
        if let (id, generation) = known {
            return AttachedController(
                world: self, id: id, address: entropy.publicAddress(of: id), generation: generation)
        }
        let id = addNode(name: name, txPower: 0, at: position) {
            $0.channelSounding = channelSounding
        } _: { id in
            AttachedNode(id: id, name: name, mailbox: mailbox)
        }
        perform { $0.medium.switchOn(id, for: mailbox) }
        return AttachedController(world: self, id: id, address: entropy.publicAddress(of: id), generation: 0)
    }
}
