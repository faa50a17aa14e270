import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Dispatch
import FaradayAppTime
import FaradayEngine

/// The simulation: virtual clock, event queue, entropy, nodes, medium and trace.
///
/// A world does nothing by itself. `run(until:)`, `run(for:)` and `runUntilIdle()` drive it, and time moves only during
/// such a call. Callbacks of apps and handlers of devices run on the thread that drives the world, one after the other.
/// They never run while the world's lock is held, so they may call everything except a run. The same seed and the same
/// calls give the same trace, byte for byte.
///
/// ```swift
/// let world = World(seed: 7)
/// let phone = world.addPhone(.iOS(18))
/// world.add(.heartRateMonitor(), at: .meters(2))
/// let app = phone.run { HeartRateApp() }
/// try world.run(until: { app.heartRate != nil })
/// ```
public final class World: Sendable {
    /// The settings of a new world.
    public struct Configuration: Sendable {
        /// How large the world may grow.
        public var bounds: Bounds
        /// Runs after callbacks and before the clock moves, where the apps' work runs by itself (`AppTime.real`). A
        /// callback may have started app code elsewhere, for instance on the main queue. This closure waits until that
        /// code has finished. `FaradayTesting` sets one.
        public var settling: (@Sendable () -> Void)?
        /// Whether the clock also waits for the queues of managers then.
        var settlesManagers = false
        /// In which order and how late things happen for which real systems promise neither.
        public var schedule: Schedule
        /// Whose time the apps' own timers, queues, tasks and dates have.
        public var appTime: AppTime = .simulated
        /// The date on which the world begins, in nanoseconds since 1970, 0 or later; 2025-01-01T00:00:00Z by default.
        ///
        /// It is what `Date()` shows then in code of the world, what the timestamps of callbacks count from, and the time
        /// of a capture's first packet. Where the world does not hold its apps' work, `Date()` stays the machine's.
        public var startDate: Int64 = Self.defaultStartDate
        /// The date on which worlds begin by default, 2025-01-01T00:00:00Z, in nanoseconds since 1970.
        public static let defaultStartDate = Int64(CaptureRecorder.epoch)
        /// Whether the world's seed decides in which order the apps' work runs. In explored runs only the schedule does.
        package var ordersWork = true
        /// The queue on which the clock moves while a suspended test body waits for the world. A test body on the main
        /// actor that continues meanwhile then sees no time pass.
        var clockQueue: DispatchQueue?

        public init(
            bounds: Bounds = Bounds(), settling: (@Sendable () -> Void)? = nil, schedule: Schedule = .plain
        ) {
            self.bounds = bounds
            self.settling = settling
            self.schedule = schedule
        }
    }

    /// The number from which the world derives all its randomness.
    public let seed: UInt64
    /// The configuration with which the world was created.
    public let configuration: Configuration
    /// The random streams of the seed.
    let entropy: Entropy
    let lock: WorldLock
    /// The code of its apps and of its test.
    package let code: AppCode

    /// Creates an empty world at time zero.
    public init(seed: UInt64 = 0, configuration: Configuration = Configuration()) {
        self.seed = seed
        self.configuration = configuration
        entropy = Entropy(seed: seed)
        code = AppCode(startDate: configuration.startDate)
        lock = WorldLock(
            WorldState(
                entropy: Entropy(seed: seed), bounds: configuration.bounds, schedule: configuration.schedule,
                code))
        code.context.attach { [weak self] in self.map(AppWorkHost.init) }
        lock.withLock { state in
            if seed != 0, configuration.ordersWork { state.drawOrder(from: entropy) }
            code.update(&state, of: self)
        }
        code.tellWorldOfTest(of: self)
    }
    deinit { UnusedWorlds.end(lock) }

    /// The current virtual time.
    public var now: Instant {
        lock.withLock { state in
            state.catchUp()
            return state.now
        }
    }

    /// How many events have run since the world was created.
    public var eventCount: UInt64 { lock.withLock { $0.scheduler.eventCount } }

    // MARK: Things that happen

    /// Runs `action` after `delay`, as a callback: on the driving thread, without the lock.
    public func after(_ delay: Nanoseconds, _ action: @escaping @Sendable () -> Void) {
        after(delay, isForMainQueue: true, action)
    }

    /// Writes a line of your own into the trace. A failed test prints this line with the trace.
    public func note(_ text: String) {
        lock.withLock { state in
            if state.trace.isOn { state.trace.record(nil, .none, .world(.note(text))) }
        }
    }

    /// Whether there is a trace.
    package var isTraced: Bool { lock.withLock { $0.trace.isOn } }

    /// Writes a line into the trace if there is one; the text is computed only then.
    package func noteIfTraced(_ text: @autoclosure () -> String) { if isTraced { note(text()) } }

    // MARK: The air

    /// Reads or changes the conditions on the air: path loss, collisions, faults.
    ///
    /// ```swift
    /// world.configureMedium { $0.pathLossExponent = 2.7 }
    /// ```
    @discardableResult
    public func configureMedium<Result>(_ body: (inout MediumConfiguration) -> Result) -> Result {
        perform { state in body(&state.medium.configuration) }
    }

    /// Sets the weakest packet, in dBm, that a node hears; the default is -95.
    package func setSensitivity(_ dBm: Int8, of node: NodeID) {
        perform { state in state.medium.setSensitivity(dBm, of: node) }
    }

    // MARK: Under the lock

    /// Runs `body` under the lock, processes what follows from it, and wakes the driver if there is work.
    ///
    /// `body` must not call app code. Do not nest calls: the lock is not reentrant.
    @inline(__always)
    func perform<Result>(_ body: (inout WorldState) -> Result) -> Result {
        let (result, wakeUps) = lock.withLock { state in
            state.catchUp()
            let result = body(&state)
            if let bound = state.pump() { state.fail(bound) }
            return (result, state.wakeUps())
        }
        if !wakeUps.isEmpty { answer(wakeUps) }
        return result
    }

    /// Runs `body` on one node under the lock, then processes what follows from it.
    func perform<Result>(on id: NodeID, _ body: (Node, Instant) -> Result) -> Result {
        perform { state in
            let node = Unmanaged.passUnretained(state.nodes[id.index])
            defer { state.touched.insert(node) }
            return node._withUnsafeGuaranteedRef { body($0, state.now) }
        }
    }
}

// MARK: - Nodes

extension World {
    /// Adds a node with its own controller, and starts it. `make`, and `configure` for the controller, run under the lock.
    func addNode(
        name: String, txPower: Int8, at position: Position,
        configure: (inout ControllerConfiguration) -> Void = { _ in }, _ make: (NodeID) -> Node
    ) -> NodeID {
        perform { state in
            let id = NodeID(UInt32(state.nodes.count))
            let (trace, medium, faults) = (state.trace, state.medium, state.faults)
            var controller = ControllerConfiguration(
                publicAddress: entropy.publicAddress(of: id), txPower: txPower)
            configure(&controller)
            medium.addController(id, controller, at: position)
            let node = make(id)
            precondition(node.id == id, "node \(name) has number \(node.id.rawValue), not \(id.rawValue)")
            node.trace = trace
            faults?.adopt(node)
            state.nodes.append(node)
            if trace.isOn { trace.record(id, .none, .world(.added(name: name, position))) }
            node.start(at: state.now)
            state.touch(node)
            return id
        }
    }

    /// The names of all nodes as messages show them, by number. If several nodes have the same name, the second is
    /// `phone 2`.
    public var nodeNames: [String] { lock.withLock { $0.displayNames } }

    /// Where a node is.
    public func position(of id: NodeID) -> Position { lock.withLock { $0.medium.position(of: id) } }

    /// Puts a node somewhere else at once.
    public func move(_ id: NodeID, to position: Position) {
        guard isKnown(id) else { return }
        perform { state in
            if state.trace.isOn { state.trace.record(id, .none, .world(.moved(position))) }
            state.medium.move(id, to: position)
        }
    }

    /// Whether there is a node with this number; reports a mistake if there is none.
    private func isKnown(_ id: NodeID) -> Bool {
        let count = lock.withLock { $0.nodes.count }
        if id.index < count { return true }
        report("no node \(id.rawValue) in this world of \(count) nodes: is it from another world?", at: nil)
        return false
    }

    /// Moves a node, and moves it back to where it was after `time`.
    public func move(_ id: NodeID, to position: Position, for time: Nanoseconds) {
        let origin = self.position(of: id)
        move(id, to: position)
        after(time) { [weak self] in self?.move(id, to: origin) }
    }

    /// Switches a node's radio off or on. Nobody is notified: peers notice only that packets stop.
    public func setPowered(_ id: NodeID, _ isOn: Bool) {
        guard isKnown(id) else { return }
        perform { state in
            if state.trace.isOn { state.trace.record(id, .none, .world(.powered(isOn))) }
            state.medium.setPowered(id, isOn)
        }
    }

    /// Treats a node's links as established, as if their first packets had just arrived. Silence then ends them by the
    /// supervision timeout, and not as connections that failed.
    package func establishLinks(of id: NodeID) {
        perform { state in state.medium.establishLinks(of: id) }
    }

    /// Removes a node's radio permanently; its number is not used again. A device's handlers are released.
    public func remove(_ id: NodeID) {
        guard isKnown(id) else { return }
        let remains = perform { state in
            if state.trace.isOn { state.trace.record(id, .none, .world(.removed)) }
            state.medium.remove(id)
            return state.nodes[id.index].retire()
        }
        withExtendedLifetime(remains) {}
    }
}
