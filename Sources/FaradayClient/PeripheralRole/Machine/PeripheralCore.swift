import BluetoothPort
import BluetoothTypes

/// Runs the peripheral role's machine: it takes turns with the port, the clock, the tasks that wait and the app's handlers.
final class PeripheralCore: PeripheralSink {
    private struct State {
        var port: (any PeripheralPort)?
        /// Events may come before `openPeripheral` has returned.
        var early: [PortPeripheral.Event] = []
        var isOpen = false
        /// The tasks of handlers that run, by the number of their request.
        var tasks: [UInt64: Task<Void, Never>] = [:]
    }

    let time: Timekeeper
    let log: ClientLog?
    let states = Broadcast<ManagerState>()
    let subscriptionEvents = Broadcast<SubscriptionEvent>()
    let restorations = Broadcast<RestoredPeripheralRole>()
    let channels = ChannelTable()
    private let provider: (any PortProvider)?
    private let callbacks = RoleCallbacks()
    private let state = Lock(State())
    private let driver: MachineDriver<PeripheralMachine>

    init(on provider: (any PortProvider)?, log: ClientLog?) {
        self.provider = provider
        self.log = log
        time = Timekeeper(simulation: provider?.simulation)
        var machine = PeripheralMachine()
        machine.isLogging = log != nil
        driver = MachineDriver(machine)
    }

    // MARK: The port

    /// Opens the port; called once, before anything else.
    func open(_ options: ManagerOptions) {
        guard let provider else {
            log?.take(.error, .peripheralRole, nil) { "there is no Bluetooth here" }
            return perform { $0.radioChanged(to: .unsupported) }
        }
        let port = provider.openPeripheral(options, sink: self)
        state.withLock { $0.port = port }
        var events: [PortPeripheral.Event] = []
        repeat {
            for event in events { receive(event) }
            events = state.withLock { state in
                state.isOpen = state.early.isEmpty
                defer { state.early = [] }
                return state.early
            }
        } while !events.isEmpty
    }

    private var port: (any PeripheralPort)? { state.withLock { $0.port } }

    /// Ends everything; the app has released its `LocalPeripheral`.
    func close() {
        perform { $0.close() }
        let (port, tasks) = state.withLock { state in
            defer { state.tasks = [:] }
            return (state.port, state.tasks)
        }
        for task in tasks.values { task.cancel() }
        port?.close()
        channels.close()
    }

    func receive(_ event: PortPeripheral.Event, _ delivery: Delivery) {
        let isEarly = state.withLock { state in
            if !state.isOpen { state.early.append(event) }
            return !state.isOpen
        }
        if !isEarly { receive(event) }
    }

    private func receive(_ event: PortPeripheral.Event) {
        switch event {
        case .channel(let channel, let event): return channels.handle(event, of: channel)
        case .channelOpened(_, let channel): channels.expect(channel.identifier)
        default: break
        }
        perform { $0.handle(event) }
    }

    func send(_ command: PortPeripheral.Command) { port?.send(command) }

    func isAtHomeOnMainQueue(_ event: PortPeripheral.Event) -> Bool { true }

    // MARK: Reading

    /// Looks at the machine.
    func look<Result>(_ body: (PeripheralMachine) -> Result) -> Result { driver.look(body) }

    var authorization: Authorization {
        port?.authorization ?? .notDetermined
    }

    func nextNumber() -> UInt64 { driver.nextNumber() }

    // MARK: Requests

    /// Waits for the answer to a request, up to the nearest deadline.
    ///
    /// - Parameter companion: What of the app belongs to the request; it is called until the request, or what it has published,
    ///   ends.
    @discardableResult
    func request(
        _ kind: RoleRequest.Kind, _ companion: RoleCallbacks.Companion? = nil,
        within limit: Nanoseconds? = nil
    ) async throws -> Reply {
        try Task.checkCancellation()
        let id = nextNumber()
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Reply, any Error>) in
                callbacks.add(request: id, companion) { continuation.resume(with: $0) }
                begin(RoleRequest(id: id, kind: kind), within: limit)
                // It may have been cancelled before it was begun.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: UInt64) { perform { $0.cancel(id) { _ in .cancelled } } }

    private func begin(_ request: RoleRequest, within limit: Nanoseconds?) {
        let left = Deadline.timeLeft(limit, time)
        if let left, left <= .zero {
            let error = PeripheralMachine.error(.deadlineExceeded, request)
            return callbacks.finish(request.id, .failure(.client(error)))
        }
        perform { machine in
            machine.begin(request)
            guard let left, machine.isOpen(request.id) else { return }
            machine.outputs.append(.wake(request.id, after: left))
        }
    }

    // MARK: Watching

    /// Tells a stream who is subscribed to a characteristic, until `stopWatching`.
    func watch(_ target: AttributeTarget, _ id: UInt64, _ receiver: SubscriberWatcher.Receiver) {
        callbacks.add(watcher: id, receiver)
        perform { $0.watch(SubscriberWatcher(id: id, target: target)) }
    }

    func stopWatching(_ id: UInt64) {
        callbacks.forget(watcher: id)
        perform { $0.stopWatching(id) }
    }

    // MARK: Driving

    /// Changes the machine, then carries out what it wants.
    func perform(_ body: (inout PeripheralMachine) -> Void) {
        driver.perform(body) { carryOut($0) }
    }

    private func carryOut(_ output: RoleOutput) {
        switch output {
        case .command(let command): port?.send(command)
        case .update(let ticket, let update):
            let isTaken = port?.update(update) ?? false
            driver.change { $0.updateAnswered(ticket, isTaken: isTaken) }
        case .finish(let request, let result): callbacks.finish(request, result)
        case .onAir(let request): callbacks.isOnAir(request)
        case .unpublished(let request), .unlistened(let request): callbacks.forget(companion: request)
        case .listener(let request, let event): callbacks.tell(listener: request, event)
        case .subscribers(let watcher, let centrals): callbacks.tell(watcher: watcher, centrals)
        case .watcherEnded(let watcher): callbacks.end(watcher: watcher)
        case .discard(let channel):
            channels.remove(channel)
            port?.send(.channel(channel, .close))
        case .run(let number, let handling):
            switch callbacks.begin(handling) {
            case .ended(let result): driver.change { $0.handled(number, result) }
            case .running(let handlers): run(number, handlers)
            }
        case .cancelHandlers(let number): state.withLock { $0.tasks[number] }?.cancel()
        case .state(let new):
            states.send(new)
            // The system tells of a restoration before the first state (behaviour 7.6).
            if new != .unknown { restorations.finish() }
        case .subscription(let event): subscriptionEvents.send(event)
        case .restored(let restored): restorations.send(restored)
        case .wake(let id, let delay):
            time.wake(after: delay) { [weak self] in
                self?.perform { $0.cancel(id) { .client(PeripheralMachine.error(.deadlineExceeded, $0)) } }
            }
        case .log(let line): log?.take(line.level, .peripheralRole, nil) { line.text }
        case .endStreams:
            states.finish()
            subscriptionEvents.finish()
            restorations.finish()
        }
    }

    /// Starts handlers of the app. Nothing of the task that happens to drive the machine now is theirs, but they find the
    /// phone.
    private func run(_ number: UInt64, _ handlers: @escaping @Sendable () async -> HandlerResult) {
        let provider = provider
        let task = Deadline.$nearest.withValue(nil) {
            PortEnvironment.$current.withValue(provider) {
                time.start { [weak self] in
                    let result = await handlers()
                    self?.ended(number, result)
                }
            }
        }
        state.withLock { $0.tasks[number] = task }
        // It may have ended before this line.
        guard driver.look({ $0.inbox.open[number] == nil }) else { return }
        state.withLock { $0.tasks.removeValue(forKey: number) }?.cancel()
    }

    private func ended(_ number: UInt64, _ result: HandlerResult) {
        perform { $0.handled(number, result) }
        _ = state.withLock { $0.tasks.removeValue(forKey: number) }
    }
}
