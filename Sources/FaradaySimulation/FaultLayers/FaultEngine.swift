import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel
import FaradayEngine

/// The faults of a world: which have fired, and the layers that make them happen.
///
/// Four layers: packets between controller and host of nodes (`LinkFaults`), commands and events of phones
/// (`PortFaults`), commands between a phone's model and its host (`StackFaults`), and frames that an initiator hears
/// (`ApproachLayer`). What else goes wrong, it asks of the world, as a test would (`+Orders`).
///
/// Every method is called under the world's lock; so no property is checked for exclusive access, neither here nor in the
/// layers.
final class FaultEngine: InjectedFaults {
    /// A fault, and what it has counted.
    struct Entry {
        let fault: Fault
        /// The fault's own, at hand for each packet.
        let layer: FaultLayer
        let operation: Fault.Operation
        /// The place of the fault that has to fire before, among all entries.
        let predecessor: Int?
        var stream: EntropyStream
        /// How many operations fitted.
        var count = 0
        var firings = 0
        /// Whether the time of the fault has come.
        var isOver = false
        /// The phones on which the fault has ended, because they have restarted.
        var cured: [NodeID] = []
    }

    unowned let world: World
    let medium: Medium
    let trace: TraceLog
    let scheduler: Scheduler
    @exclusivity(unchecked) private(set) var entries: [Entry] = []
    @exclusivity(unchecked) private(set) var firings: [FaultFiring] = []
    /// Whether any fault is about packets of links.
    @exclusivity(unchecked) private(set) var concernsLinks = false
    @exclusivity(unchecked) private var linkLayer: LinkFaults?
    @exclusivity(unchecked) private var portLayer: PortFaults?
    /// Made when the first fault between a model and its host is injected.
    @exclusivity(unchecked) private var inStacks: StackFaults?
    /// All nodes; the world keeps them as long as it exists.
    @exclusivity(unchecked) private var nodes: ContiguousArray<Unmanaged<Node>> = []
    @exclusivity(unchecked) private var names: [String] = []
    /// Links that have to end, and how.
    @exclusivity(unchecked) var drops: [(link: RadioLink, end: Fault.LinkEnd)] = []
    @exclusivity(unchecked) private var calls: [@Sendable () -> Void] = []
    /// When the world wakes the engine next.
    @exclusivity(unchecked) private var wake: Instant?
    @exclusivity(unchecked) private var wanted: Instant?

    init(world: World, medium: Medium, trace: TraceLog, scheduler: Scheduler) {
        self.world = world
        self.medium = medium
        self.trace = trace
        self.scheduler = scheduler
    }

    var now: Instant { scheduler.now }

    private var onLinks: LinkFaults {
        if let linkLayer { return linkLayer }
        let layer = LinkFaults(self)
        linkLayer = layer
        return layer
    }

    private var atPorts: PortFaults {
        if let portLayer { return portLayer }
        let layer = PortFaults(self)
        portLayer = layer
        return layer
    }

    // MARK: The plan

    func add(_ faults: [(place: Int, fault: Fault)], _ entropy: Entropy) {
        let first = entries.count
        for (_, fault) in faults {
            let predecessor = fault.point.predecessor.flatMap { wanted in
                faults.firstIndex { $0.place == wanted }.map { first + $0 }
            }
            // By what it is and not by its place: without another fault, this one draws the same.
            let same = entries.count { $0.fault == fault }
            let stream = entropy.stream("fault/\(fault)/\(same)")
            entries.append(
                Entry(
                    fault: fault, layer: fault.layer, operation: fault.point.operation,
                    predecessor: predecessor, stream: stream))
            if fault.layer == .stack { insertIntoStacks() }
            switch fault.point.operation {
            case .time: want(at: max(now, Instant(nanoseconds: fault.point.earliest?.count ?? 0)))
            case .scanReport: atPorts.concernsReports = true
            case .connect, .advertising, .publishing: break
            default:
                switch fault.layer {
                case .port: atPorts.concernsRequests = true
                case .link: concernsLinks = true
                case .stack: break
                }
            }
        }
    }

    private func insertIntoStacks() {
        guard inStacks == nil else { return }
        let layer = StackFaults(self)
        inStacks = layer
        for node in allNodes { layer.insert(into: node) }
    }

    // MARK: Stairs

    func restarts(_ phone: Node) { inStacks?.restarts(phone) }

    func up(_ packet: consuming HCI.Packet, to node: Node) {
        if concernsLinks { onLinks.up(packet, to: node) } else { onLinks.give(packet, to: node) }
    }

    func down(_ packet: consuming HCI.Packet, from node: Node) {
        if concernsLinks {
            onLinks.down(packet, from: node)
        } else {
            onLinks.give(packet, toControllerOf: node.id)
        }
    }

    func isSwallowed(_ command: Central.Command, from session: SessionID, on phone: Node) -> Bool {
        atPorts.isSwallowed(command, from: session, on: phone)
    }

    func isSwallowed(_ command: Peripheral.Command, from session: SessionID, on phone: Node) -> Bool {
        atPorts.isSwallowed(command, from: session, on: phone)
    }

    func passes(_ event: Central.Event, to session: SessionID, on phone: Node) -> Bool {
        atPorts.passes(event, to: session, on: phone)
    }

    func passes(_ event: Peripheral.Event, to session: SessionID, on phone: Node) -> Bool {
        atPorts.passes(event, to: session, on: phone)
    }

    /// Records a packet between host and controller.
    func record(_ packet: HCI.Packet, _ direction: TraceRecord.Direction, of node: NodeID) {
        guard trace.isOn else { return }
        // Layers hold back and change data only, of which every byte is in its value.
        if direction == .down { return trace.record(packet, from: self.node(node)) }
        trace.record(node, direction, .hci(packet))
    }

    // MARK: Nodes

    func adopt(_ node: Node) {
        nodes.append(.passUnretained(node))
        (node as? PhoneNode)?.faults = self
        inStacks?.insert(into: node)
    }

    var allNodes: [Node] { nodes.map { $0.takeUnretainedValue() } }
    func node(_ id: NodeID) -> Node { nodes[id.index].takeUnretainedValue() }

    /// The display name of a node.
    func name(of id: NodeID?) -> String? {
        guard let id else { return nil }
        if names.count != nodes.count { names = TraceNames.distinct(allNodes.map(\.name)) }
        return names[id.index]
    }

    /// The link between two nodes, if there is one.
    func link(_ central: NodeID?, _ peripheral: NodeID?) -> RadioLink? {
        medium.links.lazy.compactMap { $0 }.first { link in
            link.central.isOpen && link.peripheral.isOpen
                && (central == nil || link.central.controller.node == central)
                && (peripheral == nil || link.peripheral.controller.node == peripheral)
        }
    }

    /// The faults that have not acted.
    var unfired: [Fault] { entries.filter { $0.firings == 0 }.map(\.fault) }

    // MARK: What happens to it

    /// A change of an entry; only matching calls this.
    func change<Result>(_ place: Int, _ body: (inout Entry) -> Result) -> Result { body(&entries[place]) }

    func record(_ firing: FaultFiring, of node: NodeID?) {
        if firings.count < 1000 { firings.append(firing) }
        if trace.isOn { trace.record(node, .none, .world(.fault(firing))) }
    }

    // MARK: Orders

    var hasOrders: Bool { !calls.isEmpty || wanted != nil }

    /// Asks the world for a call without the lock.
    func order(_ call: @escaping @Sendable () -> Void) { calls.append(call) }

    /// Asks the world to wake the engine at a time.
    func want(at time: Instant) {
        if let wake, wake <= time, wake >= now { return }
        wanted = min(wanted ?? time, time)
    }

    func takeOrders() -> (calls: [@Sendable () -> Void], wake: (Instant, @Sendable () -> Void)?) {
        defer {
            calls = []
            wanted = nil
        }
        guard let wanted else { return (calls, nil) }
        wake = wanted
        return (calls, (wanted, { [weak world] in world?.perform { $0.faultsAreDue() } }))
    }

    /// The time has come for something that waits. Returns the nodes that got something.
    func due() -> [Node] {
        wake = nil
        let touched = onLinks.releasePackets() + atPorts.releaseEvents() + (inStacks?.endLinks() ?? [])
        atPorts.approach.expire(at: now)
        atPorts.updateApproach()
        for place in entries.indices where entries[place].operation == .time {
            timeHasCome(place)
        }
        wantNext()
        return touched
    }

    private func wantNext() {
        for link in onLinks.links {
            if let due = link.nextDue(after: now) { want(at: due) }
        }
        for event in atPorts.heldEvents { want(at: event.due) }
        if let due = inStacks?.nextDue { want(at: due) }
        if let due = atPorts.approach.nextEnd { want(at: due) }
        for entry in entries where entry.operation == .time && !entry.isOver {
            let time = Instant(nanoseconds: entry.fault.point.earliest?.count ?? 0)
            if time > now { want(at: time) }
        }
    }
}
