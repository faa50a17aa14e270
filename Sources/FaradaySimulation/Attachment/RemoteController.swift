import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel
import FaradayEngine

/// The connection between a node of a world and a controller outside it: a real controller, or one of another
/// simulator.
///
/// The node has no place on the simulated air; its host speaks HCI through this handle. The bridge that carries the
/// packets calls `takePackets(_:)` when `onActivity` reports packets, and `receive(_:)` with the controller's packets.
///
/// A handle; may be used from any thread and from handlers.
public struct RemoteController: Sendable {
    let world: World
    /// The number of the node in its world.
    public let id: NodeID

    /// Gives packets of the controller to the node's host.
    public func receive(_ packets: some Collection<HCI.Packet>) {
        receive(packets.map { HCI.Received($0) })
    }

    /// Gives packets of the controller to the node's host. The world's trace has the bytes with which they came.
    package func receive(_ packets: [HCI.Received]) {
        world.perform { state in
            let node = state.nodes[id.index]
            for received in packets {
                if state.trace.isOn {
                    state.trace.record(id, .up, .hci(received.packet), sentBytes: received.bytes)
                }
                node.receive(received.packet, at: state.now)
            }
            state.touch(node)
        }
    }

    /// The controller has sent bytes that are no packet for a host: the world's trace has them.
    package func recordRejected(_ bytes: [UInt8]) {
        world.perform { $0.trace.record(rejected: bytes, id, .up) }
    }

    /// Takes the packets that wait for the controller, oldest first, at most `maximum`.
    public func takePackets(_ maximum: Int = .max) -> [HCI.Packet] {
        remote { node, _ in node.mailbox.take(maximum) }
    }

    /// Reports that the controller is gone: a device switches off, a phone has no Bluetooth any more.
    public func lose() { remote { node, now in node.loseController(at: now) } }

    private func remote<Result>(_ body: (any RemoteNode, Instant) -> Result) -> Result {
        world.perform(on: id) { node, now in
            guard let node = node as? any RemoteNode else {
                preconditionFailure("node \(id.rawValue) has a controller inside the world")
            }
            return body(node, now)
        }
    }
}

/// A node whose controller is elsewhere.
private protocol RemoteNode: Node {
    /// Packets for the controller, until they are taken.
    var mailbox: Mailbox { get set }
    func loseController(at now: Instant)
}

/// A device whose controller is outside the world. Packets for the controller go to the mailbox. The medium has no
/// controller with the device's number, so it takes none.
private final class RemoteDeviceNode: DeviceNode, RemoteNode {
    var mailbox: Mailbox
    /// The bonds that were last reported to the handler.
    private var toldBonds: [Bond]

    init(
        id: NodeID, attachment: RuleAttachment, address: DeviceAddress, world: World, entropy: [UInt8],
        identityResolvingKey: [UInt8]?, bonds: [Bond], mailbox: Mailbox
    ) {
        self.mailbox = mailbox
        toldBonds = bonds
        super.init(
            id: id, attachment: attachment, address: address, world: world, entropy: entropy,
            identityResolvingKey: identityResolvingKey)
        if !bonds.isEmpty { host.handle(.security(.setBonds(bonds)), at: .zero) }
    }

    override func nextHCI() -> HCI.Packet? {
        guard let packet = super.nextHCI() else { return nil }
        mailbox.append(packet)
        return packet
    }

    override func takeCalls(into calls: inout Fifo<World.PendingCall>) {
        if host.bonds != toldBonds {
            toldBonds = host.bonds
            mailbox.announce(.bondsChanged(toldBonds))
        }
        super.takeCalls(into: &calls)
        mailbox.takeCalls(into: &calls)
    }

    override func advertisingAnswered(_ status: HCI.ErrorCode) {
        mailbox.announce(.advertisingAnswered(status))
    }

    override func controllerFailed(_ failure: Host.ControllerFailure, at now: Instant) {
        super.controllerFailed(failure, at: now)
        mailbox.announce(.controllerFailed("\(failure)"))
    }

    func loseController(at now: Instant) { if isOn { powerOff(at: now) } }
}

/// A phone whose controller is outside the world.
private final class RemotePhoneNode: PhoneNode, RemoteNode {
    var mailbox: Mailbox

    init(id: NodeID, name: String, stack: PhoneStack, world: World, mailbox: Mailbox) {
        self.mailbox = mailbox
        super.init(id: id, name: name, stack: stack, world: world)
    }

    override func nextHCI() -> HCI.Packet? {
        guard let packet = super.nextHCI() else { return nil }
        mailbox.append(packet)
        return packet
    }

    override func takeCalls(into calls: inout Fifo<World.PendingCall>) {
        super.takeCalls(into: &calls)
        mailbox.takeCalls(into: &calls)
    }

    func loseController(at now: Instant) { stack.setRadio(.unsupported, at: now) }
}

extension World {
    /// Adds a device whose controller is outside the world. It starts at once, by resetting the controller.
    ///
    /// Handlers, behaviours and everything that `Device` offers work as on the simulated air. Only positions have no
    /// meaning. The world must be paced, because the controller's clock is real.
    ///
    /// - Parameters:
    ///   - definition: What the device is.
    ///   - entropy: 16 bytes from which the device's keys are derived; drawn from the world's seed if `nil`.
    ///   - identityResolvingKey: The key of its private addresses, 16 bytes as on the wire; derived from `entropy` if
    ///     `nil`.
    ///   - bonds: The bonds of earlier pairings.
    ///   - onActivity: Called when packets wait for the controller, when the host gives up the controller, and for the
    ///     other cases of `AttachmentActivity`. It runs on the thread that drives the world, without the world's lock.
    ///   - fileID: The caller's file, for reports.
    ///   - filePath: The path of that file.
    ///   - line: The caller's line.
    public func addRemote(
        _ definition: DeviceDefinition, entropy: [UInt8]? = nil, identityResolvingKey: [UInt8]? = nil,
        bonds: [Bond] = [], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line,
        onActivity: @escaping @Sendable (AttachmentActivity) -> Void
    ) -> (device: Device, controller: RemoteController) {
        let definition = definition.checked(
            by: self, at: SourcePlace(fileID: fileID, filePath: filePath, line: line))
        let mailbox = Mailbox(byteLimit: 1 << 20, handler: onActivity)
        let id = addRemoteNode(name: definition.name) { id in
            RemoteDeviceNode(
                id: id, attachment: RuleAttachment(to: definition, of: id, self.entropy),
                address: definition.address ?? self.entropy.randomStaticAddress(of: id), world: self,
                entropy: entropy ?? self.entropy.securityEntropy(of: id),
                identityResolvingKey: identityResolvingKey, bonds: bonds, mailbox: mailbox)
        }
        return (Device(world: self, id: id), RemoteController(world: self, id: id))
    }

    /// Adds a phone whose controller is outside the world. Its Bluetooth is on from the start.
    ///
    /// - Parameters:
    ///   - profile: The operating system of the phone.
    ///   - name: The phone's name, for messages and the timeline.
    ///   - onActivity: Called when packets wait for the controller, and when the host gives up the controller. It runs
    ///     on the thread that drives the world, without the world's lock.
    public func addRemotePhone(
        _ profile: OSProfile = .onForeignController, name: String = "phone",
        onActivity: @escaping @Sendable (AttachmentActivity) -> Void
    ) -> (phone: Phone, controller: RemoteController) {
        let mailbox = Mailbox(byteLimit: 1 << 20, handler: onActivity)
        let id = addRemoteNode(name: name) { id in
            RemotePhoneNode(
                id: id, name: name, stack: self.phoneStack(profile, name: name, of: id), world: self,
                mailbox: mailbox)
        }
        return (adopt(id, name: name, profile), RemoteController(world: self, id: id))
    }

    private func addRemoteNode(name: String, _ make: (NodeID) -> Node) -> NodeID {
        perform { state in
            let id = NodeID(UInt32(state.nodes.count))
            let node = make(id)
            node.trace = state.trace
            state.faults?.adopt(node)
            state.nodes.append(node)
            if state.trace.isOn { state.trace.record(id, .none, .world(.added(name: name, .outOfRange))) }
            node.start(at: state.now)
            state.touch(node)
            return id
        }
    }
}
