import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// Everything of a world that its lock guards.
///
/// A step takes one event from the scheduler and lets the nodes that it concerns react. Then it moves packets between
/// controllers and hosts until none is left. Events for app code collect in `calls`, which the driver runs one by
/// one without the lock.
struct WorldState {
    let scheduler: Scheduler
    let medium: Medium
    let trace: TraceLog
    let bounds: World.Bounds
    var nodes: ContiguousArray<Node> = []
    /// The nodes that are phones.
    var phones: [NodeID] = []
    /// Attached controllers whose hosts have left.
    var freeControllers: [NodeID] = []
    /// Nodes that may have packets, calls or a new deadline.
    ///
    /// Not retained, not even while in use: `nodes` keeps every node as long as the world exists.
    private(set) var touched: ContiguousArray<Unmanaged<Node>> = []
    /// Phones and devices that are linked without an advertisement; nearly always none.
    var meetings: [Meeting] = []
    var calls = Fifo<World.PendingCall>()
    /// Where calls wait first whose order and time follow a schedule; `nil` with the plain one.
    let deliveries: Deliveries?
    var actions = ActionTable()
    var jobs = Fifo<Job>()
    /// How many jobs came from a thread that did not drive.
    var foreignJobs = 0
    var driver = DriverMachine()
    /// What is behind the driver's numbers.
    var shell = DriverShell()
    /// The streams that app-facing code draws from, by name.
    var draws: [String: EntropyStream] = [:]
    /// What higher layers keep with the world, by its type.
    var kept: [ObjectIdentifier: any Sendable] = [:]
    /// Queues that the clock waits for, besides those of phones' managers.
    var queues: [WeakQueue] = []
    var misuses = MisuseLog()
    var mistakes = MistakeLog()
    /// The layers of faults; a world without faults has none.
    var faults: (any FaultStairs)?
    /// Whether every injected fault must do something before the test ends.
    var requiresFaults = false
    /// Managers exist that have no session on a phone, as those of mocks.
    var hasOtherManagers = false
    /// Called without the lock after each callback and job, and before each event; only for rules of the test.
    var watch: (@Sendable () -> Void)?
    /// Why the clock never moves again, if it is stopped.
    var refusal: World.Mistake?
    /// The error with which the next run fails, if any.
    var failure: World.RunError?
    /// How many events, calls and jobs have run since the clock last moved.
    private var workAtThisInstant = 0
    private var lastInstant = Instant.zero

    init(entropy: Entropy, bounds: World.Bounds, schedule: Schedule) {
        let scheduler = Scheduler()
        if schedule.parts.contains(.instants) {
            var stream = Entropy(seed: schedule.seed).stream("schedule/instants")
            scheduler.mixTies(seed: stream.next())
        }
        self.scheduler = scheduler
        deliveries = schedule.isPlain ? nil : Deliveries(schedule)
        medium = Medium(scheduler: scheduler, entropy: entropy)
        trace = TraceLog(scheduler: scheduler)
        self.bounds = bounds
    }

    var now: Instant { scheduler.now }

    /// Whether the order and the time of calls follow a schedule.
    var isScheduled: Bool { deliveries != nil }

    // MARK: Stepping

    /// What a step found.
    enum Step {
        case stepped
        /// The next event is later than the limit.
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
            if let action = actions.take(event.index, event.generation) { happen(action) }
        case .delivery: deliveries?.deliver(event.index, at: now)
        }
        if let bound = pump() { return .bound(bound) }
        if scheduler.count > bounds.pendingEvents { return .bound(.pendingEvents(bounds.pendingEvents)) }
        return countWork() ?? .stepped
    }

    /// Counts one event, call or job of this instant.
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

    /// Adds `node` to the list of nodes to pump.
    mutating func touch(_ node: Node) { touch(Unmanaged.passUnretained(node)) }

    private mutating func touch(_ node: Unmanaged<Node>) {
        let isTouched = node._withUnsafeGuaranteedRef { node in
            defer { node.isTouched = true }
            return node.isTouched
        }
        if !isTouched { touched.append(node) }
    }

    /// Moves packets between controllers and hosts until none is left, then collects the calls for app code. Returns
    /// the bound that was reached if the packets do not end; the next event goes on with them.
    @inline(__always)
    mutating func pump() -> World.Bound? {
        // Most events of a crowd of advertisers reach no host.
        guard medium.hasOutput || !touched.isEmpty || !meetings.isEmpty else { return nil }
        return movePackets()
    }

    private mutating func movePackets() -> World.Bound? {
        var rounds = 0
        while true {
            // A loop that asks for layers copies each packet, so there are two.
            if faults == nil { sendUp() } else { sendUpThroughFaults() }
            // A host that receives nothing has nothing more to send.
            if faults == nil ? sendDown() : sendDownThroughFaults(), medium.hasOutput {
                rounds += 1
            } else if !meetings.isEmpty, holdMeeting() {
                rounds += 1
            } else {
                break
            }
            if rounds > bounds.packetRounds { break }
        }
        let bound = rounds > bounds.packetRounds ? World.Bound.packetRounds(bounds.packetRounds) : nil
        guard !touched.isEmpty else { return bound }
        var next = 0
        while next < touched.count {
            touched[next]._withUnsafeGuaranteedRef { node in
                if isScheduled { admitCalls(of: node) } else { node.takeCalls(into: &calls) }
                node.isTouched = false
                if !node.misuses.isEmpty { reportMisuses(of: node) }
                arm(node)
            }
            next += 1
        }
        // One by one, which is quicker for the few that there are.
        while touched.popLast() != nil {}
        if faults != nil { carryOutFaults() }
        return bound
    }

    /// Gives every waiting packet of the controllers to the hosts.
    @inline(__always)
    private mutating func sendUp() {
        while let (id, packet) = medium.nextOutput() {
            if trace.isOn { trace.record(id, .up, .hci(packet)) }
            let (node, now) = (Unmanaged.passUnretained(nodes[id.index]), scheduler.now)
            touch(node)
            node._withUnsafeGuaranteedRef { [packet] in $0.receive(packet, at: now) }
        }
    }

    /// Gives every waiting packet of the touched hosts to the controllers. Returns whether there was any.
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

    /// Makes sure that an event waits for the node's next deadline. If the deadline moved back, the early event stays
    /// and then finds nothing due: one event waits for each node.
    private func arm(_ node: Node) {
        guard let deadline = node.nextDeadline?.nanoseconds, deadline < node.armedDeadline else { return }
        node.armedDeadline = deadline
        node.deadlineGeneration &+= 1
        scheduler.schedule(
            Scheduler.Event(.deadline, index: node.id.rawValue, generation: node.deadlineGeneration),
            at: Instant(nanoseconds: deadline))
    }

    // MARK: Work for the driver

    /// Something that the driver runs without the lock.
    enum Work {
        case central(any CentralSink, Central.Event)
        case peripheral(any PeripheralSink, Peripheral.Event)
        case accessory(any AccessorySink, Accessories.Event)
        case nearby(any NearbySink, Nearby.Event)
        case call(@Sendable () -> Void)
        case job(Job)

        func run(_ delivery: BluetoothPort.Delivery, in world: World) {
            switch self {
            case .central(let sink, let event): sink.receive(event, delivery)
            case .peripheral(let sink, let event): sink.receive(event, delivery)
            case .accessory(let sink, let event): sink.receive(event, delivery)
            case .nearby(let sink, let event): sink.receive(event, delivery)
            case .call(let body): body()
            case .job(let job): job.run(in: world)
            }
        }
    }

    /// Whether the driver has something to run before the clock may move.
    var hasWork: Bool { !calls.isEmpty || !jobs.isEmpty || deliveries?.hasDue == true }

    /// Whether the next work can run on the main queue. Most callbacks of apps can, and handlers run anywhere.
    mutating func hasWorkForMainQueue() -> Bool {
        if isScheduled { pickCall() }
        return calls.isFirst { call in
            switch call {
            case .central(let session, let event):
                !session.isClosed && session.sink?.isAtHomeOnMainQueue(event) == true
            case .peripheral(let session, let event):
                !session.isClosed && session.sink?.isAtHomeOnMainQueue(event) == true
            case .accessory(let session, _):
                !session.isClosed && session.sink?.isAtHomeOnMainQueue == true
            case .nearby(let session, _):
                !session.isClosed && session.sink?.isAtHomeOnMainQueue == true
            case .call: true
            case .callOffMain: false
            }
        }
    }

    /// The next work to run: calls first, then jobs, each in order.
    ///
    /// - Parameters:
    ///   - isPosted: Whether a pacer takes it, which does not wait for it.
    ///   - mayBeginWithJob: Whether a schedule may let a job run before calls that wait.
    mutating func takeWork(isPosted: Bool = false, mayBeginWithJob: Bool = false) -> Work? {
        if isScheduled, mayBeginWithJob, beginsWithJob() { return takeJob(isPosted: isPosted) }
        while let call = nextCall() {
            driver.callbackBegins(isPosted: isPosted)
            if case .bound(let bound)? = countWork() { fail(bound) }
            switch consume call {
            case .central(let session, let event):
                if event.isEnd { session.unseenEnds -= 1 }
                guard !session.isClosed, let sink = session.sink else { continue }
                if isScheduled { record(event, for: session) }
                return .central(sink, event)
            case .peripheral(let session, let event):
                if event.isEnd { session.unseenEnds -= 1 }
                guard !session.isClosed, let sink = session.sink else { continue }
                if isScheduled { record(event, for: session) }
                return .peripheral(sink, event)
            case .accessory(let session, let event):
                guard !session.isClosed, let sink = session.sink else { continue }
                if isScheduled { record(event, for: session) }
                return .accessory(sink, event)
            case .nearby(let session, let event):
                guard !session.isClosed, let sink = session.sink else { continue }
                return .nearby(sink, seen(event, by: session))
            case .call(let body), .callOffMain(let body):
                return .call(body)
            }
        }
        return takeJob(isPosted: isPosted)
    }

    private mutating func takeJob(isPosted: Bool) -> Work? {
        if !isPosted { driver.callbacksEnd() }
        guard let job = pickJob() else { return nil }
        driver.isUnsettled = true
        if case .bound(let bound)? = countWork() { fail(bound) }
        return .job(job)
    }

    @inline(__always)
    private mutating func nextCall() -> World.PendingCall? {
        if isScheduled { pickCall() }
        return calls.popFirst()
    }

    /// Makes the running or next run fail, unless it already does.
    mutating func fail(_ bound: World.Bound) {
        if failure == nil { failure = .boundReached(bound, pending: pendingDescriptions()) }
    }
}

/// Calls that wait for their time, by the number that their event carries.
struct ActionTable {
    private var entries: ContiguousArray<(action: World.PendingCall?, generation: UInt32)> = []
    private var free: ContiguousArray<UInt32> = []

    /// Stores `action` and returns the event that stands for it.
    mutating func insert(_ action: World.PendingCall) -> Scheduler.Event {
        if let index = free.popLast() {
            entries[Int(index)].action = action
            entries[Int(index)].generation &+= 1
            return Scheduler.Event(.action, index: index, generation: entries[Int(index)].generation)
        }
        entries.append((action, 0))
        return Scheduler.Event(.action, index: UInt32(entries.count - 1))
    }

    /// Takes the action out, unless it was taken before.
    mutating func take(_ index: UInt32, _ generation: UInt32) -> World.PendingCall? {
        guard entries[Int(index)].generation == generation, let action = entries[Int(index)].action else {
            return nil
        }
        entries[Int(index)].action = nil
        free.append(index)
        return action
    }

    /// Takes all of them out.
    mutating func takeAll() -> [World.PendingCall] {
        var all: [World.PendingCall] = []
        for index in entries.indices {
            guard let action = entries[index].action else { continue }
            entries[index].action = nil
            free.append(UInt32(index))
            all.append(action)
        }
        return all
    }
}
