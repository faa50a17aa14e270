import BluetoothHost
import BluetoothTypes
import BluetoothWire

/// A node that is scripted: a host, a database and the behaviours of its definition.
final class DeviceNode: Node {
    let definition: DeviceDefinition
    var host: Host
    /// The characteristics in handle order.
    var characteristics: [Characteristic] = []
    var links: [DeviceLink] = []
    var timers: [Timer] = []
    /// Whether each set of the definition is on air, as far as the host has said.
    var runningSets: [Bool]
    /// The first handle of the service published last.
    var lastServiceHandle: ATT.Handle = 0
    unowned let world: World
    var isOn = false
    var nextToken: UInt64 = 1
    var entropy: EntropyStream?
    private var outgoing = PacketQueue()
    private var deliveries: [World.Delivery] = []

    /// A characteristic of the definition, in the database.
    struct Characteristic {
        let handle: ATT.Handle
        let service: Int
        let index: Int
        /// What a read without handler gives, when the stack does not answer itself.
        var value: [UInt8]
        let isDynamic: Bool
        var subscribers: [Subscriber] = []
    }

    struct Subscriber {
        let link: Host.LinkID
        var kinds: GATT.Subscription
    }

    /// One `notifying` behaviour.
    struct Timer {
        let uuid: BluetoothUUID
        let interval: Nanoseconds
        let value: @Sendable (Device) -> [UInt8]?
        var due: Instant?
    }

    init(id: NodeID, definition: DeviceDefinition, address: DeviceAddress, world: World) {
        self.definition = definition
        self.world = world
        runningSets = definition.advertising.map { _ in false }
        host = Host(
            Host.Configuration(
                deviceName: definition.name, appearance: definition.appearance, address: address,
                preferredMTU: definition.preferredMTU))
        super.init(id: id, name: definition.name.isEmpty ? "device \(id.rawValue)" : definition.name)
        for behaviour in definition.behaviours {
            guard case .notifying(let uuid, let interval, let value) = behaviour.kind else { continue }
            timers.append(Timer(uuid: uuid, interval: interval, value: value))
        }
    }

    var device: Device { Device(world: world, id: id) }

    // MARK: The node's floor

    override func start(at now: Instant) {
        if characteristics.isEmpty { publishServices(at: now) }
        isOn = true
        host.handle(.powerOn, at: now)
        drainHost(at: now)
    }

    override func receive(_ packet: HCI.Packet, at now: Instant) {
        host.handle(packet, at: now)
        drainHost(at: now)
    }

    override var nextDeadline: Instant? {
        var earliest = host.nextDeadline
        for timer in timers {
            guard let due = timer.due else { continue }
            earliest = min(earliest ?? due, due)
        }
        return earliest
    }

    override func deadlineReached(at now: Instant) {
        host.deadlineReached(at: now)
        runTimers(at: now)
        drainHost(at: now)
    }

    override func nextHCI() -> HCI.Packet? { outgoing.next() }

    override func takeDeliveries(into all: inout DeliveryQueue) {
        guard !deliveries.isEmpty else { return }
        for delivery in deliveries { all.append(delivery) }
        deliveries.removeAll(keepingCapacity: true)
    }

    // MARK: The host

    /// Asks the host and takes what follows.
    func ask(_ command: Host.Command, at now: Instant) {
        host.handle(command, at: now)
        drainHost(at: now)
    }

    func drainHost(at now: Instant) {
        while let output = host.nextOutput() {
            switch output {
            case .controller(let packet): outgoing.append(packet)
            case .event(let event): handle(event, at: now)
            }
        }
    }

    /// Runs `body` outside the world's lock, when the current event has been worked off.
    func later(_ body: @escaping @Sendable () -> Void) { deliveries.append(.call(body)) }

    func announce(_ event: DeviceBehaviour.Event) {
        for behaviour in definition.behaviours {
            guard case .onEvent(let action) = behaviour.kind else { continue }
            let device = device
            later { action(device, event) }
        }
    }

    func makeToken() -> Host.Token {
        defer { nextToken += 1 }
        return Host.Token(nextToken)
    }
}

/// Packets on their way down, in order.
struct PacketQueue {
    private var packets: [HCI.Packet] = []
    private var first = 0

    mutating func append(_ packet: HCI.Packet) { packets.append(packet) }

    mutating func next() -> HCI.Packet? {
        guard first < packets.count else { return nil }
        let packet = packets[first]
        first += 1
        if first == packets.count {
            packets.removeAll(keepingCapacity: packets.capacity <= 16)
            first = 0
        }
        return packet
    }
}
