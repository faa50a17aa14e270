import BluetoothPort
import BluetoothTypes

/// Runs one peripheral's machine: it takes turns with the port, the clock and the tasks that wait.
final class PeerCore: Sendable {
    /// What views show of a peripheral.
    struct Status: Equatable, Sendable {
        var name: String?
        var connection: ConnectionState
    }

    /// What the newest report of a scan said, with fields of earlier ones that it did not have.
    struct Heard: Sendable {
        var advertisement: Advertisement
        var rssi: Int
    }

    let identifier: PeerIdentifier
    let central: CentralCore
    private let port: any CentralPort
    let connectionEvents = Broadcast<ConnectionEvent>()
    let statuses: Broadcast<Status>
    let serviceChanges = Broadcast<[DiscoveredService]>()
    /// For characteristics that answer requests.
    let lines = RequestLines()
    /// For characteristics to which frames are written.
    let writingLines = RequestLines()
    private let driver: MachineDriver<PeerMachine>
    let callbacks = PeerCallbacks()
    /// When a maintained link is tried again.
    private let policies = CallbackTable<ReconnectPolicy>()
    /// What scans have heard of the peripheral.
    private let heard = Lock<Heard?>(nil)

    init(
        _ identifier: PeerIdentifier, name: String?, radio: ManagerState, central: CentralCore,
        port: any CentralPort
    ) {
        self.identifier = identifier
        self.central = central
        self.port = port
        var machine = PeerMachine(peer: identifier, name: name, radio: radio)
        machine.isLogging = central.log != nil
        statuses = Broadcast(latest: machine.status)
        driver = MachineDriver(machine)
    }

    // MARK: Reading

    var name: String? { driver.look(\.name) }

    var connectionState: ConnectionState { driver.look(\.connectionState) }

    var isMaintained: Bool { driver.look { $0.maintenance != nil } }

    func setName(_ name: String) { perform { $0.name = name } }

    /// A scan has heard the peripheral.
    func hear(_ advertisement: Advertisement, rssi: Int) {
        heard.withLock { heard in
            let all = heard.map { advertisement.adding($0.advertisement) } ?? advertisement
            heard = Heard(advertisement: all, rssi: rssi)
        }
    }

    /// What was heard of the peripheral, and the types of services that are known on its link.
    var knowledge: (heard: Heard?, services: [BluetoothUUID]) {
        (heard.withLock { $0 }, driver.look { $0.database.types(in: .services) })
    }

    /// The states of the link, beginning with the one of now; it keeps this object.
    func connectionStates() -> AsyncStream<ConnectionState> {
        let (stream, continuation) = AsyncStream.makeStream(of: ConnectionState.self)
        let last = Lock<ConnectionState?>(nil)
        let reader = statuses.read(latest: true) { status in
            let isNew = last.withLock { last in
                defer { last = status.connection }
                return last != status.connection
            }
            if isNew { continuation.yield(status.connection) }
        } finish: {
            continuation.finish()
        }
        continuation.onTermination = { [self] _ in
            reader.end()
            withExtendedLifetime(self) {}
        }
        return stream.limited(by: central.time) { continuation.finish() }
    }

    /// The central is gone: everything fails, and the streams end.
    func close() {
        perform { $0.close() }
        connectionEvents.finish()
        statuses.finish()
        serviceChanges.finish()
    }

    /// Counts the beginnings and ends of links.
    var linkGeneration: Int { driver.look(\.generation) }

    /// Why the link of that generation has ended; `nil` if it is there.
    func endOfLink(_ generation: Int) -> ClientError? {
        driver.look { machine in
            if machine.link == .disconnecting { return ClientError(.disconnectedByApp, .stayConnected) }
            if machine.link == .connected, machine.generation == generation { return nil }
            return machine.lastEnd ?? ClientError(.disconnected, .stayConnected)
        }
    }

    // MARK: Requests

    /// Waits for the answer to a request, up to the nearest deadline.
    ///
    /// It goes on where its caller is: each change of executors costs 300 instructions, also where there is none to change to.
    nonisolated(nonsending) func request(
        _ kind: Request.Kind, within limit: Nanoseconds? = nil, progress: PeerCallbacks.Progress? = nil
    ) async throws -> Reply {
        // Who cleans up after a cancellation or a deadline wants the link to end all the same.
        if !kind.isDisconnect { try Task.checkCancellation() }
        let id = newRequest()
        do {
            return try await answer(to: kind, id, within: limit, progress)
        } catch {
            await central.rest(after: error)
            throw error
        }
    }

    private nonisolated(nonsending) func answer(
        to kind: Request.Kind, _ id: UInt64, within limit: Nanoseconds?, _ progress: PeerCallbacks.Progress?
    ) async throws -> Reply {
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Reply, any Error>) in
                begin(kind, id, within: limit, progress, .task(continuation))
                // It may have been cancelled before it was begun.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    /// Makes a request without a task: `finish` gets the answer, on any thread. It has no limit.
    func request(_ kind: Request.Kind, _ finish: @escaping Request.Finish) -> Registration {
        let id = newRequest()
        start(id, kind, finish)
        return Registration { [weak self] in self?.cancel(id) }
    }

    /// The same, but makes no link: without one, nothing is asked.
    func requestIfConnected(_ kind: Request.Kind, _ finish: @escaping Request.Finish) -> Registration {
        let id = newRequest()
        callbacks.add(request: id, nil, .closure(finish))
        var isBegun = false
        perform { machine in
            guard machine.link == .connected else { return }
            isBegun = true
            machine.begin(Request(id: id, kind: kind))
        }
        if !isBegun { callbacks.forget(request: id) }
        return Registration { [weak self] in self?.cancel(id) }
    }

    /// Begins a request with a number from `newRequest`, for callers that have no task.
    func start(
        _ id: UInt64, _ kind: Request.Kind, progress: PeerCallbacks.Progress? = nil,
        _ finish: @escaping Request.Finish
    ) {
        callbacks.add(request: id, progress, .closure(finish))
        perform { $0.begin(Request(id: id, kind: kind)) }
    }

    /// Ends a request without its answer, if it is still there.
    func cancel(_ id: UInt64, _ error: any Error = CancellationError()) {
        perform { $0.cancel(id) { _, _ in error } }
    }

    func newRequest() -> UInt64 { driver.nextNumber() }

    private func begin(
        _ kind: Request.Kind, _ id: UInt64, within limit: Nanoseconds?, _ progress: PeerCallbacks.Progress?,
        _ recipient: PeerCallbacks.Recipient
    ) {
        let left = Deadline.timeLeft(limit, central.time)
        if let left, left <= .zero, !kind.isDisconnect {
            let request = Request(id: id, kind: kind)
            return recipient.finish(.failure(driver.look { $0.error(.deadlineExceeded, request) }))
        }
        callbacks.add(request: id, progress, recipient)
        // Handed over, since a closure can only copy what it has from its function.
        var request: Request? = Request(id: id, kind: kind)
        perform { machine in
            if let request = request.take() { machine.begin(request) }
            guard let left, machine.index(of: id) != nil else { return }
            machine.outputs.append(.wake(.deadline(request: id), after: max(left, .zero)))
        }
    }

    // MARK: Readers

    /// Reads the notifications of a characteristic; `receive` gets them on any thread, and the end.
    func addReader(
        _ id: UInt64, of path: CharacteristicPath, survivesDisconnection: Bool,
        _ receive: @escaping Reader.Receive
    ) {
        callbacks.add(reader: id, receive)
        perform { $0.addReader(Reader(id: id, survivesDisconnection: survivesDisconnection), of: path) }
    }

    func removeReader(_ id: UInt64, of path: CharacteristicPath) {
        callbacks.forget(reader: id)
        perform { $0.removeReader(id, of: path) }
    }

    // MARK: Maintenance

    func maintain(_ policy: ReconnectPolicy, _ options: PortCentral.ConnectOptions) {
        let number = driver.nextNumber()
        policies.add(policy, for: number)
        let maintenance = Maintenance(policy: number, attemptLength: policy.attemptLength)
        perform { $0.maintain(maintenance, options) }
    }

    func handle(_ event: PortCentral.Event) {
        central.log?.take(.trace, .request, label) { "gets \(event)" }
        perform { $0.handle(event) }
    }

    /// What lines of the log call the peripheral.
    private var label: String { name ?? "\(identifier)" }

    // MARK: Driving

    /// Changes the machine, then carries out what it wants.
    func perform(_ body: (inout PeerMachine) -> Void) { driver.perform(body) { carryOut($0) } }

    private func carryOut(_ output: Output) {
        switch output {
        case .command(let command):
            central.log?.take(.trace, .request, label) { "sends \(command)" }
            if port.send(command) == .ignored { driver.change { $0.refused(command) } }
        case .piece(let command, let id):
            let isTaken = port.send(command) != .ignored
            driver.change { $0.pieceSent(of: id, isTaken: isTaken) }
        case .finish(let request, let result): callbacks.finish(request, result)
        case .progress(let request, let count): callbacks.progress(request, count)
        case .discard(let channel):
            central.channels.remove(channel)
            port.send(.channel(channel, .close))
        case .yield(let reader, let event): callbacks.yield(event, to: reader)
        case .pump:
            guard port.canSendWriteWithoutResponse(to: identifier) else { return }
            let limit = port.maximumWriteLength(to: identifier, .withoutResponse)
            if limit > 0 { driver.change { $0.pump(hasRoom: true, limit: limit) } }
        case .maximumWriteLength(let type, let request):
            let limit = port.maximumWriteLength(to: identifier, type)
            let error = limit > 0 ? nil : driver.look { $0.error(.disconnected, request) }
            callbacks.finish(request.id, error.map { .failure(.client($0)) } ?? .success(.number(limit)))
        case .connectionEvent(let event): connectionEvents.send(event)
        case .servicesChanged(let services): if !services.isEmpty { serviceChanges.send(services) }
        case .verifyLink:
            // A phone knows no length for a peripheral without a link.
            let isThere = port.maximumWriteLength(to: identifier, .withoutResponse) > 0
            driver.change { $0.linkVerified(isThere) }
        case .status(let status):
            statuses.send(status)
            if status.connection == .connected { central.linked.send(identifier) }
        case .activity(let isActive): central.setActive(self, isActive)
        case .wake(let alarm, let delay):
            central.time.wake(after: delay) { [weak self] in self?.ring(alarm) }
        case .askPolicy(let policy, let attempt): reconnect(attempt, policy)
        case .policyEnded(let policy): policies.callback(policy, isLast: true)
        case .log(let line): central.log?.take(line.level, line.category, label) { line.text }
        }
    }

    private func ring(_ alarm: Alarm) {
        switch alarm {
        case .turn(let generation): perform { $0.turnEnded(generation: generation) }
        case .deadline(let id): perform { $0.cancel(id) { $0.error(.deadlineExceeded, $1) } }
        case .reconnect(let attempt, let generation):
            perform { $0.reconnectionIsDue(attempt: attempt, generation: generation) }
        case .cancelled(let number): perform { $0.cancellationIsOverdue(number: number) }
        case .attempt(let number): perform { $0.attemptIsOverdue(number: number) }
        case .outdated(let id): perform { $0.changeIsOverdue(of: id) }
        }
    }

    private func reconnect(_ attempt: Int, _ policy: UInt64) {
        guard let policy = policies.callback(policy, isLast: false) else { return }
        let range = policy.range(attempt)
        let delay = range.map { range -> Nanoseconds in
            let width = range.upperBound - range.lowerBound
            guard width > .zero else { return range.lowerBound }
            return range.lowerBound + Nanoseconds(Int64(Double(width.count) * central.time.draw("reconnect")))
        }
        driver.change { $0.reconnect(attempt: attempt, after: delay) }
    }
}
