import BluetoothPort
import BluetoothTypes
import BluetoothWire

/// Everything of a world that its lock guards.
///
/// A step takes one event off the scheduler, lets what it concerns react, and moves packets between
/// controllers and hosts until all is quiet. What app code is to see collects in `deliveries`, which
/// the driver runs one by one without the lock.
struct WorldState {
    let scheduler = Scheduler()
    let medium: Medium
    let trace: TraceLog
    let bounds: World.Bounds
    var nodes: ContiguousArray<Node> = []
    /// The nodes that are phones.
    var phones: [NodeID] = []
    /// Attached controllers whose hosts have left.
    var freeControllers: [NodeID] = []
    /// Nodes that may have packets, deliveries or a new deadline.
    ///
    /// Not retained, and not retained while at work either: `nodes` keeps every node as long as the world.
    private var touched: ContiguousArray<Unmanaged<Node>> = []
    /// Phones and devices that are linked without an advertisement; nearly always none.
    var meetings: [Meeting] = []
    var deliveries = Fifo<World.Delivery>()
    var actions = ActionTable()
    var jobs = Fifo<Job>()
    var driver = DriverState()
    /// What floors above keep with the world, by its type.
    var kept: [ObjectIdentifier: any Sendable] = [:]
    /// Queues that the clock waits for, beside those of phones' managers.
    var queues: [WeakQueue] = []
    var misuses = MisuseLog()
    var mistakes = MistakeLog()
    /// Managers were made that have no session on a phone, as mocks' are.
    var hasOtherManagers = false
    /// Why the clock never moves again, if it does not.
    var refusal: World.Mistake?
    /// How things stood when a run last threw.
    var failedRun: WorldSnapshot?
    var pace = PaceState()
    /// What a run fails with next, if not nothing.
    var failure: World.RunError?
    /// How many events, deliveries and jobs there were since the clock last moved.
    private var workAtThisInstant = 0
    private var lastInstant = Instant.zero

    init(entropy: Entropy, bounds: World.Bounds) {
        medium = Medium(scheduler: scheduler, entropy: entropy)
        trace = TraceLog(scheduler: scheduler)
        self.bounds = bounds
    }

    var now: Instant { scheduler.now }

    // MARK: Stepping

    /// What a step found.
    enum Step {
        case stepped
        /// The next event lies behind the limit.
        case limit
        /// Nothing will ever happen by itself.
        case dry
        case bound(World.Bound)
    }

    /// Runs the next event that is not later than `limit`.
    mutating func step(until limit: Instant) -> Step {
        guard let event = scheduler.next(until: limit) else {
            return scheduler.count == 0 ? .dry : .limit
        }
        if scheduler.now != lastInstant {
            lastInstant = scheduler.now
            workAtThisInstant = 0
        }
        switch event.kind {
        case .radio: medium.run(event)
        case .deadline: reachDeadline(event)
        case .action:
            if let action = actions.take(event.index, event.generation) { deliveries.append(action) }
        }
        pump()
        if scheduler.count > bounds.pendingEvents { return .bound(.pendingEvents(bounds.pendingEvents)) }
        return countWork() ?? .stepped
    }

    /// Counts one event, delivery or job of this instant.
    mutating func countWork() -> Step? {
        workAtThisInstant += 1
        guard workAtThisInstant > bounds.workAtOneInstant else { return nil }
        workAtThisInstant = 0
        return .bound(.workAtOneInstant(bounds.workAtOneInstant))
    }

    private mutating func reachDeadline(_ event: Scheduler.Event) {
        let node = nodes[Int(event.index)]
        guard node.deadlineGeneration == event.generation else { return }
        node.armedDeadline = .max
        if let deadline = node.nextDeadline, deadline <= now { node.deadlineReached(at: now) }
        touch(node)
    }

    // MARK: Moving packets

    /// Puts `node` on the list of those to pump.
    mutating func touch(_ node: Node) {
        guard !node.isTouched else { return }
        node.isTouched = true
        touched.append(.passUnretained(node))
    }

    /// Moves packets between controllers and hosts until none is left, then collects deliveries.
    mutating func pump() {
        var rounds = 0
        while true {
            while let (id, packet) = medium.nextOutput() {
                if trace.isOn { trace.record(id, .up, .hci(packet)) }
                let node = nodes[id.index]
                touch(node)
                node.receive(packet, at: scheduler.now)
            }
            // A host that hears nothing has no more to say.
            if sendDown(), medium.hasOutput {
                rounds += 1
            } else if !meetings.isEmpty, holdMeeting() {
                rounds += 1
            } else {
                break
            }
            precondition(rounds < 100_000, "hosts and controllers exchange packets without end at \(now)")
        }
        guard !touched.isEmpty else { return }
        var next = 0
        while next < touched.count {
            touched[next]._withUnsafeGuaranteedRef { node in
                node.takeDeliveries(into: &deliveries)
                node.isTouched = false
                if !node.misuses.isEmpty { reportMisuses(of: node) }
                arm(node)
            }
            next += 1
        }
        touched.removeAll(keepingCapacity: true)
    }

    /// Hands every waiting packet of the touched hosts to the controllers; whether there was any.
    private mutating func sendDown() -> Bool {
        var sent = false
        var next = 0
        while next < touched.count {
            touched[next]._withUnsafeGuaranteedRef { node in
                while let packet = node.nextHCI() {
                    if trace.isOn { trace.record(node.id, .down, .hci(packet)) }
                    medium.receive(packet, from: node.id)
                    sent = true
                }
            }
            next += 1
        }
        return sent
    }

    /// Sees to it that an event waits not later than the node's next deadline. A deadline that moved
    /// back keeps the early event, which then finds nothing due: one event waits for each node.
    private func arm(_ node: Node) {
        guard let deadline = node.nextDeadline?.nanoseconds, deadline < node.armedDeadline else { return }
        node.armedDeadline = deadline
        node.deadlineGeneration &+= 1
        scheduler.schedule(
            Scheduler.Event(.deadline, index: node.id.rawValue, generation: node.deadlineGeneration),
            at: Instant(nanoseconds: deadline))
    }

    // MARK: Work for the driver

    /// Something the driver runs without the lock.
    enum Work {
        case central(any CentralSink, [Central.Event])
        case peripheral(any PeripheralSink, [Peripheral.Event])
        case call(@Sendable () -> Void)
        case job(Job)
    }

    /// Whether the driver has something to run before the clock may move.
    var hasWork: Bool { !deliveries.isEmpty || !jobs.isEmpty }

    /// Whether what comes next can run on the main queue: most callbacks of apps, and handlers, which run anywhere.
    var hasWorkForMainQueue: Bool {
        deliveries.isFirst { delivery in
            switch delivery {
            case .central(let session, let events):
                !session.isClosed && session.sink?.isAtHomeOnMainQueue(events) == true
            case .peripheral(let session, let events):
                !session.isClosed && session.sink?.isAtHomeOnMainQueue(events) == true
            case .call: true
            case .callOffMain: false
            }
        }
    }

    /// The next thing to run: deliveries first, then jobs; both in order.
    mutating func takeWork() -> Work? {
        while let delivery = deliveries.popFirst() {
            driver.isDelivering = true
            driver.wantsSettling = true
            driver.deliveryCount &+= 1
            if case .bound(let bound)? = countWork() { fail(bound) }
            switch consume delivery {
            case .central(let session, let events):
                guard !session.isClosed, let sink = session.sink else { continue }
                return .central(sink, events)
            case .peripheral(let session, let events):
                guard !session.isClosed, let sink = session.sink else { continue }
                return .peripheral(sink, events)
            case .call(let body), .callOffMain(let body):
                return .call(body)
            }
        }
        driver.isDelivering = false
        guard let job = jobs.popFirst() else { return nil }
        driver.wantsSettling = true
        if case .bound(let bound)? = countWork() { fail(bound) }
        return .job(job)
    }

    /// Makes the running or next run fail, unless it already does.
    mutating func fail(_ bound: World.Bound) {
        if failure == nil { failure = .boundReached(bound, pending: pendingDescriptions()) }
    }
}

/// Calls that wait for their time, by the number that their event carries.
struct ActionTable {
    private var entries: ContiguousArray<(action: World.Delivery?, generation: UInt32)> = []
    private var free: ContiguousArray<UInt32> = []

    /// Keeps `action`; the event that stands for it.
    mutating func insert(_ action: World.Delivery) -> Scheduler.Event {
        if let index = free.popLast() {
            entries[Int(index)].action = action
            entries[Int(index)].generation &+= 1
            return Scheduler.Event(.action, index: index, generation: entries[Int(index)].generation)
        }
        entries.append((action, 0))
        return Scheduler.Event(.action, index: UInt32(entries.count - 1))
    }

    /// Takes the action out, unless it was taken before.
    mutating func take(_ index: UInt32, _ generation: UInt32) -> World.Delivery? {
        guard entries[Int(index)].generation == generation, let action = entries[Int(index)].action else {
            return nil
        }
        entries[Int(index)].action = nil
        free.append(index)
        return action
    }

    /// Takes all of them out.
    mutating func takeAll() -> [World.Delivery] {
        var all: [World.Delivery] = []
        for index in entries.indices {
            guard let action = entries[index].action else { continue }
            entries[index].action = nil
            free.append(UInt32(index))
            all.append(action)
        }
        return all
    }
}
