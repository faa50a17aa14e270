import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// The faults of a world: which have fired, and the layers that make them happen.
///
/// Three layers: packets between controller and host of nodes (`FaultEngine+Up`, `+Down`), commands and events of
/// phones (`+Commands`, `+Events`), and frames that an initiator hears (`ApproachLayer`). What else goes wrong, it asks
/// of the world, as a test would (`+Orders`).
///
/// Every method is called under the world's lock.
final class FaultEngine: FaultStairs {
    /// A fault, and what it has counted.
    struct Entry {
        let fault: Fault
        /// The place of the fault that has to fire before, among all entries.
        let predecessor: Int?
        var stream: EntropyStream
        /// How many operations fitted.
        var count = 0
        var firings = 0
        /// Whether the time of the fault has come.
        var isOver = false
    }

    unowned let world: World
    let medium: Medium
    let trace: TraceLog
    let scheduler: Scheduler
    private(set) var entries: [Entry] = []
    private(set) var firings: [FaultFiring] = []
    /// Whether any fault is about packets of links.
    private(set) var concernsLinks = false
    /// Whether any fault is about an app's requests on a link.
    private(set) var concernsRequests = false
    /// Whether any fault is about scan reports.
    private(set) var concernsReports = false
    /// All nodes; the world keeps them as long as it exists.
    private var nodes: ContiguousArray<Unmanaged<Node>> = []
    private var names: [String] = []
    /// The links with traffic that faults have looked at.
    var links: [FaultyLink] = []
    /// Events of phones that wait.
    var heldEvents: [HeldEvent] = []
    /// Answers of phones that faults wait for.
    var expectedAnswers: [ExpectedAnswer] = []
    /// What phones that connect do not hear.
    let approach = ApproachLayer()
    /// Links that have to end, and how.
    var drops: [(link: RadioLink, end: Fault.LinkEnd)] = []
    private var calls: [@Sendable () -> Void] = []
    /// When the world wakes the engine next.
    private var wake: Instant?
    private var wanted: Instant?

    init(world: World, medium: Medium, trace: TraceLog, scheduler: Scheduler) {
        self.world = world
        self.medium = medium
        self.trace = trace
        self.scheduler = scheduler
    }

    var now: Instant { scheduler.now }

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
            entries.append(Entry(fault: fault, predecessor: predecessor, stream: stream))
            switch fault.point.operation {
            case .time: want(at: max(now, Instant(nanoseconds: fault.point.earliest?.count ?? 0)))
            case .scanReport: concernsReports = true
            case .connect, .advertising, .publishing: break
            default: if fault.isAtPort { concernsRequests = true } else { concernsLinks = true }
            }
        }
    }

    // MARK: Nodes

    func adopt(_ node: Node) {
        nodes.append(.passUnretained(node))
        node.faults = self
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
        return (calls, (wanted, { [weak world] in world?.faultsAreDue() }))
    }

    /// The time has come for something that waits. Returns the nodes that got something.
    func due() -> [Node] {
        wake = nil
        var touched = releasePackets()
        touched += releaseEvents()
        approach.expire(at: now)
        updateApproach()
        for place in entries.indices where entries[place].fault.point.operation == .time {
            timeHasCome(place)
        }
        wantNext()
        return touched
    }

    private func wantNext() {
        for link in links {
            if let due = link.nextDue(after: now) { want(at: due) }
        }
        for event in heldEvents { want(at: event.due) }
        if let due = approach.nextEnd { want(at: due) }
        for entry in entries where entry.fault.point.operation == .time && !entry.isOver {
            let time = Instant(nanoseconds: entry.fault.point.earliest?.count ?? 0)
            if time > now { want(at: time) }
        }
    }
}
