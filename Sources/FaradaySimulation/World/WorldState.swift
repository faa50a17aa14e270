import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradayAppTime
import FaradayEngine

/// Everything of a world that its lock guards.
///
/// A step takes one event from the scheduler and lets the nodes that it concerns react. Then it moves packets between
/// controllers and hosts until none is left. Events for app code collect in `calls`, which the driver runs one by
/// one without the lock.
struct WorldState: ~Copyable {
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
    var touched = TouchedNodes()
    /// Phones and devices that are linked without an advertisement; nearly always none.
    var meetings: [Meeting] = []
    var calls = CallQueue()
    /// Where calls wait first whose order and time follow a schedule; `nil` with the plain one.
    let deliveries: Deliveries?
    var actions = ActionTable()
    /// What the world's apps have handed on: their blocks, tasks and timers, and the threads that are blocked in them.
    let work: AppWork
    /// The work that apps hand on has to wait until the world runs it.
    var holdsWork = false
    /// The code of the test, and of apps whose phone is not known.
    let context: AppContext
    /// Whether one of the scopes ends when the main thread waits in a run loop.
    var hasLentScope = false
    /// The test that the world belongs to has ended: nothing of it runs any more.
    var isOver = false
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
    var faults: (any InjectedFaults)?
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
    /// Whether there is one. Comparing it with `nil` copies it.
    var hasFailure: Bool { if case .some = failure { true } else { false } }
    private var load = InstantLoad()

    init(entropy: Entropy, bounds: World.Bounds, schedule: Schedule, _ code: AppCode) {
        work = AppWork(code.clock)
        context = code.context
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
        if let deliveries, schedule.parts.contains(.jobs) { work.draw = { deliveries.drawPiece($0) } }
        work.clock.callsLeft = deliveries?.nextGap() ?? 0
    }

    /// The seed decides in which order the apps' work runs that may run at one time. With seed 0 it runs in the order in
    /// which it came, as it mostly does on a real phone.
    mutating func drawOrder(from entropy: Entropy) {
        guard work.draw == nil else { return }
        let order = WorkOrder(entropy.stream("app/order"))
        work.draw = { order.next(below: $0) }
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
    ///
    /// - Parameter forRuns: Whether runs want to know when nothing happens any more; the ends of a test's own waits are
    ///   nothing that happens.
    mutating func step(until limit: Instant, forRuns: Bool = false) -> Step {
        if let due = work.nextTime, !forRuns || work.hasDeadlines || scheduler.count > 0 {
            return step(until: limit, or: Instant(nanoseconds: due))
        }
        return stepOfAir(until: limit) ?? (scheduler.count == 0 ? .dry : .limit)
    }

    /// Runs the next event, or what an app has asked for at `due`; events of the same instant come first.
    private mutating func step(until limit: Instant, or due: Instant) -> Step {
        if let step = stepOfAir(until: min(limit, due)) { return step }
        guard due <= limit else { return .limit }
        scheduler.advance(to: due)
        _ = work.reach(due.nanoseconds)
        work.tellNews(to: trace)
        return countWork() ?? .stepped
    }

    private mutating func stepOfAir(until limit: Instant) -> Step? {
        guard let event = scheduler.next(until: limit) else { return nil }
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

    /// Whether anything waits for its time.
    var hasEvents: Bool { scheduler.count > 0 || work.nextTime != nil }

    /// When the next event or the next work of an app is due.
    var nextTime: Instant? {
        guard let due = work.nextTime else { return scheduler.nextTime }
        let time = Instant(nanoseconds: due)
        return scheduler.nextTime.map { min($0, time) } ?? time
    }

    /// Counts one event, call or piece of work of this instant.
    @inline(__always) mutating func countWork() -> Step? {
        load.add(at: scheduler.now, limit: bounds.workAtOneInstant)
            ? nil : .bound(.workAtOneInstant(bounds.workAtOneInstant))
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
    mutating func touch(_ node: Node) { touched.insert(Unmanaged.passUnretained(node)) }

    /// Moves packets until none is left, then collects calls. Returns the bound that was reached if they do not end.
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
        while let next = touched.popFirst() {
            next._withUnsafeGuaranteedRef { node in
                guard node.calm() else { return }
                if isScheduled { admitCalls(of: node) } else { node.takeCalls(into: &calls.calls) }
                if !node.misuses.isEmpty { reportMisuses(of: node) }
                arm(node)
            }
        }
        noteArrivals()
        if faults != nil { carryOutFaults() }
        return bound
    }

    /// Gives every waiting packet of the controllers to the hosts.
    @inline(__always)
    private mutating func sendUp() {
        while let (id, packet) = medium.nextOutput() {
            if trace.isOn { trace.record(id, .up, .hci(packet)) }
            let (node, now) = (Unmanaged.passUnretained(nodes[id.index]), scheduler.now)
            touched.insert(node, isStirred: false)
            node._withUnsafeGuaranteedRef { [packet] in $0.take(packet, at: now) }
        }
    }

    /// Gives every waiting packet of the touched hosts to the controllers. Returns whether there was any.
    private mutating func sendDown() -> Bool {
        var sent = false
        var next = touched.first
        while let touched = next {
            next = touched._withUnsafeGuaranteedRef { node in
                while node.isStirred, let packet = node.nextHCI() {
                    if trace.isOn { trace.record(packet, from: node) }
                    medium.receive(packet, from: node.id)
                    sent = true
                }
                return node.nextTouched
            }
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

    // MARK: Calls

    /// The calls that came since the last time came after all work that apps have handed on until now.
    @inline(__always)
    mutating func noteArrivals() {
        if holdsWork, !calls.isEmpty { calls.noteArrivals(after: work.lastNumber) }
    }

    /// Makes the running or next run fail, unless it already does.
    mutating func fail(_ bound: World.Bound) {
        if failure == nil { failure = .boundReached(bound, pending: pendingDescriptions()) }
    }
}
